/** The two ways to request Premium. The server decides the price. */
import type { PaymentMethod } from '@hakiki/contract/payment-values';
import { authUser } from '../../lib/api/auth.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { defineForm, emptySchema, type Values } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import { m } from '../../paraglide/messages.js';

export const paymentInfoQuery = defineQuery('/api/site-info/payment');

/** The user's status changes, which header, gates and dashboard depend on. */
const refreshes = [authUser, subscriptionQuery];
const upgrade = defineMutation('POST', '/api/subscription/upgrade', { refreshes });

const createPaymentSchema = (method: PaymentMethod) => ({
  safeParse(values: unknown) {
    const { reference } = values as Values;
    return { success: true, data: { method, ...(reference && { reference }), language: currentLanguage() } } as const;
  },
});

const failure = { title: m.subscribe_error, fallback: m.error_unexpected };

export const depositForm = defineForm({
  name: 'deposit',
  mutation: upgrade,
  schema: createPaymentSchema('bank_deposit'),
  failure,
  next: () => pathTo('/subscribe'),
});

export const withdrawForm = defineForm({
  name: 'withdraw-deposit',
  mutation: defineMutation('POST', '/api/subscription/withdraw', { refreshes }),
  schema: emptySchema,
  failure,
  next: () => pathTo('/subscribe?tab=card'),
});

/** The form that uploads the proof of a deposit. */
export const PROOF_FORM = 'deposit-proof';
export const PROOF_FIELD = 'proof';

export const cardForm = defineForm({
  name: 'card',
  mutation: upgrade,
  schema: createPaymentSchema('card_payment'),
  failure,
  next: () => pathTo('/subscribe?tab=card'),
});
