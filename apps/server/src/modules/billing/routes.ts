import {
  askRefund,
  cancelSubscription,
  generateTestPayment,
  getPaymentInfo,
  getSubscription,
  notifyPayment,
  sendDepositProof,
  upgradeSubscription,
  withdrawDeposit,
} from '@hakiki/contract/billing';
import { handle } from '../../platform/http/route.ts';
import type { BillingService } from './service.ts';

export const billingRoutes = ({ billing }: { billing: BillingService }) => [
  handle(upgradeSubscription, ({ actor, body }) => billing.subscriptions.upgrade(actor, body)),
  handle(withdrawDeposit, ({ actor }) => billing.subscriptions.withdrawDeposit(actor)),
  handle(
    sendDepositProof,
    ({ actor, body }) => billing.depositProofs.add(actor, body),
    ({ actor }) => billing.depositProofs.assertDepositPending(actor),
  ),
  handle(cancelSubscription, ({ actor }) => billing.subscriptions.cancel(actor)),
  handle(getSubscription, ({ actor }) => billing.subscriptions.describe(actor)),
  handle(askRefund, ({ actor }) => billing.refunds.request(actor)),
  handle(getPaymentInfo, () => billing.subscriptions.paymentInfo()),
  handle(generateTestPayment, ({ body }) => billing.createTestPayment(body)),
  handle(notifyPayment, ({ body, request, clientIp }) => billing.notices.receive(body, request.headers, clientIp)),
];
