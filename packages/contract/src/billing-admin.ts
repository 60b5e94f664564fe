/** Billing in the admin console: pending deposits, refunds, differences and invoices. */
import * as z from 'zod/mini';
import { UserId } from './accounts.ts';
import { Invoice, InvoiceId, PaymentId, RefundId } from './billing.ts';
import { moderatedFields, outcomeFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { tiers } from './entitlements.ts';
import { paging, textLimits } from './limits.ts';
import { differenceKinds, invoiceStates, paymentMethods } from './payment-values.ts';
import { id, IsoTime, list, optionalText, required, text } from './schema.ts';
import {
  moderationDefaults,
  pagedQueryFields,
  staffReadDefaults,
  staffCommonErrors,
  pendingListQuery,
  staffWriteDefaults,
} from './staff.ts';

export const Payment = z.object({
  id: PaymentId,
  userId: UserId,
  email: text(254),
  tier: z.enum(tiers),
  method: z.enum(paymentMethods),
  reference: text(40),
  amountCents: z.int(),
  creditsUsed: z.int(),
  /** When the payer sent a proof of the deposit. */
  proofAt: z.nullable(IsoTime),
  ...moderatedFields,
});

export const listPayments = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/payments',
  summary: 'Deposits that wait for confirmation, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(Payment, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

/** Why a pending deposit may match a line of the bank statement. */
export const depositMatchReasons = ['reference', 'near-reference', 'amount', 'name'] as const;
export type DepositMatchReason = (typeof depositMatchReasons)[number];
const MAX_MATCHES = 20;

export const matchDeposits = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/payments/matches',
  summary: 'Waiting deposits that match a bank statement line, best match first.',
  query: z.object({ line: required('TEXT_REQUIRED', textLimits.title) }),
  reply: list(
    z.object({ payment: Payment, clues: list(z.enum(depositMatchReasons), depositMatchReasons.length) }),
    MAX_MATCHES,
  ),
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

/**
 * The reference on the bank statement, stored as evidence of the decision. The screens require it for a transfer; an
 * empty body is accepted.
 */
const bankReference = { body: z.object({ reference: optionalText(textLimits.title) }), mayBeEmpty: true } as const;

const paymentDecision = {
  ...moderationDefaults,
  params: z.object({ id: PaymentId }),
  reply: Payment,
  errors: [...staffCommonErrors, 'PAYMENT_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;
export const getDepositProof = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/payments/:id/proof',
  summary: 'The proof that the payer sent for a waiting deposit.',
  params: z.object({ id: PaymentId }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...staffCommonErrors, 'PAYMENT_NOT_FOUND'],
});
export const confirmPayment = endpoint({
  ...paymentDecision,
  ...bankReference,
  path: '/api/admin/payments/:id/confirm',
  stepUp: true,
  summary: 'Confirms that a payment has arrived.',
  errors: ['INVALID_INPUT', ...paymentDecision.errors, 'CREDITS_USED', 'STEP_UP_REQUIRED'],
});
export const declinePayment = endpoint({
  ...paymentDecision,
  path: '/api/admin/payments/:id/decline',
  summary: 'Declines a payment.',
});

export const AdminRefund = z.object({
  id: RefundId,
  email: z.nullable(text(254)),
  amountCents: z.int(),
  method: z.enum(paymentMethods),
  paidAt: IsoTime,
  reference: text(100),
  ...moderatedFields,
});

export const listRefunds = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/refunds',
  summary: 'Refund requests, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(AdminRefund, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

const refundDecision = {
  ...moderationDefaults,
  params: z.object({ id: RefundId }),
  reply: AdminRefund,
  stepUp: true,
  errors: [...staffCommonErrors, 'REFUND_NOT_FOUND', 'ALREADY_DECIDED', 'STEP_UP_REQUIRED', 'RATE_LIMITED'],
} as const;
export const payRefund = endpoint({
  ...refundDecision,
  ...bankReference,
  path: '/api/admin/refunds/:id/pay',
  summary: 'Refunds at the gateway, or records the payout of a deposit; ends the plan and creates a credit note.',
  errors: ['INVALID_INPUT', ...refundDecision.errors],
});
export const declineRefund = endpoint({
  ...refundDecision,
  path: '/api/admin/refunds/:id/decline',
  summary: 'Declines a refund.',
});

export const DifferenceId = id<'DifferenceId'>();
export const Difference = z.object({
  id: DifferenceId,
  kind: z.enum(differenceKinds),
  /** Numbers and codes, never free text. */
  detail: text(500),
  amountCents: z.nullable(z.int()),
  reference: z.nullable(text(100)),
  email: z.nullable(text(254)),
  note: z.nullable(text(textLimits.text)),
  createdAt: IsoTime,
  settledAt: z.nullable(IsoTime),
});
export type Difference = z.infer<typeof Difference>;

export const listDifferences = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/differences',
  summary: 'Open differences between the books and the gateway, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(Difference, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const settleDifference = endpoint({
  ...staffWriteDefaults,
  method: 'PUT',
  path: '/api/admin/differences/:id/settle',
  summary: 'Records how a difference was resolved.',
  params: z.object({ id: DifferenceId }),
  body: z.object({ note: required('REASON_REQUIRED', textLimits.text) }),
  reply: Difference,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'DIFFERENCE_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

export const AdminInvoice = z.extend(Invoice, { billedTo: text(textLimits.title), ...outcomeFields });

export const listInvoices = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/invoices',
  summary: 'Invoices and credit notes, newest first; searchable by number and recipient.',
  query: z.object({ ...pagedQueryFields, status: z.optional(z.enum(invoiceStates)) }),
  reply: list(AdminInvoice, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const issueInvoice = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/invoices',
  stepUp: true,
  summary: 'Issues the annual invoice of a listing or of API access.',
  body: z.object({
    userId: UserId,
    kind: z.enum(['listing', 'api']),
    billedTo: required('NAME_REQUIRED', textLimits.title),
    address: required('TEXT_REQUIRED', 500),
    vatNumber: z.optional(text(20)),
  }),
  reply: AdminInvoice,
  status: 201,
  idempotencyKey: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'STEP_UP_REQUIRED', 'USER_NOT_FOUND', 'KEY_REUSED', 'RATE_LIMITED'],
});

