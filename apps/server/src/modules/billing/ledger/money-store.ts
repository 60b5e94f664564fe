/** Statistics of money. The month starts at midnight in Johannesburg, where the company is. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import type { MoneyFigures } from '@hakiki/contract/billing-admin';
import { isPlanOverSql, users } from '../../accounts/read-model.ts';
import { cardAgreements, differences, invoices, invoiceStatuses, ledgerProofs, payments, refunds } from '../tables.ts';

const monthStart = sql`date_trunc('month', now(), 'Africa/Johannesburg')`;

/**
 * Everything that entered our accounts for something we sell: payments of plans, and annual invoices. The invoice of a
 * payment repeats its amount, so it is left out.
 */
const receivedSql = sql`
  select coalesce(sum(cents), 0) from (
    select amount_cents as cents from ${payments}
    where status in ('confirmed', 'refunded') and decided_at >= ${monthStart}
    union all
    select i.total_cents from ${invoices} i join ${invoiceStatuses} s on s.invoice_id = i.id
    where i.kind in ('listing', 'api') and s.status = 'paid' and s.paid_at >= ${monthStart}
  ) received`;

type MoneyCounts = Omit<MoneyFigures, 'overdueInvoices' | 'provenAt'>;

export async function readMoneyFigures(db: Db): Promise<MoneyCounts & { provenAt: Date | null }> {
  const { rows } = await db.execute<Record<keyof MoneyCounts, number> & { provenAt: string | null }>(sql`
    select
      (${receivedSql})::float8 as "receivedCents",
      (select coalesce(sum(amount_cents), 0) from ${refunds} where status = 'paid' and decided_at >= ${monthStart})::int as "refundedCents",
      (select count(*) from ${users} where subscription_tier = 'premium' and not ${sql.raw(isPlanOverSql())})::int as "paidPlans",
      (select count(*) from ${cardAgreements} where status = 'active' and not is_test)::int as "cardPlans",
      (select count(*) from ${payments} where status = 'pending' and method = 'bank_deposit' and amount_cents > 0
        and user_id is not null)::int as "waitingDeposits",
      (select count(*) from ${refunds} where status = 'asked')::int as "askedRefunds",
      (select count(*) from ${differences} where settled_at is null)::int as "openDifferences",
      (select max(created_at) from ${ledgerProofs} where faults = 0) as "provenAt"`);
  const { provenAt, ...figures } = rows[0]!;
  return { ...figures, provenAt: provenAt ? new Date(provenAt) : null };
}
