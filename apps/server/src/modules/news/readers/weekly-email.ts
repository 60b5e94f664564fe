/** Weekly email on Mondays to subscribers: the announcements of the previous week. Each reader gets it once. */
import { UserId } from '@hakiki/contract/accounts';
import { type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { enqueueBatches } from '../../../platform/jobs/enqueue-batches.ts';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { emailFrames, renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../../platform/mail/mail.ts';
import { planIncludes } from '../../accounts/service.ts';
import * as store from './readers-store.ts';

const weeklyEmailsJob = defineJob({ name: 'news.weekly', payload: z.object({}), schedule: '0 6 * * 1' });
const weeklyEmail = defineEmail({ name: 'news', payload: z.object({ userId: UserId, week: z.iso.date() }) });

const isEntitled = planIncludes('analysis', 'users');
const MAX_ITEMS = 10;
const DAY_MS = 86_400_000;

interface EmailTexts {
  subject: (count: number) => string;
  lead: string;
  high: string;
  more: string;
  action: string;
  footer: (leave: string) => string;
}

const texts: Record<Language, EmailTexts> = {
  en: {
    subject: (count) => (count === 1 ? 'One announcement this week' : `${count} announcements this week`),
    lead: 'This is what financial authorities announced last week.',
    high: 'High priority',
    more: 'You find more on the news page.',
    action: 'Read the news',
    footer: (leave) => `You subscribed to this email on the news page. To unsubscribe, open ${leave}`,
  },
  fr: {
    subject: (count) => (count === 1 ? 'Une annonce cette semaine' : `${count} annonces cette semaine`),
    lead: 'Voici ce que les autorités financières ont annoncé la semaine passée.',
    high: 'Priorité haute',
    more: 'La page en contient davantage.',
    action: 'Lire les actualités',
    footer: (leave) =>
      `Vous vous êtes abonné à cet e-mail sur la page des actualités. Pour vous désabonner, ouvrez ${leave}`,
  },
};

/** The Monday of the week, as 'YYYY-MM-DD'. */
export function toMonday(now: Date): string {
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  sendMail: SendMail;
  settings: Pick<Settings, 'publicUrl'>;
  /** Replaced in tests. */
  clock?: () => Date;
}

export function weeklyEmailJobs({ database, queue, sendMail, settings, clock = () => new Date() }: Deps): JobHandler[] {
  const { publicUrl } = settings;

  async function compose(userId: UserId, week: string): Promise<OutgoingEmail | undefined> {
    const reader = await store.findRecipient(database.db, isEntitled, userId);
    if (!reader) return undefined;
    const until = new Date(`${week}T00:00:00Z`);
    const from = new Date(until.getTime() - 7 * DAY_MS);
    const items = await store.listWeek(database.db, reader, [from, until], MAX_ITEMS + 1);
    if (items.length === 0) return undefined;
    const { email, firstName, language, leaveKey } = reader;
    const text = texts[language];
    const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const shown = items.slice(0, MAX_ITEMS);
    const unsubscribeUrl = `${publicUrl}${localisePath(language, '/leave-letter')}?token=${leaveKey}`;
    return {
      to: email,
      subject: text.subject(shown.length),
      unsubscribeUrl: `${publicUrl}/api/news-letter/leave/${leaveKey}`,
      ...renderEmail({
        language,
        preheader: shown[0]!.title,
        greeting: emailFrames[language].greeting(firstName),
        paragraphs: [
          text.lead,
          ...shown.map(({ title, sourceName, publishedAt, priority }) => {
            const mark = priority === 'high' ? `${text.high}. ` : '';
            return `${mark}${title} (${sourceName}, ${day.format(publishedAt)})`;
          }),
          ...(items.length > MAX_ITEMS ? [text.more] : []),
        ],
        action: { label: text.action, url: `${publicUrl}${localisePath(language, '/news')}` },
        footer: text.footer(unsubscribeUrl),
      }),
    };
  }

  return [
    weeklyEmailsJob.withHandler(async () => {
      const week = toMonday(clock());
      await enqueueBatches({ database, queue }, weeklyEmail.job, async (tx, limit) => {
        const readers = await store.claimReaders(tx, isEntitled, week, limit);
        return readers.map(({ userId }) => ({ userId, week }));
      });
    }),
    weeklyEmail.withComposer(sendMail, ({ userId, week }) => compose(userId, week)),
  ];
}
