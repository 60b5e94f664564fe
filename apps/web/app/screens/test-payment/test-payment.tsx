import { TestPayment, type CardForm } from '@hakiki/contract/billing';
import { prices } from '@hakiki/contract/prices';
import { data, useActionData } from 'react-router';
import { FormText, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { GatewayForm, submitToGateway } from '../../components/payments/gateway-form.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { defineMutation } from '../../lib/api/mutations.ts';
import { formAction } from '../../lib/forms/action.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatRand } from '../../lib/language/format.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/test-payment.ts';

const testPaymentForm = defineForm({
  name: 'test-payment',
  mutation: defineMutation('POST', '/api/payment/generate-payfast'),
  schema: TestPayment,
  getFixedValues: () => ({ amount: prices.sandboxPayment.toFixed(2) }),
  failure: { title: m.test_payment_failed, fallback: m.test_payment_failed },
  isFailureRaw: true,
  next: () => pathTo('/test-payment'),
});
const postForm = formAction([testPaymentForm], (leadsOn) => ({ leadsOn }));

/** The page does not exist in production. */
function assertSandbox({ context }: Pick<Route.LoaderArgs, 'context'>): void {
  if (!context.get(siteContext).hasSandbox) throw data(null, { status: 404 });
}

export function loader(args: Route.LoaderArgs) {
  assertSandbox(args);
  return null;
}
export function action(args: Route.ActionArgs) {
  assertSandbox(args);
  return postForm(args);
}

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/test-payment', m.test_payment_title, m.test_payment_description);

export default function TestPaymentPage() {
  const leadsOn = useActionData<{ leadsOn?: CardForm }>()?.leadsOn;
  const form = useForm(testPaymentForm, { onDone: ({ reply }) => submitToGateway(reply) });
  const amount = formatRand(prices.sandboxPayment, { cents: true });
  return (
    <div className="mx-auto flex max-w-[34rem] flex-col gap-5">
      <p className="flex items-start gap-2 rounded-card border border-dashed border-line-strong p-4">
        <Icon name="warning" className="mt-0.5 text-accent" />
        {m.test_payment_sandbox()}
      </p>
      <h1 className="title-page">{m.test_payment_title()}</h1>
      <p className="text-muted">{m.test_payment_lead()}</p>
      <p className="text-lg font-semibold">{m.test_payment_amount({ amount })}</p>
      {leadsOn ? (
        <GatewayForm form={leadsOn} />
      ) : (
        <PostForm state={form} label={m.test_payment_title()}>
          <FormText name="name_first" label={m.test_payment_first_name()} autoComplete="given-name" />
          <FormText name="name_last" label={m.test_payment_last_name()} autoComplete="family-name" />
          <FormEmail name="email_address" label={m.test_payment_email()} />
          <FormText
            name="cell_number"
            type="tel"
            label={m.test_payment_phone()}
            autoComplete="tel"
            inputMode="tel"
            required={false}
          />
          <SubmitButton>{m.test_payment_submit({ amount })}</SubmitButton>
        </PostForm>
      )}
    </div>
  );
}
