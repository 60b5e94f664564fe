/** How the plan is paid: pending payments, failures, and what the user can do about them. */
import type { User } from '@hakiki/contract/accounts';
import type { Subscription } from '@hakiki/contract/billing';
import type { RefundState } from '@hakiki/contract/payment-values';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { closeDrawer, getOpenButtonProps } from '../../components/ui/drawer.tsx';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatDate, formatRand } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { cancelForm, refundForm } from './plan-forms.ts';

const formatCents = (cents: number): string => formatRand(cents / 100, { cents: true });

const refundTexts: Record<RefundState, (params: { amount: string; date: string }) => string> = {
  asked: m.plan_refund_asked,
  paid: m.plan_refund_paid,
  declined: m.plan_refund_declined,
};

interface Props {
  user: User;
  plan: Subscription;
}

type Pending = NonNullable<Subscription['pending']>;

const getPendingText = ({ method, amountCents, proofAt }: Pending) => {
  if (method === 'card_payment' || amountCents === 0) return m.plan_pending;
  return proofAt ? m.plan_checking_deposit : m.plan_waiting_deposit;
};

export function PlanStatus({ user, plan }: Props) {
  const { pending, failedSince, refund, refundableUntil } = plan;
  const isPremium = user.subscriptionTier === 'premium';
  /** The end of the paid period. Access may last longer while a failed card is retried. */
  const paidUntil = user.subscriptionEndsAt;
  // 'pending' beside Premium is from before payments for the next month left the plan active.
  const isRunning = user.subscriptionStatus === 'active' || user.subscriptionStatus === 'pending';
  return (
    <>
      {pending && (
        <StatusLine icon="clock">
          {getPendingText(pending)({ amount: formatCents(pending.amountCents) })}{' '}
          {isPremium && <>{m.plan_next_month()} </>}
          <Link
            to={pathTo(pending.method === 'card_payment' ? '/subscribe?tab=card' : '/subscribe')}
            className={textLinkClass()}
          >
            {m.plan_pending_link()}
          </Link>
        </StatusLine>
      )}
      {failedSince && plan.accessUntil && (
        <StatusLine icon="warning" isWarning>
          {m.plan_grace({ date: formatDate(plan.accessUntil) })}
        </StatusLine>
      )}
      {isPremium && user.subscriptionStatus === 'cancelled' && paidUntil && (
        <StatusLine icon="info">{m.plan_cancelled({ date: formatDate(paidUntil) })}</StatusLine>
      )}
      {user.subscriptionStatus === 'expired' && <StatusLine icon="info">{m.plan_expired()}</StatusLine>}
      {refund && (
        <StatusLine icon="info">
          {refundTexts[refund.status]({ amount: formatCents(refund.amountCents), date: formatDate(refund.createdAt) })}
        </StatusLine>
      )}
      {isPremium && isRunning && <CancelPlan until={paidUntil} />}
      {refundableUntil && (!refund || refund.status === 'paid') && <RequestRefund until={refundableUntil} />}
    </>
  );
}

const StatusLine = ({ icon, isWarning, children }: { icon: IconName; isWarning?: true; children: ReactNode }) => (
  <div role="status" className="flex items-start gap-2">
    <Icon name={icon} className={`mt-0.5 ${isWarning ? 'text-flagged' : 'text-brand'}`} />
    <p className="min-w-0">{children}</p>
  </div>
);

const CANCEL_DIALOG_ID = 'cancel-plan';

function CancelPlan({ until }: { until: string | null }) {
  const form = useForm(cancelForm, {
    onDone({ reply: { subscriptionEndsAt } }) {
      closeDrawer(CANCEL_DIALOG_ID);
      const date = subscriptionEndsAt ?? until;
      const description = date ? m.plan_cancel_text({ date: formatDate(date) }) : m.plan_cancel_open();
      showToast({ title: m.plan_cancel_done(), description, isInline: true });
    },
  });
  return (
    <>
      <button type="button" {...getOpenButtonProps(CANCEL_DIALOG_ID)} className={buttonClass('secondary')}>
        {m.plan_cancel()}
      </button>
      <ConfirmDialog id={CANCEL_DIALOG_ID} title={m.plan_cancel_title()} cancelLabel={m.plan_cancel_keep()}>
        <p>{until ? m.plan_cancel_text({ date: formatDate(until) }) : m.plan_cancel_open()}</p>
        <PostForm state={form} label={m.plan_cancel()}>
          <SubmitButton variant="danger">{m.plan_cancel()}</SubmitButton>
        </PostForm>
      </ConfirmDialog>
    </>
  );
}

const REFUND_DIALOG_ID = 'ask-refund';

function RequestRefund({ until }: { until: string }) {
  const form = useForm(refundForm, {
    onDone() {
      closeDrawer(REFUND_DIALOG_ID);
      showToast({ title: m.plan_refund_done(), description: m.plan_refund_done_text(), isInline: true });
    },
  });
  return (
    <>
      <button type="button" {...getOpenButtonProps(REFUND_DIALOG_ID)} className={buttonClass('quiet')}>
        {m.plan_refund()}
      </button>
      <ConfirmDialog id={REFUND_DIALOG_ID} title={m.plan_refund_title()} cancelLabel={m.plan_refund_keep()}>
        <p>{m.plan_refund_text({ date: formatDate(until) })}</p>
        <PostForm state={form} label={m.plan_refund()}>
          <SubmitButton>{m.plan_refund()}</SubmitButton>
        </PostForm>
      </ConfirmDialog>
    </>
  );
}
