/** Mismatches in billing, open until a staff member writes down how each was resolved. */
import type { Difference, listDifferences } from '@hakiki/contract/billing-admin';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import * as store from '../payments/notices-store.ts';

interface Deps {
  database: Database;
  audit: AuditService;
}

const present = (row: store.DifferenceRow): Difference => ({
  id: row.id as Difference['id'],
  kind: row.kind,
  detail: row.detail,
  amountCents: row.amountCents,
  reference: row.subject,
  email: row.email,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
});

export const createDifferences = ({ database, audit }: Deps) => ({
  async listOpen(query: QueryOf<typeof listDifferences>) {
    const { rows, total } = await store.listDifferences(database.db, query);
    return { rows: rows.map(present), total };
  },

  settle: (actor: UserActor, id: string, note: string): Promise<Difference> =>
    database.transaction(async (tx) => {
      const row = await store.lockDifference(tx, id);
      if (!row) throw notFound('DIFFERENCE_NOT_FOUND');
      if (row.settledAt) throw new AppError('ALREADY_DECIDED');
      const settledAt = await store.settleDifference(tx, id, note);
      await audit.record(tx, {
        actor: toAuditActor(actor),
        action: 'payment.difference-settled',
        subject: id,
        detail: { kind: row.kind },
      });
      return { ...present(row), note, settledAt: settledAt.toISOString() };
    }),
});
