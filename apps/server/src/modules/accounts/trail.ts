/** Most of what happens to an account is done by its owner. */
import type { AuditAction, AuditDetail, NewAuditEntry } from '../audit/service.ts';

export const byOwner = (id: string, action: AuditAction, detail?: AuditDetail): NewAuditEntry => ({
  actor: { kind: 'user', id },
  action,
  subject: id,
  ...(detail && { detail }),
});
