/** Who did what, when and why: recorded in the transaction of the deed itself, so that there is never one without the other. */
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { AuditActor, NewAuditEntry } from './entry.ts';
import * as store from './store.ts';

export type { AuditAction, AuditActor, AuditDetail, NewAuditEntry } from './entry.ts';

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService() {
  return {
    /** One insert that waits for nobody. The seal follows within seconds, from the worker. */
    async record(tx: Db, { actor, ...entry }: NewAuditEntry): Promise<void> {
      await store.insertEntry(tx, { ...entry, actorKind: actor.kind, actorId: idOf(actor) });
    },

    /** Newest first. */
    listAbout: (db: Db, subject: string, limit: number) => store.listAbout(db, subject, limit),
  };
}

export function actorOf(actor: Actor): AuditActor {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', id: actor.user.id };
    case 'key':
      return { kind: 'key', id: actor.keyId };
    case 'visitor':
      return { kind: 'visitor' };
  }
}

function idOf(actor: AuditActor): string | null {
  if ('id' in actor) return actor.id;
  return 'name' in actor ? actor.name : null;
}
