/** This month's payments, and what of them needs work. */
import type { MoneyFigures } from '@hakiki/contract/billing-admin';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { formatDate, formatNumber, formatRand } from '../../../lib/language/format.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/console-url.ts';
import { AdminSection } from '../parts/section.tsx';
import { moneyQuery } from './queries.ts';

export function Money() {
  const money = useQuery(moneyQuery);
  return (
    <AdminSection title={m.overview_money()}>
      {money.status === 'loading' && <Skeleton label={m.overview_money_loading()} className="h-32" />}
      {money.status === 'failed' && <QueryFailure message={m.overview_money_failed()} query={money} />}
      {money.status === 'ready' && <MoneyFacts money={money.data} />}
    </AdminSection>
  );
}

const formatCents = (cents: number): string => formatRand(cents / 100, { cents: true });

function MoneyFacts({ money }: { money: MoneyFigures }) {
  const rows = [
    { name: m.overview_money_received(), value: formatCents(money.receivedCents) },
    { name: m.overview_money_refunded(), value: formatCents(money.refundedCents) },
    {
      name: m.overview_money_plans(),
      value: formatNumber(money.paidPlans),
      note: m.overview_money_cards({ count: formatNumber(money.cardPlans) }),
    },
    { name: m.overview_money_deposits(), value: formatNumber(money.waitingDeposits), needsWork: true },
    { name: m.overview_money_refunds(), value: formatNumber(money.askedRefunds), needsWork: true },
    { name: m.overview_money_differences(), value: formatNumber(money.openDifferences), needsWork: true },
    { name: m.overview_money_invoices(), value: formatNumber(money.overdueInvoices), needsWork: true },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {rows.map(({ name, value, note, needsWork }) => (
          <div key={name} className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4">
            <dt className="text-sm text-muted">
              {needsWork ? (
                <Link
                  to={consolePath('users')}
                  className="underline decoration-line-strong underline-offset-4 hover:decoration-current max-md:inline-flex max-md:min-h-11 max-md:items-center"
                >
                  {name}
                </Link>
              ) : (
                name
              )}
            </dt>
            <dd className="text-xl font-bold wrap-break-word tabular-nums">
              {value}
              {note && <span className="block text-sm font-normal text-muted">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        {money.provenAt ? m.overview_money_proven({ date: formatDate(money.provenAt) }) : m.overview_money_unproven()}
      </p>
    </>
  );
}
