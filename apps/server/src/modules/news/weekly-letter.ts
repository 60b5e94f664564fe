/** Weekly email on Mondays to subscribers: the announcements of the previous week. Each reader gets it once. */
import { UserId } from '@hakiki/contract/accounts';
import { type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { emailFrames } from '../../platform/mail/email-frames.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../platform/mail/mail.ts';
import { planIncludes } from '../accounts/service.ts';
import * as store from './readers-store.ts';

const writeWeekly = defineJob({ name: 'news.weekly', payload: z.object({}), schedule: '0 6 * * 1' });
const weeklyLetter = defineEmail({ name: 'news', payload: z.object({ userId: UserId, week: z.iso.date() }) });

const isEntitled = planIncludes('analysis', 'users');
const AT_ONCE = 500;
const MOST_ITEMS = 10;
const DAY_MS = 86_400_000;

interface Words {
  subject: (count: number) => string;
  lead: string;
  high: string;
  more: string;
  action: string;
  footer: (leave: string) => string;
}

const words: Record<Language, Words> = {
  en: {
    subject: (count) => (count === 1 ? 'One announcement this week' : `${count} announcements this week`),
    lead: 'This is what financial authorities announced in the week that is over.',
    high: 'High priority',
    more: 'There are more of them on the page.',
    action: 'Read the news',
    footer: (leave) => `You asked for this letter on the page of news. To end it, open ${leave}`,
  },
  fr: {
    subject: (count) => (count === 1 ? 'Une annonce cette semaine' : `${count} annonces cette semaine`),
    lead: 'Voici ce que les autorités financières ont annoncé la semaine passée.',
    high: 'Priorité haute',
    more: 'La page en contient davantage.',
    action: 'Lire les actualités',
    footer: (leave) => `Vous avez demandé ce message sur la page des actualités. Pour y mettre fin, ouvrez ${leave}`,
  },
};

/** The Monday of the week, as 'YYYY-MM-DD'. */
export function mondayOf(now: Date): string {
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  sendMail: SendMail;
  settings: Pick<Settings, 'publicUrl'>;
  /** Replaced in tests. */
  clock?: () => Date;
}

export function weeklyLetterJobs({
  database,
  queue,
  sendMail,
  settings,
  clock = () => new Date(),
}: Needs): JobHandler[] {
  const { publicUrl } = settings;

  async function compose(userId: UserId, week: string): Promise<OutgoingEmail | undefined> {
    const reader = await store.findRecipient(database.db, isEntitled, userId);
    if (!reader) return undefined;
    const until = new Date(`${week}T00:00:00Z`);
    const from = new Date(until.getTime() - 7 * DAY_MS);
    const items = await store.listOfWeek(database.db, reader, [from, until], MOST_ITEMS + 1);
    if (items.length === 0) return undefined;
    const { email, firstName, language, leaveKey } = reader;
    const said = words[language];
    const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const shown = items.slice(0, MOST_ITEMS);
    const leave = `${publicUrl}${localisePath(language, '/leave-letter')}?token=${leaveKey}`;
    return {
      to: email,
      subject: said.subject(shown.length),
      unsubscribeUrl: `${publicUrl}/api/news-letter/leave/${leaveKey}`,
      ...renderEmail({
        language,
        preheader: shown[0]!.title,
        greeting: emailFrames[language].greeting(firstName),
        paragraphs: [
          said.lead,
          ...shown.map(({ title, sourceName, publishedAt, priority }) => {
            const mark = priority === 'high' ? `${said.high}. ` : '';
            return `${mark}${title} (${sourceName}, ${day.format(publishedAt)})`;
          }),
          ...(items.length > MOST_ITEMS ? [said.more] : []),
        ],
        action: { label: said.action, url: `${publicUrl}${localisePath(language, '/news')}` },
        footer: said.footer(leave),
      }),
    };
  }

  return [
    writeWeekly.withHandler(async () => {
      const week = mondayOf(clock());
      for (;;) {
        const taken = await database.transaction(async (tx) => {
          const readers = await store.takeReaders(tx, isEntitled, week, AT_ONCE);
          for (const { userId } of readers) await queue.enqueue(tx, weeklyLetter.job, { userId, week });
          return readers.length;
        });
        if (taken < AT_ONCE) return;
      }
    }),
    weeklyLetter.withComposer(sendMail, ({ userId, week }) => compose(userId, week)),
  ];
}
