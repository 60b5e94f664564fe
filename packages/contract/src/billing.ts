/** Paying for Premium. Only the server sets amounts. */
import * as z from 'zod/mini';
import { subscriptionStatuses } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { evidenceLimits, paging, textLimits } from './limits.ts';
import { invoiceKinds, invoiceStates, paymentMethods, refundStates } from './payment-values.ts';
import { email, id, IsoTime, list, listOffset, optionalText, queryInteger, required, text } from './schema.ts';
import { languages } from './site.ts';

export const PaymentId = id<'PaymentId'>();
export type PaymentId = z.infer<typeof PaymentId>;
export const InvoiceId = id<'InvoiceId'>();
export type InvoiceId = z.infer<typeof InvoiceId>;
export const RefundId = id<'RefundId'>();
export type RefundId = z.infer<typeof RefundId>;

const gatewayField = text(2000);
const optionalGatewayField = z.optional(gatewayField);

/** The fields of the hidden form in the order of their signature; empty fields are left out. */
const PaymentData = z.object({
  merchant_id: gatewayField,
  merchant_key: gatewayField,
  return_url: gatewayField,
  cancel_url: gatewayField,
  notify_url: gatewayField,
  name_first: optionalGatewayField,
  name_last: optionalGatewayField,
  email_address: optionalGatewayField,
  cell_number: optionalGatewayField,
  m_payment_id: gatewayField,
  amount: gatewayField,
  item_name: gatewayField,
  subscription_type: gatewayField,
  recurring_amount: gatewayField,
  frequency: gatewayField,
  cycles: gatewayField,
});

export const CardForm = z.object({
  payfastUrl: text(2000),
  paymentData: PaymentData,
  signature: text(32),
});
export type CardForm = z.infer<typeof CardForm>;

const writeDefaults = { access: 'signed-in', cache: 'never', rateLimit: 'account' } as const;
const readDefaults = { method: 'GET', access: 'signed-in', cache: 'personal', rateLimit: 'read' } as const;

export const upgradeSubscription = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/subscription/upgrade',
  summary: 'Requests Premium by deposit, or by card with the form for the payment provider.',
  body: z.object({
    method: z.enum(paymentMethods),
    /** Accepted for compatibility, but the server computes its own reference. */
    reference: optionalText(40),
    /** The language of the page to which the payment provider returns. */
    language: z.optional(z.enum(languages)),
  }),
  reply: z.object({
    message: text(300),
    /** Pending, or unchanged if the payment is for the month after a plan in force. */
    subscriptionStatus: z.enum(subscriptionStatuses),
    reference: z.optional(text(40)),
    payment: z.optional(CardForm),
  }),
  errors: [
    'INVALID_INPUT',
    'NOT_SIGNED_IN',
    'PLAN_ACTIVE',
    'ALREADY_SUBSCRIBED',
    'DEPOSIT_PENDING',
    'PAYMENTS_CLOSED',
    'RATE_LIMITED',
  ],
});

export const withdrawDeposit = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/subscription/withdraw',
  summary: 'Withdraws the pending deposit and its proof. The caller will not pay by deposit.',
  reply: z.object({ message: text(300) }),
  errors: ['NOT_SIGNED_IN', 'NO_PENDING_DEPOSIT', 'RATE_LIMITED'],
});

export const sendDepositProof = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/subscription/proof',
  summary: 'Sends the proof of the pending deposit, a picture or a PDF. A later one replaces it.',
  body: z.instanceof(Uint8Array<ArrayBuffer>),
  uploadBytes: evidenceLimits.fileBytes,
  reply: z.object({ proofAt: IsoTime }),
  errors: ['NOT_SIGNED_IN', 'NO_PENDING_DEPOSIT', 'FILE_REFUSED', 'TOO_LARGE', 'RATE_LIMITED'],
});

export const cancelSubscription = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/subscription/cancel',
  summary: 'Cancels Premium at the end of the paid period; nothing more is charged.',
  reply: z.object({
    message: text(300),
    subscriptionStatus: z.enum(subscriptionStatuses),
    subscriptionEndsAt: z.nullable(IsoTime),
  }),
  errors: ['NOT_SIGNED_IN', 'NOT_SUBSCRIBED', 'RATE_LIMITED'],
});

const Refund = z.object({ id: RefundId, status: z.enum(refundStates), amountCents: z.int(), createdAt: IsoTime });

