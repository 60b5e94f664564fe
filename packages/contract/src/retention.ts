/**
 * Retention periods of personal data: one table for the jobs that delete it, the privacy notice, and the test that
 * compares them. Days count from `from`. Deleting an account ends its data at once.
 */
import { lifetimes } from './limits.ts';

export const retention = {
  /** Encrypted contact data of a reporter, and their account. */
  contact: { days: 180, from: 'decision', ends: 'cleared' },
  /** The same for reports that are never decided. */
  undecidedContact: { days: 730, from: 'arrival', ends: 'cleared' },
  receipts: { days: 365, from: 'decision', ends: 'cleared' },
  /** Files, and texts for moderators only: details, questions and answers, the original text. */
  evidence: { days: 365, from: 'decision', ends: 'deleted' },
  messages: { days: 365, from: 'arrival', ends: 'deleted' },
  /** Rejected replies of businesses: insults, threats, or private data. */
  refusedReplies: { days: 180, from: 'decision', ends: 'deleted' },
  /** Masked private data: the encrypted original text, until it is no longer needed to undo the mask. */
  maskedWords: { days: 30, from: 'decision', ends: 'deleted' },
  sessions: { days: lifetimes.sessionDays, from: 'sign-in', ends: 'deleted' },
  /** The user and time of sign-ins and sign-outs; the audit entry itself stays. */
  signIns: { days: 180, from: 'sign-in', ends: 'cleared' },
  /** Counters of rate limits, under a keyed hash of an IP address or account. */
  limits: { days: 1, from: 'first try', ends: 'deleted' },
  /** Rows of Idempotency-Keys, which detect repeated submissions. */
  repeats: { days: 30, from: 'arrival', ends: 'deleted' },
  /** Sent without a proof of work and never confirmed by email. */
  unconfirmed: { days: lifetimes.emailTokenHours / 24, from: 'arrival', ends: 'deleted' },
  invitations: { days: 7, from: 'sending', ends: 'deleted' },
  /** Jobs of emails, which contain ids; and emails stored as files if no mail server is configured. */
  letters: { days: 7, from: 'sending', ends: 'deleted' },
  /** Number of calls to the public API by account, key and day. */
  apiUsage: { days: 400, from: 'day', ends: 'deleted' },
  /** Notices of the payment provider, with the name and address of the buyer. */
  paymentNotices: { days: 90, from: 'settlement', ends: 'deleted' },
  /** Webhook deliveries: they contain nothing private, but which server was contacted and when. */
  webhookDeliveries: { days: 30, from: 'event', ends: 'deleted' },
} as const;

export type RetentionKind = keyof typeof retention;
