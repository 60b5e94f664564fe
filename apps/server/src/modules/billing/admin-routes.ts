import { confirmPayment, declinePayment, listPayments } from '@hakiki/contract/billing-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { BillingService } from './service.ts';

export const billingAdminRoutes = ({ billing }: { billing: BillingService }) => [
  handle(listPayments, async ({ query }) => {
    const { rows, total } = await billing.listPending(query);
    return page(rows, total);
  }),
  handle(confirmPayment, ({ actor, params }) => billing.settle(actor, params.id, 'confirmed')),
  handle(declinePayment, ({ actor, params }) => billing.settle(actor, params.id, 'declined')),
];
