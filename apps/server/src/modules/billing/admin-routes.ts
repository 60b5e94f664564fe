import {
  confirmPayment,
  declinePayment,
  declineRefund,
  getMoney,
  listDifferences,
  listPayments,
  listRefunds,
  matchDeposits,
  payRefund,
  settleDifference,
} from '@hakiki/contract/billing-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { BillingService } from './service.ts';

export const billingAdminRoutes = ({
  billing: { deposits, refunds, differences, figures },
}: {
  billing: BillingService;
}) => [
  handle(listPayments, async ({ query }) => {
    const { rows, total } = await deposits.listWaiting(query);
    return page(rows, total);
  }),
  handle(matchDeposits, ({ query }) => deposits.match(query)),
  handle(confirmPayment, ({ actor, params }) => deposits.settle(actor, params.id, 'confirmed')),
  handle(declinePayment, ({ actor, params }) => deposits.settle(actor, params.id, 'declined')),
  handle(listRefunds, async ({ query }) => {
    const { rows, total } = await refunds.listAsked(query);
    return page(rows, total);
  }),
  handle(payRefund, ({ actor, params }) => refunds.settle(actor, params.id, 'paid')),
  handle(declineRefund, ({ actor, params }) => refunds.settle(actor, params.id, 'declined')),
  handle(listDifferences, async ({ query }) => {
    const { rows, total } = await differences.listOpen(query);
    return page(rows, total);
  }),
  handle(settleDifference, ({ actor, params, body }) => differences.settle(actor, params.id, body.note)),
  handle(getMoney, () => figures()),
];
