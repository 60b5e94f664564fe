/**
 * Emails about a plan, each sent once: a row per email is inserted first, and only the transaction that inserts it
 * enqueues the email. Its key contains the period, payment or refund, so that the next month has its own emails.
 */
import { UserId } from '@hakiki/contract/accounts';
import { PaymentId, RefundId } from '@hakiki/contract/billing';
import { isContractPlan, tiers } from '@hakiki/contract/entitlements';
import { type Language, languageTable, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { getEmailFrame, renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../../platform/mail/mail.ts';
import { fillTexts, getTexts } from '../../../platform/texts.ts';
import { insertPlanEmail } from './plan-store.ts';
import { findUserById } from '../store.ts';

/** Job payloads contain times as text. */
const timestamp = z.coerce.date();
const amountCents = z.int();
const endFields = { endsAt: timestamp, tier: z.enum(tiers) };
const monthFields = { endsAt: timestamp, amountCents, renews: z.boolean() };

const PlanEvent = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('started'), ...monthFields }),
  z.object({ stage: z.literal('renewed'), ...monthFields }),
  z.object({ stage: z.literal('payment-failed'), endsAt: timestamp, graceUntil: timestamp }),
  z.object({ stage: z.literal('ending'), ...endFields }),
  z.object({ stage: z.literal('ended'), ...endFields }),
  z.object({ stage: z.literal('cancelled'), endsAt: timestamp }),
  z.object({ stage: z.literal('deposit-declined'), paymentId: PaymentId, amountCents }),
  z.object({ stage: z.literal('refund-paid'), refundId: RefundId, amountCents }),
  z.object({ stage: z.literal('refund-declined'), refundId: RefundId, amountCents }),
]);
type PlanEvent = z.infer<typeof PlanEvent>;
export type PlanStage = PlanEvent['stage'];
type PlanEventOf<Stage extends PlanStage> = Extract<PlanEvent, { stage: Stage }>;

const planEmail = defineEmail({ name: 'plan', payload: z.object({ userId: UserId, news: PlanEvent }) });

/** Cut to seconds: PostgreSQL stores more digits than a Date has. */
function toPlanEmailKey(news: PlanEvent): string {
  if ('paymentId' in news) return `${news.stage} ${news.paymentId}`;
  if ('refundId' in news) return `${news.stage} ${news.refundId}`;
  return `${news.stage} ${news.endsAt.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}`;
}

/** Call it in the transaction of the change that the email is about. */
export async function enqueuePlanEmail<Stage extends PlanStage>(
  tx: Db,
  queue: Pick<Queue, 'enqueue'>,
  userId: UserId,
  stage: Stage,
  detail: Omit<PlanEventOf<Stage>, 'stage'>,
): Promise<void> {
  const news = { stage, ...detail } as unknown as PlanEvent;
  if (await insertPlanEmail(tx, userId, toPlanEmailKey(news))) await queue.enqueue(tx, planEmail.job, { userId, news });
}

interface Text {
  subject: string;
  paragraphs: string[];
}

/** Dates and amounts are formatted as on the website, in the company's time zone. */
function renderText(language: Language, news: PlanEvent): Text {
  const { tag } = languageTable[language];
  const formatDay = (time: Date) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'Africa/Johannesburg' }).format(time);
  const formatRand = (cents: number) =>
    `R${new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(cents / 100)}`;
  const texts = getTexts(language).plan;
  switch (news.stage) {
    case 'started':
    case 'renewed': {
      const { subject, paid, credited, renews, once } = texts[news.stage];
      const values = { amount: formatRand(news.amountCents), day: formatDay(news.endsAt) };
      const paragraphs = [news.amountCents > 0 ? paid : credited, news.renews ? renews : once];
      return fillTexts({ subject, paragraphs }, values);
    }
    case 'ending':
    case 'ended': {
      const { subject, contract, monthly } = texts[news.stage];
      const values = { plan: texts.names[news.tier], day: formatDay(news.endsAt) };
      return fillTexts({ subject, paragraphs: isContractPlan(news.tier) ? contract : monthly }, values);
    }
    case 'payment-failed':
      return fillTexts(texts[news.stage], { day: formatDay(news.graceUntil) });
    case 'cancelled':
      return fillTexts(texts[news.stage], { day: formatDay(news.endsAt) });
    case 'deposit-declined':
    case 'refund-paid':
    case 'refund-declined':
      return fillTexts(texts[news.stage], { amount: formatRand(news.amountCents) });
  }
}

interface Deps {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
}

/** These emails are wrong, and not sent, when the end of the plan has changed meanwhile. */
const isAboutPlanEnd = (news: PlanEvent): news is PlanEventOf<'payment-failed' | 'ending' | 'ended'> =>
  news.stage === 'payment-failed' || news.stage === 'ending' || news.stage === 'ended';

export const planEmailJob = ({ database: { db }, sendMail, publicUrl }: Deps): JobHandler =>
  planEmail.withComposer(sendMail, async ({ userId, news }): Promise<OutgoingEmail | undefined> => {
    const user = await findUserById(db, userId);
    if (!user) return undefined;
    if (isAboutPlanEnd(news) && user.subscriptionEndsAt?.getTime() !== news.endsAt.getTime()) return undefined;
    const { language, email, firstName } = user;
    const { greeting, footer } = getEmailFrame(language);
    const { subject, paragraphs } = renderText(language, news);
    const page = 'tier' in news && isContractPlan(news.tier) ? 'contact' : 'dashboard';
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      greeting: greeting(firstName),
      paragraphs,
      action: { label: getTexts(language).plan.actions[page], url: publicUrl + localisePath(language, `/${page}`) },
      footer,
    });
    return { to: email, subject, ...content };
  });
