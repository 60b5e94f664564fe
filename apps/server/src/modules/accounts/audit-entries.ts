/** Builds an audit entry for an action of the owner on their own account. */
import type { AuditAction, AuditDetail, NewAuditEntry } from '../audit/service.ts';

export const auditEntryByOwner = (id: string, action: AuditAction, detail?: AuditDetail): NewAuditEntry => ({
  actor: { kind: 'user', id },
  action,
  subject: id,
  ...(detail && { detail }),
});
