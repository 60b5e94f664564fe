import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayDeliveries,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@hakiki/contract/webhooks';
import { handle } from '../../platform/http/route.ts';
import type { WebhooksService } from './service.ts';

export const webhooksRoutes = ({ webhooks }: { webhooks: WebhooksService }) => [
  handle(listWebhooks, ({ actor }) => webhooks.list(actor)),
  handle(createWebhook, ({ actor, body, idempotency }) => webhooks.create(actor, body, idempotency)),
  handle(updateWebhook, ({ actor, params, body }) => webhooks.update(actor, params.id, body)),
  handle(deleteWebhook, ({ actor, params }) => webhooks.remove(actor, params.id)),
  handle(rotateWebhookSecret, ({ actor, params, idempotency }) => webhooks.rotate(actor, params.id, idempotency)),
  handle(testWebhook, ({ actor, params }) => webhooks.test(actor, params.id)),
  handle(listWebhookDeliveries, ({ actor, params, query }) => webhooks.listDeliveries(actor, params.id, query)),
  handle(replayDelivery, ({ actor, params }) => webhooks.replayOne(actor, params.id, params.deliveryId)),
  handle(replayDeliveries, ({ actor, params, body }) => webhooks.replaySince(actor, params.id, body)),
];
