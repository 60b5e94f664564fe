import type { PaymentMethod } from '@hakiki/contract/payment-values';
import { Moment } from '../../../components/moment.tsx';
import { formatDate, formatRand } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Acts, AdminSection, WaitingList, type Moderation } from '../parts/section.tsx';
import { methodLabel, waitedFor } from './money-words.ts';
import { declineRefund, payRefund, refundsRead } from './reads.ts';

/** The gateway refunds a card payment; a deposit is refunded by hand and recorded here. */
const ofRefunds = (method: PaymentMethod): Moderation => ({
  done: m.users_refund_updated(),
  acts: [
    { label: method === 'card_payment' ? m.users_refund_pay() : m.users_refund_note(), write: payRefund },
    { label: m.users_refund_decline(), write: declineRefund, isRefusal: true },
  ],
});

export const Refunds = () => (
  <AdminSection title={m.users_refunds()}>
    <WaitingList
      read={refundsRead}
      words={{
        loading: m.users_refunds_loading(),
        failed: m.users_refunds_failed(),
        none: m.users_refunds_none(),
      }}
      renderItem={({ id, email, amountCents, method, paidAt, reference, createdAt }) => {
        const amount = formatRand(amountCents / 100, { cents: true });
        const whatHappens = method === 'card_payment' ? m.users_refund_card_text : m.users_refund_deposit_text;
        return (
          <>
            <p className="font-semibold tabular-nums">{amount}</p>
            <p className="break-words">
              {m.users_refund_paid({ method: methodLabel(method), date: formatDate(paidAt), reference })}
            </p>
            <p className="text-sm break-words text-muted">
              {email ?? m.users_refund_deleted()}, <Moment at={createdAt} />, {waitedFor(createdAt)}
            </p>
            <p className="text-sm">{whatHappens({ amount })}</p>
            <Acts id={id} {...ofRefunds(method)} />
          </>
        );
      }}
    />
  </AdminSection>
);
