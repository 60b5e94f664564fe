/** Signed checkout forms for the payment provider. The amounts are computed here; none comes from the browser. */
import type { CardForm } from '@hakiki/contract/billing';
import { premiumCents, sandboxCents } from '@hakiki/contract/payment-values';
import { type Language, localisePath } from '@hakiki/contract/site';
import { AppError } from '../../../platform/app-error.ts';
import type { Checkout, Gateway, SignedForm } from './gateway.ts';

interface Deps {
  gateway: Gateway;
  publicUrl: string;
}

export type CheckoutForms = ReturnType<typeof createCheckoutForms>;

export const toCardForm = ({ url, fields, signature }: SignedForm): CardForm => ({
  payfastUrl: url,
  // The contract lists the gateway's fields: a test compares them in full.
  paymentData: fields as CardForm['paymentData'],
  signature,
});

type CheckoutInput = Pick<Checkout, 'agreementId' | 'payer'>;

export function createCheckoutForms({ gateway, publicUrl }: Deps) {
  const acceptsCards = () => gateway.listMissingSettings('start').length === 0;
  const assertCardsAccepted = () => {
    if (!acceptsCards()) throw new AppError('PAYMENTS_CLOSED');
  };
  const toMoney = (cents: number) => ({ cents, currency: 'ZAR' }) as const;
  const notifyUrl = `${publicUrl}/api/payment/payfast/notify`;

  return {
    acceptsCards,
    assertCardsAccepted,

    createPremiumForm: ({
      firstCents,
      language,
      ...asked
    }: CheckoutInput & { firstCents: number; language: Language }): SignedForm =>
      gateway.start({
        ...asked,
        item: 'Hakiki Premium',
        first: toMoney(firstCents),
        monthly: toMoney(premiumCents),
        returnUrl: `${publicUrl}${localisePath(language, '/subscribe')}?paid=1`,
        cancelUrl: `${publicUrl}${localisePath(language, '/subscribe')}?cancelled=1`,
        notifyUrl,
      }),

    createSandboxForm: (input: CheckoutInput): SignedForm =>
      gateway.start({
        ...input,
        item: 'Sandbox payment',
        first: toMoney(sandboxCents),
        monthly: toMoney(sandboxCents),
        returnUrl: `${publicUrl}/test-payment?paid=1`,
        cancelUrl: `${publicUrl}/test-payment?cancelled=1`,
        notifyUrl,
      }),
  };
}
