/** This month's payments, and what of them needs work. */
import type { MoneyFigures } from '@hakiki/contract/billing-admin';
import { Link } from 'react-router';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { formatDate, formatNumber, formatRand } from '../../../lib/language/format.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/address.ts';
import { AdminSection } from '../parts/section.tsx';
import { moneyRead } from './reads.ts';

export function Money() {
  const money = useRead(moneyRead);
  return (
    <AdminSection title={m.overview_money()}>
      {money.status === 'loading' && (
        <div role="status" aria-label={m.overview_money_loading()} className="skeleton h-32" />
      )}
      {money.status === 'failed' && <ReadFailure sentence={m.overview_money_failed()} read={money} />}
      {money.status === 'ready' && <Figures money={money.data} />}
    </AdminSection>
  );
}

const inRand = (cents: number): string => formatRand(cents / 100, { cents: true });

function Figures({ money }: { money: MoneyFigures }) {
  const figures = [
    { name: m.overview_money_received(), value: inRand(money.receivedCents) },
    { name: m.overview_money_refunded(), value: inRand(money.refundedCents) },
    {
      name: m.overview_money_plans(),
      value: formatNumber(money.paidPlans),
      note: m.overview_money_cards({ count: formatNumber(money.cardPlans) }),
    },
    { name: m.overview_money_deposits(), value: formatNumber(money.waitingDeposits), isWork: true },
    { name: m.overview_money_refunds(), value: formatNumber(money.askedRefunds), isWork: true },
    { name: m.overview_money_differences(), value: formatNumber(money.openDifferences), isWork: true },
    { name: m.overview_money_invoices(), value: formatNumber(money.overdueInvoices), isWork: true },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {figures.map(({ name, value, note, isWork }) => (
          <div key={name} className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4">
            <dt className="text-sm text-muted">
              {isWork ? (
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
            <dd className="text-xl font-bold break-words tabular-nums">
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