export const getAdminInvoiceFile = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/invoices/:id/file',
  summary: 'An invoice or credit note as PDF, for the bookkeeping.',
  params: z.object({ id: InvoiceId }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...staffCommonErrors, 'INVOICE_NOT_FOUND'],
});

export const payInvoice = endpoint({
  ...moderationDefaults,
  ...bankReference,
  path: '/api/admin/invoices/:id/pay',
  params: z.object({ id: InvoiceId }),
  stepUp: true,
  summary: 'Confirms that an annual invoice was paid.',
  reply: AdminInvoice,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'INVOICE_NOT_FOUND',
    'ALREADY_DECIDED',
    'STEP_UP_REQUIRED',
    'RATE_LIMITED',
  ],
});

/** The current month in the company's time zone. */
export const MoneyFigures = z.object({
  receivedCents: z.int(),
  refundedCents: z.int(),
  paidPlans: z.int(),
  cardPlans: z.int(),
  waitingDeposits: z.int(),
  askedRefunds: z.int(),
  openDifferences: z.int(),
  overdueInvoices: z.int(),
  /** When the ledger was last checked; null before the first nightly check. */
  provenAt: z.nullable(IsoTime),
});
export type MoneyFigures = z.infer<typeof MoneyFigures>;

export const getMoney = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/money',
  summary: 'The financial figures of the overview.',
  reply: MoneyFigures,
  errors: [...staffCommonErrors],
});

export const billingAdminEndpoints = [
  listPayments,
  matchDeposits,
  getDepositProof,
  confirmPayment,
  declinePayment,
  listRefunds,
  payRefund,
  declineRefund,
  listDifferences,
  settleDifference,
  listInvoices,
  issueInvoice,
  getAdminInvoiceFile,
  payInvoice,
  getMoney,
] as const;
