/** The values of money without their schemas: amounts are whole cents, and every amount says its currency. */
import { prices } from './prices.ts';

/** What everybody who pays by deposit writes on it is this and the end of their user id. */
const PAYMENT_REFERENCE_PREFIX = 'HAKIKI-';
export const paymentReferenceOf = (userId: string): string => PAYMENT_REFERENCE_PREFIX + userId.slice(-8).toUpperCase();

export const paymentMethods = ['bank_deposit', 'card_payment'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Pending until somebody or the gateway says that the money is there. */
export const paymentStates = ['pending', 'confirmed', 'declined', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Credits of referrals are a currency of their own: one lowers a charge by one rand and is never paid out. */
export const currencies = ['ZAR', 'CREDIT'] as const;
export type Currency = (typeof currencies)[number];

export const premiumCents = prices.premiumPerMonth * 100;
export const sandboxCents = prices.sandboxPayment * 100;
/** Below it the gateway takes nothing, except nothing at all as the first charge of a subscription. */
export const leastCardCents = 500;

/** After a card renewal that failed: the gateway tries for five days, and one more is ours. */
export const graceDays = 6;

export const invoiceKinds = ['premium', 'listing', 'api', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
export const invoiceStates = ['issued', 'paid', 'overdue', 'credited'] as const;
export type InvoiceState = (typeof invoiceStates)[number];
/** An annual invoice is due so many days after it was issued. */
export const invoiceDueDays = 30;

export const refundStates = ['asked', 'paid', 'declined'] as const;
export type RefundState = (typeof refundStates)[number];

/** What the books and the gateway do not agree on, until somebody has settled it. */
export const differenceKinds = [
  /** Came from an address outside the gateway's ranges, or could not be confirmed. */
  'notice-held',
  /** Money for a subscription that was replaced, cancelled or is unknown. */
  'charge-unexpected',
  /** In the gateway's list and not in ours, or the other way round, or of another amount. */
  'charge-missing',
  /** The gateway does not say that a cancelled subscription has ended. */
  'cancel-refused',
  /** The ledger does not add up, or does not follow from the payments. */
  'books-wrong',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
