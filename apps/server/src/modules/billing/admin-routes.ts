import {
  confirmPayment,
  declinePayment,
  declineRefund,
  getDepositProof,
  getMoney,
  listDifferences,
  listPayments,
  listRefunds,
  matchDeposits,
  payRefund,
  settleDifference,
} from '@hakiki/contract/billing-admin';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { handle, page, withHeaders } from '../../platform/http/route.ts';
import type { BillingService } from './service.ts';

export const billingAdminRoutes = ({ billing }: { billing: BillingService }) => [
  handle(listPayments, async ({ query }) => {
    const { rows, total } = await billing.deposits.listPending(query);
    return page(rows, total);
  }),
  handle(matchDeposits, ({ query }) => billing.deposits.match(query)),
  handle(getDepositProof, async ({ params }) => {
    const { name, type, bytes } = await billing.depositProofs.read(params.id);
    return withHeaders(bytes, [
      ['Content-Type', type],
      ['Content-Disposition', contentDisposition(type, name)],
    ]);
  }),
  handle(confirmPayment, ({ actor, params, body }) =>
    billing.deposits.decide(actor, params.id, { status: 'confirmed', ...body }),
  ),
  handle(declinePayment, ({ actor, params }) => billing.deposits.decide(actor, params.id, { status: 'declined' })),
  handle(listRefunds, async ({ query }) => {
    const { rows, total } = await billing.refunds.listRequested(query);
    return page(rows, total);
  }),
  handle(payRefund, ({ actor, params, body }) => billing.refunds.decide(actor, params.id, { status: 'paid', ...body })),
  handle(declineRefund, ({ actor, params }) => billing.refunds.decide(actor, params.id, { status: 'declined' })),
  handle(listDifferences, async ({ query }) => {
    const { rows, total } = await billing.differences.listOpen(query);
    return page(rows, total);
  }),
  handle(settleDifference, ({ actor, params, body }) => billing.differences.settle(actor, params.id, body.note)),
  handle(getMoney, () => billing.figures()),
];
