/** Records who did what, when and why, in the transaction of the action: neither exists without the other. */
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { AuditActor, NewAuditEntry } from './entry.ts';
import * as store from './store.ts';

export { clearExpiredSignIns as endOldSignIns } from './clearing.ts';
export type { AuditAction, AuditActor, AuditDetail, NewAuditEntry } from './entry.ts';

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService() {
  return {
    /** A single insert without locks. The worker seals the entry within seconds. */
    async record(tx: Db, { actor, ...entry }: NewAuditEntry): Promise<void> {
      await store.insertEntry(tx, { ...entry, actorKind: actor.kind, actorId: toActorId(actor) });
    },

    /** Newest first. */
    listBySubject: (db: Db, subject: string, limit: number) => store.listBySubject(db, subject, limit),
    listActivity: (db: Db, subject: string, limit: number) => store.listActivity(db, subject, limit),
  };
}

export function toAuditActor(actor: Actor): AuditActor {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', id: actor.user.id };
    case 'key':
      return { kind: 'key', id: actor.keyId };
    case 'visitor':
      return { kind: 'visitor' };
  }
}

/** Records that a reporter was logged in or used a key, but never which account it was. */
export const toAnonymousActor = ({ kind }: Actor): AuditActor => (kind === 'visitor' ? { kind } : { kind, id: null });

function toActorId(actor: AuditActor): string | null {
  if ('id' in actor) return actor.id;
  return 'name' in actor ? actor.name : null;
}
