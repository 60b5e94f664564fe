/** What a page needs to know about webhooks without their schemas. */

/** What can be told. Each says that something public has changed, and where it can be read. */
export const webhookEventTypes = ['provider.changed', 'licence.changed', 'alert.published', 'alert.withdrawn'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Sent when its owner asks for it, and never otherwise. */
export const TEST_EVENT = 'webhook.test';
export const sentEventTypes = [...webhookEventTypes, TEST_EVENT] as const;

/** Nothing is sent while it is paused: by its owner, or by us because for days nothing could be delivered. */
export const webhookStates = ['active', 'paused', 'failing'] as const;
export type WebhookState = (typeof webhookStates)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why the last attempt was none: before any status was given, or because of the status. */
export const deliveryFaults = ['address', 'certificate', 'redirect', 'status', 'too-slow', 'unreachable'] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

export const webhookLimits = {
  perAccount: 10,
  url: 500,
  /** Of what a receiver answered. */
  answer: 200,
  retryDays: 3,
  /** Both secrets sign for so long after one was replaced. */
  overlapHours: 24,
  deliveriesPage: 20,
} as const;

/** The headers of every delivery, as Standard Webhooks has them. */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
