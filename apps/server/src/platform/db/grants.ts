/**
 * The database rights of the server and the worker. Work that only one of them does is granted only to its role: an
 * attacker in the server cannot read contact data, clear or seal the audit log, or write the public log; an attacker in
 * the worker cannot sign anybody in. docs/security/compromise.md describes what remains possible.
 */
type Right = 'select' | 'insert' | 'update' | 'delete';

/** On all columns, on some (`only`), or on all except some (`but`). */
export type Grant = Right | { right: Right; only: readonly string[] } | { right: Right; but: readonly string[] };

type Exceptions = Readonly<Record<string, readonly Grant[]>>;

const allRights = ['select', 'insert', 'update', 'delete'] as const;
/** Columns that are cleared in an append-only table after the retention time; triggers reject other updates. */
const clearEntry = { right: 'update', only: ['actor_id', 'subject', 'detail'] } as const;
/** Records of sent notices are only inserted; they are deleted with the account. */
const insertOnly = ['select', 'insert'] as const;
const clearSeal = { right: 'update', only: ['cleared'] } as const;

/** Masking private data changes text in append-only tables; triggers reject other updates. */
const maskedRecords: Exceptions = {
  decisions: ['select', 'insert', { right: 'update', only: ['reason'] }],
  public_versions: ['select', 'insert', { right: 'update', only: ['statement', 'successor'] }],
};

/** Financial records are inserted and updated, never deleted. */
const noDelete = ['select', 'insert', 'update'] as const;
const billingGrants: Exceptions = {
  card_agreements: noDelete,
  payments: noDelete,
  refunds: noDelete,
  differences: ['select', 'insert', { right: 'update', only: ['note', 'settled_at'] }],
  gateway_notices: noDelete,
  ledger_accounts: ['select', 'insert', { right: 'update', only: ['balance', 'version'] }],
  invoice_counters: ['select', 'insert', { right: 'update', only: ['last'] }],
  invoice_statuses: noDelete,
};

/** Only the worker publishes regulatory figures, so that an attacker in the server cannot write them. */
const regulatoryGrantsOfWeb: Exceptions = {
  regtech_closings: ['select'],
  regtech_drafts: ['select'],
  regtech_metrics: ['select'],
  regtech_reports: ['select'],
};

/** The server stores webhook secrets and only the worker reads them; only the worker sends. */
const webhookGrantsOfWeb: Exceptions = {
  webhook_secrets: [
    { right: 'select', only: ['id', 'webhook_id', 'ends_at'] },
    'insert',
    { right: 'update', only: ['ends_at'] },
  ],
  webhook_events: [{ right: 'select', only: ['id', 'type'] }, 'insert'],
  webhook_deliveries: ['select', 'insert', { right: 'update', only: ['state', 'tries', 'first_tried_at', 'next_at'] }],
};

const webhookGrantsOfWorker: Exceptions = {
  webhooks: [
    'select',
    { right: 'update', only: ['state', 'failing_since', 'failures', 'not_before', 'leased_until', 'served_at'] },
  ],
  webhook_secrets: ['select', 'delete'],
  webhook_events: ['select', 'insert', { right: 'update', only: ['spread_at'] }, 'delete'],
  webhook_deliveries: ['select', 'insert', 'update'],
};

const webGrants: Exceptions = {
  ...billingGrants,
  ...maskedRecords,
  // The server stores the gateway's notices; the worker verifies them.
  gateway_notices: [{ right: 'select', only: ['id', 'body_hash'] }, 'insert'],
  // The worker creates the invoice files.
  invoice_statuses: ['select', 'insert', { right: 'update', only: ['status', 'paid_at'] }],
  // The worker verifies the ledger, so that an attacker in the server cannot declare it correct.
  ledger_proofs: ['select'],
  // The server shows people what happened to their account, without who did it and why. Only the worker seals: a
  // trigger puts each entry into its queue.
  audit_entries: [{ right: 'select', only: ['id', 'at', 'action', 'subject'] }, 'insert'],
  audit_seals: [],
  audit_unsealed: ['insert'],
  decision_log: ['select'],
  decision_log_waiting: ['insert'],
  // The worker signs and stores the heads of the log.
  decision_log_nodes: ['select'],
  decision_log_checkpoints: ['select'],
  decision_log_signatures: ['select'],
  // The server requests an opening and reads the result that the worker sealed for a page.
  contact_openings: ['select', 'insert'],
  opened_contacts: [],
  // The server stores a reporter's contact data and deletes it with the account. Only the worker reads it.
  filings: [
    { right: 'select', but: ['sealed_contact'] },
    'insert',
    { right: 'update', only: ['owner_tag', 'sealed_contact', 'has_email'] },
  ],
  alarms: [],
  languages: ['select'],
  // The worker counts the reporters; the decision is made in the server.
  withdrawal_watches: ['select', { right: 'update', only: ['status', 'decided_at', 'decided_people'] }],
  plan_emails: insertOnly,
  // A key never changes and a revoked key stays on record; the worker deletes old keys and totals.
  api_keys: ['select', 'insert', { right: 'update', only: ['last_used_at', 'expires_at', 'rotated_at', 'revoked_at'] }],
  api_quota_months: noDelete,
  api_usage: noDelete,
  api_call_sums: noDelete,
  api_key_sums: noDelete,
  // An invitation is accepted or replaced, never changed.
  business_invitations: ['select', 'insert', { right: 'update', only: ['accepted_at'] }, 'delete'],
  // The worker counts views from the edge's log.
  page_views: ['select'],
  counted_logs: [],
  // The worker stores news; staff decide what is shown.
  news_items: ['select', { right: 'update', only: ['state'] }],
  news_copies: ['select', { right: 'update', only: ['state'] }],
  news_batches: ['select', { right: 'update', only: ['state', 'settled_at'] }],
  news_mentions: ['select', { right: 'update', only: ['state', 'decided_at'] }],
  news_source_states: ['select', { right: 'update', only: ['next_run_at', 'releases', 'fault'] }],
  // A moderator's judgement about two items is never changed, only undone.
  family_judgements: ['select', 'insert', { right: 'update', only: ['undone_at', 'undone_by'] }],
  // The worker reads lists; administrators turn them on and off and decide what waits.
  indicator_sources: ['select', { right: 'update', only: ['is_enabled', 'strikes', 'next_run_at'] }],
  source_snapshots: [
    { right: 'select', but: ['content'] },
    { right: 'update', only: ['state', 'content', 'samples', 'proposed_by', 'decided_by', 'decided_at'] },
  ],
  ...regulatoryGrantsOfWeb,
  ...webhookGrantsOfWeb,
};

