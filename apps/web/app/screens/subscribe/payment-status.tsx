import type { CardForm, Subscription } from '@hakiki/contract/billing';
import { waitingTimes } from '@hakiki/contract/limits';
import { useActionData } from 'react-router';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { GatewayForm } from '../../components/payments/gateway-form.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { Callout } from '../../components/ui/callout.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { closeDrawer, getOpenButtonProps } from '../../components/ui/drawer.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatDate, formatRand } from '../../lib/language/format.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import { m } from '../../paraglide/messages.js';
import { withdrawForm } from './subscribe-forms.ts';

type Pending = NonNullable<Subscription['pending']>;

/** Nothing is being processed before the person has paid. */
function getTitle({ method, proofAt }: Pending, hasPaid: boolean): string {
  if (method === 'card_payment') return hasPaid ? m.subscribe_processing() : m.subscribe_card_waiting();
  return proofAt ? m.subscribe_deposit_checking_title() : m.subscribe_deposit_waiting_title();
}

interface Props {
  /** Whether the user returns from the payment provider, and with which outcome. */
  hasPaid: boolean;
  hasCancelled: boolean;
}

export function PaymentStatus({ hasPaid, hasCancelled }: Props) {
  const subscription = useQuery(subscriptionQuery);
  // Without scripts, a button posts this form to the payment provider.
  const leadsOn = useActionData<{ leadsOn?: CardForm }>()?.leadsOn;
  if (leadsOn) {
    return (
      <Callout icon="lock" title={m.subscribe_leads_on()}>
        <p className="mb-2">{m.subscribe_leads_on_text()}</p>
        <GatewayForm form={leadsOn} />
      </Callout>
    );
  }
  const pending = subscription.status === 'ready' ? subscription.data.pending : null;
  if (hasCancelled && pending?.method !== 'bank_deposit') {
    return (
      <Callout icon="info" title={m.subscribe_left()}>
        <p>{m.subscribe_left_text()}</p>
      </Callout>
    );
  }
  if (!pending) return null;
  // A month paid with credits needs no money.
  if (pending.amountCents === 0) {
    return <Callout icon="clock" title={m.subscribe_processing()} />;
  }
  const amount = formatRand(pending.amountCents / 100, { cents: true });
  const date = formatDate(pending.createdAt);
  return (
    <div className="flex flex-col items-start gap-1">
      <Callout icon="clock" title={getTitle(pending, hasPaid)}>
        {pending.method === 'bank_deposit' ? (
          <p>
            {pending.proofAt
              ? m.subscribe_deposit_checking({ amount, ...waitingTimes.bankDepositBusinessDays })
              : m.subscribe_deposit_waiting({ amount, date })}
          </p>
        ) : (
          <>
            <p>{hasPaid ? m.subscribe_processing_returned() : m.subscribe_processing_card({ amount, date })}</p>
            {!hasPaid && <p>{m.subscribe_processing_again()}</p>}
          </>
        )}
      </Callout>
      {pending.method === 'bank_deposit' && <WithdrawDeposit amount={amount} />}
    </div>
  );
}

const WITHDRAW_DIALOG_ID = 'withdraw-deposit';

/** A deposit keeps the card closed, so that nobody pays twice. The money may be on its way, so it asks first. */
function WithdrawDeposit({ amount }: { amount: string }) {
  const form = useForm(withdrawForm, {
    onDone() {
      closeDrawer(WITHDRAW_DIALOG_ID);
      showToast({ title: m.deposit_withdrawn(), description: m.deposit_withdrawn_text(), isInline: true });
    },
  });
  return (
    <>
      <button type="button" {...getOpenButtonProps(WITHDRAW_DIALOG_ID)} className={textLinkClass()}>
        {m.deposit_withdraw()}
      </button>
      <ConfirmDialog id={WITHDRAW_DIALOG_ID} title={m.deposit_withdraw_title()} cancelLabel={m.deposit_withdraw_keep()}>
        <p>{m.deposit_withdraw_text({ amount })}</p>
        <PostForm state={form} label={m.deposit_withdraw()}>
          <SubmitButton variant="danger">{m.deposit_withdraw()}</SubmitButton>
        </PostForm>
      </ConfirmDialog>
    </>
  );
}
