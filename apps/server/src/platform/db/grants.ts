/**
 * What each process may do with the rows. Both may do what their work is made of; what only one of them does, only its role may do, so
 * that whoever takes the server over cannot open contact data, clear or seal the audit, or write the public log past the worker, and
 * whoever takes the worker over signs nobody in. docs/security/compromise.md says what that leaves.
 */
type Right = 'select' | 'insert' | 'update' | 'delete';

/** On all columns, on some, or on all but some. */
export type Grant = Right | { right: Right; only: readonly string[] } | { right: Right; but: readonly string[] };

type Exceptions = Readonly<Record<string, readonly Grant[]>>;

const everything = ['select', 'insert', 'update', 'delete'] as const;
/** What can be taken out of an append-only table after its time; its triggers let nothing else through. */
const clearedEntry = { right: 'update', only: ['actor_id', 'subject', 'detail'] } as const;
/** Who was told something is added, and goes with the account. */
const toldOnce = ['select', 'insert'] as const;
const clearedSeal = { right: 'update', only: ['cleared'] } as const;

/** Masks over private data replace words in what is otherwise append-only; triggers let nothing else through. */
const maskedRecords: Exceptions = {
  decisions: ['select', 'insert', { right: 'update', only: ['reason'] }],
  public_versions: ['select', 'insert', { right: 'update', only: ['statement', 'successor'] }],
};

/** Money that was noted stays noted: what was posted or issued is added to, a row is settled and never taken away. */
const kept = ['select', 'insert', 'update'] as const;
const ofMoney: Exceptions = {
  card_agreements: kept,
  payments: kept,
  refunds: kept,
  differences: ['select', 'insert', { right: 'update', only: ['note', 'settled_at'] }],
  gateway_notices: kept,
  ledger_accounts: ['select', 'insert', { right: 'update', only: ['balance', 'version'] }],
  invoice_counters: ['select', 'insert', { right: 'update', only: ['last'] }],
  invoice_standings: kept,
};

/** Figures for regulators are worked out and published by the worker alone, so that whoever takes the server over cannot write any. */
const readByWeb: Exceptions = {
  regtech_closings: ['select'],
  regtech_drafts: ['select'],
  regtech_metrics: ['select'],
  regtech_reports: ['select'],
};

/** What signs is put in by the server and read by the worker alone; what is sent is the worker's. */
const webhooksOfWeb: Exceptions = {
  webhook_secrets: [
    { right: 'select', only: ['id', 'webhook_id', 'ends_at'] },
    'insert',
    { right: 'update', only: ['ends_at'] },
  ],
  webhook_events: [{ right: 'select', only: ['id', 'type'] }, 'insert'],
  webhook_deliveries: ['select', 'insert', { right: 'update', only: ['state', 'tries', 'first_tried_at', 'next_at'] }],
};

const webhooksOfWorker: Exceptions = {
  webhooks: [
    'select',
    { right: 'update', only: ['state', 'failing_since', 'failures', 'not_before', 'leased_until', 'served_at'] },
  ],
  webhook_secrets: ['select', 'delete'],
  webhook_events: ['select', 'insert', { right: 'update', only: ['spread_at'] }, 'delete'],
  webhook_deliveries: ['select', 'insert', 'update'],
};

const ofWeb: Exceptions = {
  ...ofMoney,
  ...maskedRecords,
  // What the gateway said is put in; whether it is true is asked by the worker.
  gateway_notices: [{ right: 'select', only: ['id', 'body_hash'] }, 'insert'],
  // Files are drawn by the worker.
  invoice_standings: ['select', 'insert', { right: 'update', only: ['status', 'paid_at'] }],
  // The worker proves the books, so that whoever takes the server over cannot say that they are right.
  ledger_proofs: ['select'],
  // People are told what happened to their account. Who did it and why is not read here, and sealing is the worker's: a trigger puts
  // each entry into its queue.
  audit_entries: [{ right: 'select', only: ['id', 'at', 'action', 'subject'] }, 'insert'],
  audit_seals: [],
  audit_unsealed: ['insert'],
  decision_log: ['select'],
  decision_log_waiting: ['insert'],
  // Heads of the log are signed and stored by the worker.
  decision_log_nodes: ['select'],
  decision_log_checkpoints: ['select'],
  decision_log_signatures: ['select'],
  // It asks, and reads the box that the worker sealed for a page.
  contact_openings: ['select', 'insert'],
  opened_contacts: [],
  // How to reach a reporter is put in and, with the account, taken out. It is read by the worker alone.
  filings: [
    { right: 'select', but: ['sealed_contact'] },
    'insert',
    { right: 'update', only: ['owner_tag', 'created_by', 'sealed_contact', 'has_email'] },
  ],
  alarms: [],
  // The worker counts who reports; here it is decided what becomes of it.
  withdrawal_watches: ['select', { right: 'update', only: ['status', 'decided_at', 'decided_people'] }],
  plan_letters: toldOnce,
  // A key is never changed into another, and one that was revoked stays on record; old ones and sums of calls end in the worker.
  api_keys: ['select', 'insert', { right: 'update', only: ['last_used_at', 'expires_at', 'rotated_at', 'revoked_at'] }],
  api_quota_months: kept,
  api_usage: kept,
  api_call_sums: kept,
  api_key_sums: kept,
  // An invitation is accepted or replaced, and never changed into another.
  business_invitations: ['select', 'insert', { right: 'update', only: ['accepted_at'] }, 'delete'],
  // Views are counted by the worker from the log of the edge.
  page_views: ['select'],
  counted_logs: [],
  // What authorities announce is written by the worker. Staff say what of it is shown.
  news_items: ['select', { right: 'update', only: ['state'] }],
  news_copies: ['select', { right: 'update', only: ['state'] }],
  news_batches: ['select', { right: 'update', only: ['state', 'settled_at'] }],
  news_mentions: ['select', { right: 'update', only: ['state', 'decided_at'] }],
  news_source_states: ['select', { right: 'update', only: ['next_run_at', 'releases', 'fault'] }],
  ...readByWeb,
  ...webhooksOfWeb,
};

