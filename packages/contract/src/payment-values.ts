/** Constants of payments without their schemas. Amounts are integer cents, and every amount has a currency. */
import { prices } from './prices.ts';

/** The reference of a deposit is this prefix and the end of the user id. */
const PAYMENT_REFERENCE_PREFIX = 'HAKIKI-';
export const toPaymentReference = (userId: string): string => PAYMENT_REFERENCE_PREFIX + userId.slice(-8).toUpperCase();

export const paymentMethods = ['bank_deposit', 'card_payment'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Pending until a person or the gateway confirms that the money has arrived. */
export const paymentStates = ['pending', 'confirmed', 'declined', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Referral credits are a currency of their own: one credit reduces a charge by one rand and is never paid out. */
export const currencies = ['ZAR', 'CREDIT'] as const;
export type Currency = (typeof currencies)[number];

export const premiumCents = prices.premiumPerMonth * 100;
export const sandboxCents = prices.sandboxPayment * 100;
/** The gateway's minimum, except that the first charge of a subscription can be zero. */
export const minCardCents = 500;

/** After a failed card renewal: the gateway retries for five days, and we add one. */
export const graceDays = 6;

export const invoiceKinds = ['premium', 'listing', 'api', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
export const invoiceStates = ['issued', 'paid', 'overdue', 'credited'] as const;
export type InvoiceState = (typeof invoiceStates)[number];
/** Days between the issue of an annual invoice and its due date. */
export const invoiceDueDays = 30;

export const refundStates = ['asked', 'paid', 'declined'] as const;
export type RefundState = (typeof refundStates)[number];

/** Differences between ledger and gateway, until a person has resolved them. */
export const differenceKinds = [
  /** The notice came from outside the gateway's addresses, or could not be confirmed. */
  'notice-held',
  /** Money for a subscription that was replaced, cancelled or is unknown. */
  'charge-unexpected',
  /** Only in the gateway's list or only in ours, or with another amount. */
  'charge-missing',
  /** The gateway does not confirm the end of a cancelled subscription. */
  'cancel-refused',
  /** The ledger does not add up, or does not match the payments. */
  'books-wrong',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
