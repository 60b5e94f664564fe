import type { Webhook, WebhookDelivery } from '@hakiki/contract/webhooks';
import type { DeliveryRow, WebhookRow } from './store.ts';

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  state: row.state,
  created: row.createdAt.toISOString(),
  failingSince: row.failingSince?.toISOString() ?? null,
  overlapUntil: row.overlapUntil?.toISOString() ?? null,
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  type: row.type,
  created: row.createdAt.toISOString(),
  state: row.state,
  attempts: row.attempts,
  lastAttempt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttempt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
  statusCode: row.statusCode,
  fault: row.fault,
  answer: row.answer,
});