/** The worker changes plans too, because it verifies payments. */
const planColumns = [
  'subscription_tier',
  'subscription_status',
  'subscription_ends_at',
  'grace_until',
  'plan_since',
] as const;

/** Creates no accounts, sessions or factors, but removes a lost one. Row locks require the update right. */
const workerGrants: Exceptions = {
  ...billingGrants,
  family_judgements: ['select'],
  languages: ['select'],
  // Notices contain the payer's name and address and are deleted after their retention time.
  gateway_notices: allRights,
  regtech_metrics: noDelete,
  audit_entries: ['select', 'insert', clearEntry],
  audit_seals: ['select', 'insert', clearSeal],
  users: ['select', { right: 'update', only: ['updated_at', ...planColumns] }],
  plan_emails: insertOnly,
  // The worker can neither create nor read keys. It deletes those that expired long ago.
  api_keys: [{ right: 'select', only: ['id', 'expires_at', 'revoked_at'] }, 'delete'],
  api_quota_months: ['select', 'delete'],
  api_usage: ['select', 'delete'],
  api_call_sums: ['select', 'delete'],
  api_key_sums: ['select', 'delete'],
  indicator_sources: noDelete,
  source_snapshots: noDelete,
  news_items: noDelete,
  news_copies: noDelete,
  news_batches: noDelete,
  news_mentions: insertOnly,
  news_readers: ['select', { right: 'update', only: ['letter_week'] }],
  news_source_states: noDelete,
  withdrawal_watches: noDelete,
  // Deleted with its documents, or when it has no members left. Row locks require the update right.
  businesses: ['select', { right: 'update', only: ['updated_at'] }, 'delete'],
  business_members: ['select'],
  // Invitations are created and answered in the server; the worker sends their emails and deletes them.
  business_invitations: ['select', 'delete'],
  listing_claims: ['select', { right: 'update', only: ['asked_at', 'fault', 'proven_at', 'status'] }, 'delete'],
  business_documents: ['select'],
  // The worker finds overdue replies and deletes rejected ones.
  business_replies: ['select', 'delete'],
  page_views: noDelete,
  counted_logs: noDelete,
  sessions: ['select', 'delete'],
  mailed_tokens: ['select', 'delete'],
  email_changes: ['select', 'delete'],
  passkey_challenges: ['select', 'delete'],
  passkeys: ['select', { right: 'update', only: ['counter', 'last_used_at'] }, 'delete'],
  authenticator_apps: ['select', { right: 'update', only: ['last_used_step'] }, 'delete'],
  factor_resets: ['select', { right: 'update', only: ['notified_at'] }, 'delete'],
  backup_codes: ['select', 'delete'],
  // The worker marks a reward as used; it cannot change who invited whom.
  referrals: ['select', { right: 'update', only: ['status'] }],
  referral_reviews: [],
  held_referrals: [],
  ...webhookGrantsOfWorker,
};

/** An installation with a single role. */
const sharedRoleGrants: Exceptions = {
  ...billingGrants,
  ...maskedRecords,
  gateway_notices: allRights,
  languages: ['select'],
  audit_entries: workerGrants['audit_entries']!,
  audit_seals: workerGrants['audit_seals']!,
};

const exceptions = { web: webGrants, worker: workerGrants, both: sharedRoleGrants } as const;

export type RoleKind = keyof typeof exceptions;

export interface Table {
  name: string;
  isView: boolean;
  isAppendOnly: boolean;
  columns: string[];
}

export function listGrants({ name, isView, isAppendOnly }: Table, roleKind: RoleKind): readonly Grant[] {
  if (isView) return ['select'];
  return exceptions[roleKind][name] ?? (isAppendOnly ? ['select', 'insert'] : allRights);
}
