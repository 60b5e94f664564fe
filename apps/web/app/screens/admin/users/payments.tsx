import type { DepositMatchReason, listPayments } from '@hakiki/contract/billing-admin';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { textLimits } from '@hakiki/contract/limits';
import { useState, type FormEvent } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { NewTabAnchor } from '../../../components/new-tab-anchor.tsx';
import { buttonClass, textLinkClass } from '../../../components/ui/button.ts';
import { TextField } from '../../../components/ui/field.tsx';
import { formatNumber, formatRand, formatDate } from '../../../lib/language/format.ts';
import { Timestamp } from '../../../components/timestamp.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { ActionButtons, ModeratedSection, type ModerationActions } from '../parts/section.tsx';
import { createReferenceField } from '../parts/confirm-dialog.tsx';
import { planLabel } from '../parts/decision-labels.ts';
import { methodLabel, formatWaitingTime } from './payment-labels.ts';
import {
  confirmPayment,
  declinePayment,
  depositMatchesQuery,
  paymentsQuery,
  declineRefund,
  payRefund,
  refundsQuery,
} from './queries.ts';

type Payment = ReplyOf<typeof listPayments>[number];

const getPaymentActions = ({ reference, email, tier, amountCents }: Payment): ModerationActions => ({
  successTitle: m.users_payment_updated(),
  approve: confirmPayment,
  approveLabel: m.users_payment_confirm(),
  confirmation: {
    title: m.users_payment_confirm_title(),
    facts: [
      [m.confirm_amount(), formatRand(amountCents / 100, { cents: true })],
      [m.confirm_from(), email],
      [m.confirm_expected_reference(), reference],
    ],
    effect: m.users_payment_confirm_effect({ plan: planLabel(tier), email }),
    // A month paid with credits alone is in no bank statement.
    ...(amountCents > 0 && { field: createReferenceField(m.users_payment_reference_hint()) }),
  },
  reject: declinePayment,
  rejectLabel: m.users_payment_decline(),
});

export const Payments = () => (
  <ModeratedSection
    title={m.users_payments()}
    query={paymentsQuery}
    texts={{ loading: m.users_payments_loading(), failed: m.users_payments_failed(), none: m.users_payments_none() }}
    renderItem={(payment) => <PaymentFacts payment={payment} />}
    getActions={getPaymentActions}
  >
    <DepositSearch />
  </ModeratedSection>
);

function PaymentFacts({ payment }: { payment: Payment }) {
  const { id, reference, email, tier, method, amountCents, creditsUsed, createdAt, proofAt } = payment;
  return (
    <>
      <p className="font-mono font-semibold break-all">{reference}</p>
      <p>
        {m.users_payment_text({ amount: formatRand(amountCents / 100, { cents: true }), tier: planLabel(tier) })},{' '}
        {methodLabel(method)}
        {creditsUsed > 0 && <>, {m.users_payment_credits({ count: formatNumber(creditsUsed) })}</>}
      </p>
      <p className="text-sm wrap-break-word text-muted">
        {email}, <Timestamp at={createdAt} />, {formatWaitingTime(createdAt)}
      </p>
      {proofAt ? (
        <p>
          <NewTabAnchor href={`/api/admin/payments/${id}/proof`} className={textLinkClass()}>
            {m.users_payment_proof()}
          </NewTabAnchor>{' '}
          <span className="text-sm text-muted">
            <Timestamp at={proofAt} />
          </span>
        </p>
      ) : (
        <p className="text-sm text-muted">{m.users_payment_no_proof()}</p>
      )}
    </>
  );
}

const clueLabels: Record<DepositMatchReason, () => string> = {
  reference: m.users_clue_reference,
  'near-reference': m.users_clue_near,
  amount: m.users_clue_amount,
  name: m.users_clue_name,
};

/** Matches a line of the bank statement with the pending deposits, because references are often mistyped. */
function DepositSearch() {
  const [line, setLine] = useState('');
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typedLine = new FormData(event.currentTarget).get('line');
    setLine(typeof typedLine === 'string' ? typedLine.trim() : '');
  };
  return (
    <div className="flex flex-col gap-4">
      <form
        onSubmit={search}
        aria-label={m.users_match()}
        className="flex max-w-3xl flex-col gap-3 md:flex-row md:items-end [&>div]:grow"
      >
        <TextField
          id="match-line"
          name="line"
          label={m.users_match_line()}
          hint={m.users_match_hint()}
          note={<LengthNote id="match-line" max={textLimits.title} />}
          required
        />
        <button type="submit" className={buttonClass('secondary', 'needs-scripts shrink-0')}>
          {m.users_match_submit()}
        </button>
      </form>
      {line && <DepositMatches line={line} />}
    </div>
  );
}

function DepositMatches({ line }: { line: string }) {
  const matches = useQuery(depositMatchesQuery(line));
  if (matches.status === 'loading') return <Skeleton label={m.users_match_searching()} className="h-24" />;
  if (matches.status === 'failed') return <QueryFailure message={m.users_match_failed()} query={matches} />;
  if (matches.data.length === 0) return <p role="status">{m.users_match_none()}</p>;
  return (
    <section aria-label={m.users_match_found()} className="flex flex-col gap-3">
      <h4 className="font-semibold">{m.users_match_found()}</h4>
      <ul className="grid gap-4 lg:grid-cols-2">
        {matches.data.map(({ payment, clues }) => (
          <li
            key={payment.id}
            className="flex min-w-0 flex-col gap-2 rounded-card border-2 border-brand bg-surface p-4"
          >
            <PaymentFacts payment={payment} />
            <ul className="flex flex-wrap gap-2">
              {clues.map((clue) => (
                <li key={clue} className="rounded-full bg-brand-soft px-2.5 py-0.5 text-sm font-semibold text-brand">
                  {clueLabels[clue]()}
                </li>
              ))}
            </ul>
            <ActionButtons id={payment.id} {...getPaymentActions(payment)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

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
          <p className="wrap-break-word">
            {m.users_refund_paid({ method: methodLabel(method), date: formatDate(paidAt), reference })}
          </p>
          <p className="text-sm wrap-break-word text-muted">
            {email ?? m.users_refund_deleted()}, <Timestamp at={createdAt} />, {formatWaitingTime(createdAt)}
          </p>
          <p className="text-sm">{getConsequenceText({ amount })}</p>
        </>
      );
    }}
    getActions={({ method, amountCents, email, reference }) => ({
      successTitle: m.users_refund_updated(),
      approve: payRefund,
      approveLabel: method === 'card_payment' ? m.users_refund_pay() : m.users_refund_note(),
      confirmation: {
        title: method === 'card_payment' ? m.users_refund_pay_title() : m.users_refund_note_title(),
        facts: [
          [m.confirm_amount(), formatRand(amountCents / 100, { cents: true })],
          [m.confirm_to(), email ?? m.users_refund_deleted()],
          [m.users_refund_payment(), `${methodLabel(method)}, ${reference}`],
        ],
        effect: method === 'card_payment' ? m.users_refund_pay_effect() : m.users_refund_note_effect(),
        ...(method !== 'card_payment' && { field: createReferenceField(m.users_refund_reference_hint()) }),
      },
      reject: declineRefund,
      rejectLabel: m.users_refund_decline(),
    })}
  />
);
