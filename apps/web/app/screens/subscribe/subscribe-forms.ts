/** The two ways to request Premium. The server decides the price. */
import type { PaymentMethod } from '@hakiki/contract/payment-values';
import { authUser } from '../../lib/api/auth.ts';
import { read } from '../../lib/api/reads.ts';
import { write } from '../../lib/api/writes.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { describeForm, type Values } from '../../lib/forms/forms.ts';
import { to } from '../../lib/pages/paths.ts';
import { subscriptionRead } from '../../lib/plans/reads.ts';
import { m } from '../../paraglide/messages.js';

export const paymentInfoRead = read('/api/site-info/payment');

/** The user's status changes, which header, gates and dashboard depend on. */
const upgrade = write('POST', '/api/subscription/upgrade', { refreshes: [authUser, subscriptionRead] });

const asking = (method: PaymentMethod) => ({
  safeParse(given: unknown) {
    const { reference } = given as Values;
    return { success: true, data: { method, ...(reference && { reference }), language: currentLanguage() } } as const;
  },
});

const failure = { title: m.subscribe_error, fallback: m.server_unexpected };

export const depositForm = describeForm({
  name: 'deposit',
  write: upgrade,
  schema: asking('bank_deposit'),
  failure,
  next: () => to('/subscribe'),
});

export const cardForm = describeForm({
  name: 'card',
  write: upgrade,
  schema: asking('card_payment'),
  failure,
  next: () => to('/subscribe?tab=card'),
});