export const Subscription = z.object({
  /** The amount of the next deposit or first card charge, after credits. */
  nextChargeCents: z.int(),
  credits: z.int(),
  pending: z.nullable(
    z.object({
      method: z.enum(paymentMethods),
      amountCents: z.int(),
      creditsUsed: z.int(),
      createdAt: IsoTime,
      /** When the proof of a deposit arrived. */
      proofAt: z.nullable(IsoTime),
    }),
  ),
  /** When the card is charged next, unless the plan is cancelled. */
  renewsAt: z.nullable(IsoTime),
  /** Since when the card could not be charged; access lasts for the grace period. */
  failedSince: z.nullable(IsoTime),
  accessUntil: z.nullable(IsoTime),
  /** The end of the money-back guarantee; null if there is nothing to refund. */
  refundableUntil: z.nullable(IsoTime),
  refund: z.nullable(Refund),
});
export type Subscription = z.infer<typeof Subscription>;

export const getSubscription = endpoint({
  ...readDefaults,
  path: '/api/subscription',
  summary: "How the caller's plan is paid.",
  reply: Subscription,
  errors: ['NOT_SIGNED_IN'],
});

export const askRefund = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/subscription/refund',
  summary: 'Requests a refund within the guarantee period; the plan ends when the refund is paid.',
  reply: z.object({ message: text(300), refund: Refund }),
  errors: ['NOT_SIGNED_IN', 'NOTHING_TO_REFUND', 'RATE_LIMITED'],
});

/** Bank details for deposits; for signed-in users only. */
export const PaymentInfo = z.object({
  bank: text(textLimits.title),
  accountHolder: text(textLimits.title),
  accountNumber: text(40),
  branchCode: text(20),
  financeEmail: text(254),
  takesCards: z.boolean(),
});
export type PaymentInfo = z.infer<typeof PaymentInfo>;

export const getPaymentInfo = endpoint({
  ...readDefaults,
  path: '/api/site-info/payment',
  summary: 'The bank account for deposits and the address for proofs of payment.',
  reply: PaymentInfo,
  errors: ['NOT_SIGNED_IN'],
});

export const TestPayment = z.object({
  name_first: required('NAME_REQUIRED'),
  name_last: required('NAME_REQUIRED'),
  email_address: email(),
  cell_number: optionalText(20),
  amount: z.literal('5.00'),
});

export const generateTestPayment = endpoint({
  method: 'POST',
  path: '/api/payment/generate-payfast',
  summary: 'A sandbox payment of R5.00, outside production only.',
  access: 'public',
  body: TestPayment,
  reply: CardForm,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'PAYMENTS_CLOSED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'publicForm',
});

/** Larger than any notice of the gateway. */
export const MAX_NOTICE_BYTES = 16_384;

export const notifyPayment = endpoint({
  method: 'POST',
  path: '/api/payment/payfast/notify',
  summary: 'Receives a notification from the payment provider. It is only a hint: the payment is verified afterwards.',
  access: 'public',
  body: z.instanceof(Uint8Array<ArrayBuffer>),
  uploadBytes: MAX_NOTICE_BYTES,
  reply: z.object({ received: z.literal(true) }),
  errors: ['INVALID_INPUT', 'TOO_LARGE', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'paymentNotice',
});

export const Invoice = z.object({
  id: InvoiceId,
  number: text(40),
  kind: z.enum(invoiceKinds),
  status: z.enum(invoiceStates),
  description: text(textLimits.title),
  totalCents: z.int(),
  /** Included in the total; null if the company is not registered for VAT. */
  vatCents: z.nullable(z.int()),
  /** The first and the last day that are paid for; null where the payment has no period, and on credit notes. */
  periodFrom: z.nullable(z.iso.date()),
  periodTo: z.nullable(z.iso.date()),
  issuedOn: z.iso.date(),
  dueOn: z.nullable(z.iso.date()),
  paidOn: z.nullable(z.iso.date()),
});
export type Invoice = z.infer<typeof Invoice>;

export const listOwnInvoices = endpoint({
  ...readDefaults,
  path: '/api/account/invoices',
  summary: "The caller's invoices and credit notes, newest first.",
  query: z.object({
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(Invoice, paging.maxLimit),
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN'],
});

export const getInvoiceFile = endpoint({
  ...readDefaults,
  path: '/api/account/invoices/:id/file',
  summary: 'An invoice of the caller as PDF.',
  params: z.object({ id: InvoiceId }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: ['NOT_SIGNED_IN', 'INVOICE_NOT_FOUND'],
});

export const billingEndpoints = [
  upgradeSubscription,
  withdrawDeposit,
  sendDepositProof,
  cancelSubscription,
  getSubscription,
  askRefund,
  getPaymentInfo,
  generateTestPayment,
  notifyPayment,
  listOwnInvoices,
  getInvoiceFile,
] as const;
