/**
 * Clears personal data from audit entries without breaking the chain. The seal stays, and the next seal still covers
 * it; a second keyed hash covers the remaining parts. An entry that does not match its seal is not cleared, because
 * that would hide the manipulation.
 */
import { retention } from '@hakiki/contract/retention';
import type { Database, Db } from '../../platform/db/database.ts';
import { AuditIntegrityError, computeClearedHash, deriveChainKey, computeSealHash } from './chain.ts';
import type { AuditAction } from './entry.ts';
import * as store from './store.ts';

/** Columns that can be cleared; kind, action, time and reason stay. */
export type ClearedPart = 'actorId' | 'subject' | 'detail';

export function createClearing(secret: string) {
  const key = deriveChainKey(secret);

  return {
    /** Runs in the caller's transaction. Returns how many entries are not sealed yet and were not cleared. */
    async clear(tx: Db, entryIds: readonly string[], parts: readonly ClearedPart[]): Promise<number> {
      const sealed = await store.listSealed(tx, entryIds);
      for (const { position, hash, before, cleared, ...entry } of sealed) {
        if (cleared) continue;
        if (!computeSealHash(key, before, position, entry).equals(hash)) {
          throw new AuditIntegrityError(
            `Entry ${entry.id} at position ${position} is not what was sealed, and was not cleared.`,
          );
        }
        const remaining = { ...entry, ...Object.fromEntries(parts.map((part) => [part, null])) };
        await store.setCleared(tx, position, computeClearedHash(key, { position, hash }, remaining));
      }
      await store.clearEntries(
        tx,
        sealed.filter(({ cleared }) => !cleared).map(({ id }) => id),
        parts,
      );
      return entryIds.length - sealed.length;
    },
  };
}
const PAGE_SIZE = 1000;

/** After the retention period, clears who logged in or out. Entries that do not match their seals are rejected. */
export async function clearExpiredSignIns(
  database: Database,
  secret: string,
): Promise<{ ended: number; refused: number }> {
  const clearing = createClearing(secret);
  const clear = (ids: readonly string[]) =>
    database.transaction(async (tx) => ids.length - (await clearing.clear(tx, ids, ['actorId', 'subject', 'detail'])));
  let ended = 0;
  let refused = 0;
  for (let afterId: string | null = null; ;) {
    const page: store.SignInPage = await store.listExpiredSignIns(database.db, {
      afterId,
      actions: signInActions,
      days: retention.signIns.days,
      limit: PAGE_SIZE,
    });
    for (const id of page.due) {
      try {
        ended += await clear([id]);
      } catch (error) {
        // An entry that does not match its seal stays as evidence.
        if (!(error instanceof AuditIntegrityError)) throw error;
        refused += 1;
      }
    }
    if (!page.lastId) return { ended, refused };
    afterId = page.lastId;
  }
}

const signInActions: readonly AuditAction[] = [
  'account.signed-in',
  'account.sign-in-failed',
  'account.signed-out',
  'account.session-ended',
  'account.backup-code-used',
  'account.password-reset-asked',
];
