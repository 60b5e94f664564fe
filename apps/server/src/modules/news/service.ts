/** What authorities announce. */
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { ComplianceNews, listComplianceNews } from '@hakiki/contract/news';
import type { Database } from '../../platform/db/database.ts';
import type { AuditService } from '../audit/service.ts';
import * as importing from './importing-store.ts';
import { newsSources } from './sources/index.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  audit: AuditService;
}

export type NewsService = ReturnType<typeof createNewsService>;

export function createNewsService({ database, audit }: Needs) {
  const { db } = database;
  return {
    async list(query: QueryOf<typeof listComplianceNews>): Promise<{ rows: ComplianceNews[]; total: number }> {
      const { limit, offset, category } = query;
      const filter = { country: normaliseCountry(query.country ?? ''), category };
      const [rows, total] = await Promise.all([
        store.listNewest(db, filter, limit, offset),
        store.countSome(db, filter),
      ]);
      return {
        rows: rows.map((row) => ({
          ...row,
          publishedAt: row.publishedAt.toISOString(),
          fetchedAt: row.fetchedAt.toISOString(),
        })),
        total,
      };
    },

    /** How it goes with each source, and how much of it waits for somebody to look. */
    async listSources() {
      const states = new Map((await importing.listStates(db)).map((state) => [state.id, state]));
      return Promise.all(
        newsSources.map(async ({ id, name }) => ({
          id,
          name,
          held: await importing.countHeld(db, id),
          lastGoodAt: states.get(id)?.lastGoodAt ?? null,
          fault: states.get(id)?.fault ?? null,
        })),
      );
    },

    /** What is held of a source is shown, or never will be. Answers how many items that were; nothing for a source that is none. */
    settle: (sourceId: string, outcome: 'released' | 'discarded', operator: string): Promise<number | undefined> =>
      database.transaction(async (tx) => {
        if (!(await importing.findStateForUpdate(tx, sourceId))) return undefined;
        const items = await importing.settleHeld(tx, sourceId, outcome === 'released' ? 'shown' : 'hidden');
        if (items.length === 0) return 0;
        if (outcome === 'released') await importing.noteRelease(tx, sourceId);
        await audit.record(tx, {
          actor: { kind: 'operator', name: operator },
          action: `news.${outcome}`,
          subject: sourceId,
          detail: { items: items.length },
        });
        return items.length;
      }),
  };
}
