/** Labels of payments and differences. */
import type { DifferenceKind, PaymentMethod } from '@hakiki/contract/payment-values';
import { m } from '../../../paraglide/messages.js';

const methodLabels: Record<PaymentMethod, () => string> = {
  bank_deposit: m.users_payment_deposit,
  card_payment: m.users_payment_card,
};
export const methodLabel = (method: PaymentMethod): string => methodLabels[method]();

const DAY_MS = 86_400_000;

/** How long an item has been pending. */
export function formatWaitingTime(since: string): string {
  const days = Math.floor((Date.now() - new Date(since).getTime()) / DAY_MS);
  return days < 1 ? m.users_payment_today() : m.users_payment_days({ count: days });
}

const differenceLabels: Record<DifferenceKind, () => string> = {
  'notice-held': m.users_difference_held,
  'charge-unexpected': m.users_difference_unexpected,
  'charge-missing': m.users_difference_missing,
  'cancel-refused': m.users_difference_cancel,
  'books-wrong': m.users_difference_books,
};
export const differenceLabel = (kind: DifferenceKind): string => differenceLabels[kind]();
