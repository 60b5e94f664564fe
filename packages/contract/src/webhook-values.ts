/** Constants of webhooks without their schemas. */

/** Each event says that something public has changed, and where to read it. */
export const webhookEventTypes = ['provider.changed', 'licence.changed', 'alert.published', 'alert.withdrawn'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Sent only on request of the owner. */
export const TEST_EVENT = 'webhook.test';
export const sentEventTypes = [...webhookEventTypes, TEST_EVENT] as const;

/** Deliveries stop while it is paused by its owner, or by us after days of failures. */
export const webhookStates = ['active', 'paused', 'failing'] as const;
export type WebhookState = (typeof webhookStates)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why the last attempt failed: before a response, or because of its status. */
export const deliveryErrors = ['address', 'certificate', 'redirect', 'status', 'too-slow', 'unreachable'] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

export const webhookLimits = {
  perAccount: 10,
  url: 500,
  /** Characters of the receiver's response that are stored. */
  answer: 200,
  retryDays: 3,
  /** How long both secrets sign after a rotation. */
  overlapHours: 24,
  deliveriesPage: 20,
} as const;

/** The headers of every delivery, as defined by Standard Webhooks. */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
