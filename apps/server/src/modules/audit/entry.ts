/** Audit entries. They contain ids only, no names or addresses of people, because an entry can never be deleted. */

/** Actions that every moderated subject has. */
const decisionActions = ['approved', 'rejected', 'status-changed', 'edited'] as const;

/** Actions in the past tense, by area. The list is not a database constraint, so that recorded actions stay valid. */
export const auditActions = {
  account: [
    'signed-up',
    'email-verified',
    'signed-in',
    'sign-in-failed',
    'signed-out',
    'session-ended',
    'password-changed',
    'password-reset-asked',
    'password-reset',
    'email-change-asked',
    'email-changed',
    'factor-added',
    'factor-removed',
    'factor-reset-asked',
    'factor-reset-stopped',
    'factor-reset',
    'backup-codes-renewed',
    'backup-code-used',
    'codes-stopped',
    'stepped-up',
    'step-up-failed',
    'data-downloaded',
    'deleted',
    'role-granted',
    'role-revoked',
    'tier-changed',
    'plan-extended',
    'plan-cancelled',
    'plan-ended',
    'code-made',
  ],
  review: ['submitted', ...decisionActions],
  experience: ['submitted', ...decisionActions],
  alert: ['submitted', ...decisionActions],
  report: ['submitted', 'entered', ...decisionActions],
  provider: [
    'entered',
    'badges-changed',
    'evidence-added',
    'evidence-withdrawn',
    'logo-changed',
    'logo-removed',
    ...decisionActions,
  ],
  message: decisionActions,
  payment: [
    'requested',
    'proof-added',
    'withdrawn',
    'charged',
    'refund-asked',
    'difference-settled',
    ...decisionActions,
  ],
  invoice: ['issued', 'paid'],
  change: decisionActions,
  document: ['sent', ...decisionActions],
  business: [
    'founded',
    'account-saved',
    'profile-saved',
    'listing-claimed',
    'domain-proven',
    'colleague-invited',
    'invitation-withdrawn',
    'colleague-joined',
    'role-changed',
    'colleague-removed',
    'colleague-left',
    'owner-succeeded',
  ],
  reply: ['sent', 'withdrawn', ...decisionActions],
  appeal: ['submitted', 'recorded', ...decisionActions],
  dispute: ['submitted', ...decisionActions],
  lookalike: ['cleared', 'reported'],
  'family-link': ['judged', 'undone'],
  'protected-name': ['added', 'removed'],
  watch: ['raised', 'ended', ...decisionActions],
  decision: ['undone'],
  proposal: ['opened', 'confirmed', 'withdrawn', 'expired', 'took-effect'],
  source: [
    'turned-on',
    'turned-off',
    'run-asked',
    'struck',
    'snapshot-proposed',
    'snapshot-applied',
    'snapshot-refused',
  ],
  licence: ['register-added', 'proposed', 'confirmed', 'withdrawn'],
  mask: ['applied', 'confirmed', 'reverted'],
  'rescue-contact': ['called', 'reported-dead', 'change-proposed', 'change-confirmed', 'change-rejected'],
  submission: ['submitted'],
  filing: [
    'question-asked',
    'question-answered',
    'evidence-added',
    'contact-used',
    'contact-asked',
    'contact-opened',
    'contact-refused',
  ],
  case: ['snoozed', 'unsnoozed', 'merged', 'split', 'filing-moved'],
  export: ['started', 'downloaded'],
  bulk: ['started'],
  contact: ['received'],
  secret: ['renewed', 'retired'],
  'api-key': ['created', 'rotated', 'revoked'],
  news: ['released', 'discarded', 'hidden', 'shown-again', 'run-asked', 'mention-confirmed', 'mention-dismissed'],
  webhook: ['created', 'changed', 'paused', 'resumed', 'deleted', 'secret-rotated', 'replayed'],
} as const;

type Actions = typeof auditActions;
export type AuditAction = { [Area in keyof Actions]: `${Area}.${Actions[Area][number]}` }[keyof Actions];

export const auditActorKinds = ['user', 'visitor', 'key', 'operator', 'system'] as const;

/** An operator works at the server's console and is identified by the login name there. */
export type AuditActor =
  // The id is null for a reporter.
  | { kind: 'user'; id: string | null }
  | { kind: 'visitor' }
  | { kind: 'key'; id: string | null }
  | { kind: 'operator'; name: string }
  | { kind: 'system' };

export type AuditDetail = Record<string, string | number | boolean | null>;

export interface NewAuditEntry {
  actor: AuditActor;
  action: AuditAction;
  /** The id of the affected object. */
  subject?: string;
  reason?: string;
  detail?: AuditDetail;
}
