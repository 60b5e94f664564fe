/**
 * The form that leads to the payment provider. Its fields are signed in their order, so they are posted unchanged. Only
 * a button submits it, never a page that opens: going back must not pay a second time.
 */
import type { CardForm } from '@hakiki/contract/billing';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';

const toFields = ({ paymentData, signature }: CardForm): [name: string, value: string][] =>
  Object.entries({ ...paymentData, signature }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );

/** With a visible button, for browsers without scripts. */
export const GatewayForm = ({ form }: { form: CardForm }) => (
  <form method="post" action={form.payfastUrl}>
    {toFields(form).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button type="submit" className={buttonClass('primary')}>
      {m.gateway_continue()}
    </button>
  </form>
);

/** Submits the form hidden. Resolves only when the person comes back to this page; until then its buttons stay busy. */
export function submitToGateway(cardForm: CardForm): Promise<void> {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = cardForm.payfastUrl;
  form.hidden = true;
  for (const [name, value] of toFields(cardForm)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  return new Promise((resolve) => {
    const onReturn = () => {
      form.remove();
      resolve();
    };
    addEventListener('pageshow', onReturn, { once: true });
    form.submit();
  });
}