/** What is paid for begins and ends in the worker too, since the gateway answers there. */
const plan = ['subscription_tier', 'subscription_status', 'subscription_ends_at', 'grace_until', 'plan_since'] as const;

/** Nobody signs up, signs in, is rewarded or is given a factor by the worker; a lost factor it takes away (accounts/factor-resets.ts). It locks the person whose role it asks for, which takes a right to update. */
const ofWorker: Exceptions = {
  ...ofMoney,
  // They hold the name and address of whoever paid, and end after their time.
  gateway_notices: everything,
  regtech_metrics: kept,
  audit_entries: ['select', 'insert', clearedEntry],
  audit_seals: ['select', 'insert', clearedSeal],
  users: ['select', { right: 'update', only: ['updated_at', ...plan] }],
  plan_letters: toldOnce,
  // Whoever takes the worker over can make no key, and open none. Those that ended long ago it deletes.
  api_keys: [{ right: 'select', only: ['id', 'expires_at', 'revoked_at'] }, 'delete'],
  api_quota_months: ['select', 'delete'],
  api_usage: ['select', 'delete'],
  api_call_sums: ['select', 'delete'],
  api_key_sums: ['select', 'delete'],
  news_items: kept,
  news_copies: kept,
  news_batches: kept,
  news_mentions: toldOnce,
  news_readers: ['select', { right: 'update', only: ['letter_week'] }],
  news_source_states: kept,
  withdrawal_watches: kept,
  // Ends with its documents, and when nobody belongs to it any more. Locking takes a right to update.
  businesses: ['select', { right: 'update', only: ['updated_at'] }, 'delete'],
  business_members: ['select'],
  // Invitations are written and answered in the web; here their letters are, and they end.
  business_invitations: ['select', 'delete'],
  listing_claims: ['select', { right: 'update', only: ['asked_at', 'fault', 'proven_at', 'status'] }, 'delete'],
  business_documents: ['select'],
  // Looks for what nobody decided on in time, and ends what was turned down.
  business_replies: ['select', 'delete'],
  page_views: kept,
  counted_logs: kept,
  sessions: ['select', 'delete'],
  mailed_tokens: ['select', 'delete'],
  email_changes: ['select', 'delete'],
  passkey_challenges: ['select', 'delete'],
  passkeys: ['select', { right: 'update', only: ['counter', 'last_used_at'] }, 'delete'],
  authenticator_apps: ['select', { right: 'update', only: ['last_used_step'] }, 'delete'],
  factor_resets: ['select', { right: 'update', only: ['told_at'] }, 'delete'],
  backup_codes: ['select', 'delete'],
  // A reward that was used says so; who invited whom is not the worker's to say.
  referrals: ['select', { right: 'update', only: ['status'] }],
  referral_looks: [],
  held_referrals: [],
  ...webhooksOfWorker,
};

/** Where there is one role, it does both. */
const ofBoth: Exceptions = {
  ...ofMoney,
  ...maskedRecords,
  gateway_notices: everything,
  audit_entries: ofWorker['audit_entries']!,
  audit_seals: ofWorker['audit_seals']!,
};

const exceptions = { web: ofWeb, worker: ofWorker, both: ofBoth } as const;

export type Part = keyof typeof exceptions;

export interface Table {
  name: string;
  isView: boolean;
  isAppendOnly: boolean;
  columns: string[];
}

export function grantsOn({ name, isView, isAppendOnly }: Table, part: Part): readonly Grant[] {
  if (isView) return ['select'];
  return exceptions[part][name] ?? (isAppendOnly ? ['select', 'insert'] : everything);
}
