/** Signed checkout forms for the payment provider. The amounts are computed here; none comes from the browser. */
import type { CardForm } from '@hakiki/contract/billing';
import { premiumCents, sandboxCents } from '@hakiki/contract/payment-values';
import { type Language, localisePath } from '@hakiki/contract/site';
import { AppError } from '../../platform/app-error.ts';
import type { Checkout, Gateway, SignedForm } from './gateway.ts';

interface Needs {
  gateway: Gateway;
  publicUrl: string;
}

export type Forms = ReturnType<typeof createForms>;

export const formOf = ({ url, fields, signature }: SignedForm): CardForm => ({
  payfastUrl: url,
  // The contract lists the gateway's fields: a test compares them in full.
  paymentData: fields as CardForm['paymentData'],
  signature,
});

type Asked = Pick<Checkout, 'agreementId' | 'payer'>;

export function createForms({ gateway, publicUrl }: Needs) {
  const acceptsCards = () => gateway.readiness('start').length === 0;
  const assertCardsAccepted = () => {
    if (!acceptsCards()) throw new AppError('PAYMENTS_CLOSED');
  };
  const rand = (cents: number) => ({ cents, currency: 'ZAR' }) as const;
  const notifyUrl = `${publicUrl}/api/payment/payfast/notify`;

  return {
    acceptsCards,
    assertCardsAccepted,

    premium: ({ firstCents, language, ...asked }: Asked & { firstCents: number; language: Language }): SignedForm =>
      gateway.start({
        ...asked,
        item: 'Hakiki Premium',
        first: rand(firstCents),
        monthly: rand(premiumCents),
        returnUrl: `${publicUrl}${localisePath(language, '/subscribe')}?paid=1`,
        cancelUrl: `${publicUrl}${localisePath(language, '/subscribe')}?cancelled=1`,
        notifyUrl,
      }),

    sandbox: (asked: Asked): SignedForm =>
      gateway.start({
        ...asked,
        item: 'Sandbox payment',
        first: rand(sandboxCents),
        monthly: rand(sandboxCents),
        returnUrl: `${publicUrl}/test-payment?paid=1`,
        cancelUrl: `${publicUrl}/test-payment?cancelled=1`,
        notifyUrl,
      }),
  };
}
