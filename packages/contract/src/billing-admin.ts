/** Payments that wait for confirmation. */
import * as z from 'zod/mini';
import { UserId } from './accounts.ts';
import { moderated } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { tiers } from './entitlements.ts';
import { paging } from './limits.ts';
import { list, text } from './schema.ts';
import { moderation, reading, refusals, waiting } from './staff.ts';

export const Payment = z.object({
  id: z.uuid(),
  userId: UserId,
  email: text(254),
  tier: z.enum(tiers),
  reference: text(40),
  amountCents: z.int(),
  ...moderated,
});

export const listPayments = endpoint({
  ...reading,
  path: '/api/admin/payments',
  summary: 'Payments that wait for confirmation, newest first unless `order` is oldest.',
  query: waiting,
  reply: list(Payment, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

const paymentAct = {
  ...moderation,
  reply: Payment,
  errors: [...refusals, 'PAYMENT_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;
export const confirmPayment = endpoint({
  ...paymentAct,
  path: '/api/admin/payments/:id/confirm',
  stepUp: true,
  summary: 'Confirms that a payment has arrived.',
  errors: [...paymentAct.errors, 'STEP_UP_REQUIRED'],
});
export const declinePayment = endpoint({
  ...paymentAct,
  path: '/api/admin/payments/:id/decline',
  summary: 'Declines a payment.',
});

export const billingAdminEndpoints = [listPayments, confirmPayment, declinePayment] as const;
