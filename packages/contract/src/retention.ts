/**
 * Retention periods of personal data: one table, read by the jobs that delete it, by the privacy notice and by the test that
 * compares them. Days count from `from`; whoever deletes their account ends what is theirs at once.
 */
import { lifetimes } from './limits.ts';

export const retention = {
  /** Sealed: how to reach a reporter, and which account it was. */
  contact: { days: 180, from: 'decision', ends: 'cleared' },
  /** The same of what is never decided. */
  undecidedContact: { days: 730, from: 'arrival', ends: 'cleared' },
  /** The code that opens a report to whoever has it. */
  receipts: { days: 365, from: 'decision', ends: 'cleared' },
  /** Files, and what was told to moderators alone: details, questions and answers, the words as they were sent. */
  evidence: { days: 365, from: 'decision', ends: 'deleted' },
  /** Messages by the contact form. */
  messages: { days: 365, from: 'arrival', ends: 'deleted' },
  /** What a business replied and we turned down: an insult, a threat, or somebody's private data. */
  refusedReplies: { days: 180, from: 'decision', ends: 'deleted' },
  /** Private data that had become public and was masked: the words, sealed, until nobody needs them back. */
  maskedWords: { days: 30, from: 'decision', ends: 'deleted' },
  sessions: { days: lifetimes.sessionDays, from: 'sign-in', ends: 'deleted' },
  /** Who signed in or out, and when; that somebody did stays in the audit. */
  signIns: { days: 180, from: 'sign-in', ends: 'cleared' },
  /** Counters of rate limits, under a keyed hash of an address or account. */
  limits: { days: 1, from: 'first try', ends: 'deleted' },
  /** The rows of Idempotency-Keys, so that a repeated submit is not a second one. */
  repeats: { days: 30, from: 'arrival', ends: 'deleted' },
  /** Sent without a proof, and never confirmed by mail. */
  unconfirmed: { days: lifetimes.emailTokenHours / 24, from: 'arrival', ends: 'deleted' },
  /** Whom a business invited. */
  invitations: { days: 7, from: 'sending', ends: 'deleted' },
  /** Jobs of letters, which hold ids; and letters kept as files where no mail server is set. */
  letters: { days: 7, from: 'sending', ends: 'deleted' },
  /** Sums of calls to the public API by account, key and day. */
  apiUsage: { days: 400, from: 'day', ends: 'deleted' },
  /** What the payment provider told us, with the name and address that its buyer gave there. */
  paymentNotices: { days: 90, from: 'settlement', ends: 'deleted' },
  /** What was sent to webhooks: nothing private is in it, but whose server was reached and when. */
  webhookDeliveries: { days: 30, from: 'event', ends: 'deleted' },
} as const;

export type RetentionKind = keyof typeof retention;
