import { Timestamp } from '../../../components/timestamp.tsx';
import { formatDate, formatRand } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { ModeratedSection } from '../parts/section.tsx';
import { methodLabel, formatWaitingTime } from './payment-labels.ts';
import { declineRefund, payRefund, refundsQuery } from './queries.ts';

/** The gateway refunds a card payment; a deposit is refunded by hand and recorded here. */
export const Refunds = () => (
  <ModeratedSection
    title={m.users_refunds()}
    query={refundsQuery}
    texts={{ loading: m.users_refunds_loading(), failed: m.users_refunds_failed(), none: m.users_refunds_none() }}
    renderItem={({ email, amountCents, method, paidAt, reference, createdAt }) => {
      const amount = formatRand(amountCents / 100, { cents: true });
      const getConsequenceText = method === 'card_payment' ? m.users_refund_card_text : m.users_refund_deposit_text;
      return (
        <>
          <p className="font-semibold tabular-nums">{amount}</p>
          <p className="break-words">
            {m.users_refund_paid({ method: methodLabel(method), date: formatDate(paidAt), reference })}
          </p>
          <p className="text-sm break-words text-muted">
            {email ?? m.users_refund_deleted()}, <Timestamp at={createdAt} />, {formatWaitingTime(createdAt)}
          </p>
          <p className="text-sm">{getConsequenceText({ amount })}</p>
        </>
      );
    }}
    getActions={({ method }) => ({
      successTitle: m.users_refund_updated(),
      approve: payRefund,
      approveLabel: method === 'card_payment' ? m.users_refund_pay() : m.users_refund_note(),
      reject: declineRefund,
      rejectLabel: m.users_refund_decline(),
    })}
  />
);
