import { formatRand } from '../../../lib/language/format.ts';
import { Moment } from '../../../components/moment.tsx';
import { m } from '../../../paraglide/messages.js';
import { Acts, AdminSection, WaitingList, type Moderation } from '../parts/section.tsx';
import { planLabel } from '../parts/decision-words.ts';
import { confirmPayment, declinePayment, paymentsRead } from './reads.ts';

export const ofPayments = (): Moderation => ({
  done: m.users_payment_updated(),
  acts: [
    { label: m.users_payment_confirm(), write: confirmPayment },
    { label: m.users_payment_decline(), write: declinePayment, isRefusal: true },
  ],
});

export const Payments = () => (
  <AdminSection title={m.users_payments()}>
    <WaitingList
      read={paymentsRead}
      words={{
        loading: m.users_payments_loading(),
        failed: m.users_payments_failed(),
        none: m.users_payments_none(),
      }}
      renderItem={({ id, reference, email, tier, amountCents, createdAt }) => (
        <>
          <p className="font-semibold">{reference}</p>
          <p>
            {m.users_payment_text({ amount: formatRand(amountCents / 100, { cents: true }), tier: planLabel(tier) })}
          </p>
          <p className="text-sm text-muted">
            {email}, <Moment at={createdAt} />
          </p>
          <Acts id={id} {...ofPayments()} />
        </>
      )}
    />
  </AdminSection>
);
