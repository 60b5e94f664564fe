/** Weekly email on Mondays to subscribers: the announcements of the previous week. Each member gets it once. */
import { UserId } from '@hakiki/contract/accounts';
import { localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { enqueueBatches } from '../../../platform/jobs/enqueue-batches.ts';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { getEmailFrame, renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../../platform/mail/mail.ts';
import { choosePlural, fillTexts, getTexts } from '../../../platform/texts.ts';
import { planIncludes } from '../../accounts/service.ts';
import * as store from './readers-store.ts';

const weeklyEmailsJob = defineJob({ name: 'news.weekly', payload: z.object({}), schedule: '0 6 * * 1' });
const weeklyEmail = defineEmail({ name: 'news', payload: z.object({ userId: UserId, week: z.iso.date() }) });

const isEntitled = planIncludes('analysis', 'users');
const MAX_ITEMS = 10;
const DAY_MS = 86_400_000;

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
    const text = getTexts(language).weeklyNews;
    const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const shown = items.slice(0, MAX_ITEMS);
    const unsubscribeUrl = `${publicUrl}${localisePath(language, '/leave-letter')}?token=${leaveKey}`;
    return {
      to: email,
      subject: choosePlural(language, shown.length, text.subject),
      unsubscribeUrl: `${publicUrl}/api/news-letter/leave/${leaveKey}`,
      ...renderEmail({
        language,
        preheader: shown[0]!.title,
        greeting: getEmailFrame(language).greeting(firstName),
        paragraphs: [
          text.lead,
          ...shown.map(({ title, sourceName, publishedAt, priority }) => {
            const mark = priority === 'high' ? `${text.high}. ` : '';
            return `${mark}${title} (${sourceName}, ${day.format(publishedAt)})`;
          }),
          ...(items.length > MAX_ITEMS ? [text.more] : []),
        ],
        action: { label: text.action, url: `${publicUrl}${localisePath(language, '/news')}` },
        footer: fillTexts(text.footer, { leave: unsubscribeUrl }),
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
