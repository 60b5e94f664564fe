import type { PaymentInfo, Subscription } from '@hakiki/contract/billing';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { submitToGateway } from '../../components/payments/gateway-form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { Amount } from './amount.tsx';
import { cardForm } from './subscribe-forms.ts';

export function CardPayment({ plan, info }: { plan: Subscription; info: PaymentInfo }) {
  const form = useForm(cardForm, {
    async onDone({ reply: { payment } }) {
      showToast({ title: m.subscribe_done(), description: m.subscribe_done_text() });
      if (payment) await submitToGateway(payment);
    },
  });
  if (!info.takesCards) {
    return (
      <Notice icon="clock" title={m.subscribe_closed()}>
        <p className="text-muted">{m.subscribe_closed_text()}</p>
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <Amount cents={plan.nextChargeCents} credits={plan.credits} isRecurring />
      <p className="max-w-[68ch]">{m.subscribe_card_text()}</p>
      <PostForm state={form} label={m.subscribe_tab_card()}>
        <SubmitButton className="md:self-start" busyLabel={m.subscribe_leaving()}>
          {m.subscribe_card_submit()}
        </SubmitButton>
      </PostForm>
    </div>
  );
}
