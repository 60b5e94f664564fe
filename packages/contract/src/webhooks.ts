/** Webhooks: notify subscribers' servers of public changes. */
import * as z from 'zod/mini';
import { AlertId } from './alerts.ts';
import { alertTypes, severities } from './alert-values.ts';
import { ProviderId } from './directory.ts';
import { providerTypes, verificationStatuses } from './directory-values.ts';
import { endpoint } from './endpoint.ts';
import { paging } from './limits.ts';
import { riskLevels } from './risk.ts';
import { limitLength, id, IsoTime, list, listOffset, queryInteger, text } from './schema.ts';
import { Message } from './sign-up.ts';
import { languages } from './site.ts';
import {
  deliveryErrors,
  deliveryStates,
  sentEventTypes,
  TEST_EVENT,
  webhookEventTypes,
  webhookLimits,
  webhookStates,
} from './webhook-values.ts';
import { fieldError } from './field-error.ts';

export * from './webhook-values.ts';

export const WebhookId = id<'WebhookId'>();
export type WebhookId = z.infer<typeof WebhookId>;
export const DeliveryId = id<'DeliveryId'>();
export type DeliveryId = z.infer<typeof DeliveryId>;
export const WebhookEventId = id<'WebhookEventId'>();
export type WebhookEventId = z.infer<typeof WebhookEventId>;

const url = text(2000);

/**
 * The data of each event. Strict, so that nothing else can leave. Without the texts of warnings, which receivers read
 * from the API: a text withdrawn meanwhile is never repeated.
 */
const eventData = {
  'provider.changed': z.strictObject({
    id: ProviderId,
    url,
    /** Null if the provider was removed from the register. */
    name: z.nullable(text(200)),
    type: z.nullable(z.enum(providerTypes)),
    verificationStatus: z.nullable(z.enum(verificationStatuses)),
    riskScore: z.nullable(z.enum(riskLevels)),
    countries: list(text(60), 60),
    /** A suspended provider is not listed, but keeps its page. */
    isListed: z.boolean(),
    /** The changed fields, named as in the provider's history. */
    changed: list(text(40), 40),
  }),
  'licence.changed': z.strictObject({
    id: ProviderId,
    url,
    name: text(200),
    licenseInfo: z.nullable(text(500)),
    regulatoryCompliance: z.int(),
    /** `evidence`: a licence or registration was checked again; `register`: a register says something else. */
    changed: list(z.enum(['licenseInfo', 'regulatoryCompliance', 'evidence', 'register']), 4),
  }),
  'alert.published': z.strictObject({
    id: AlertId,
    url,
    alertType: z.enum(alertTypes),
    severity: z.enum(severities),
    language: z.enum(languages),
    affectedCountries: list(text(60), 60),
    /** Set if it is about a listed provider. */
    providerId: z.nullable(ProviderId),
  }),
  'alert.withdrawn': z.strictObject({ id: AlertId, url }),
  [TEST_EVENT]: z.strictObject({ webhookId: WebhookId }),
} as const;

const eventSchema = <Type extends keyof typeof eventData>(type: Type) =>
  z.strictObject({ type: z.literal(type), timestamp: IsoTime, data: eventData[type] });

export const ProviderChangedEvent = eventSchema('provider.changed');
export const LicenceChangedEvent = eventSchema('licence.changed');
export const AlertPublishedEvent = eventSchema('alert.published');
export const AlertWithdrawnEvent = eventSchema('alert.withdrawn');
export const TestEvent = eventSchema(TEST_EVENT);

export const WebhookEvent = z.discriminatedUnion('type', [
  ProviderChangedEvent,
  LicenceChangedEvent,
  AlertPublishedEvent,
  AlertWithdrawnEvent,
  TestEvent,
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Requires the default port and no credentials. Each delivery checks that the IP address is public. */
function isWebhookUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, port, username, password } = new URL(value);
  return protocol === 'https:' && !port && !username && !password && /[.:]/.test(hostname);
}

const events = list(z.enum(webhookEventTypes), webhookEventTypes.length).check(
  z.minLength(1, fieldError('WEBHOOK_EVENTS_REQUIRED')),
);

export const Webhook = z.object({
  id: WebhookId,
  url: text(webhookLimits.url),
  events: list(z.enum(webhookEventTypes), webhookEventTypes.length),
  state: z.enum(webhookStates),
  created: IsoTime,
  /** Since when deliveries fail; null if they succeed. */
  failingSince: z.nullable(IsoTime),
  /** Until when the previous secret also signs; null if there is none. */
  overlapUntil: z.nullable(IsoTime),
});
export type Webhook = z.infer<typeof Webhook>;

/** The response with the secret, which is shown only once. */
export const WebhookWithSecret = z.extend(Webhook, { secret: text(100) });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const NewWebhook = z.strictObject({
  url: z.string(fieldError('WEBHOOK_URL_REQUIRED')).check(
    z.trim(),
    limitLength(webhookLimits.url),
    z.refine((value) => isWebhookUrl(value), { error: fieldError('WEBHOOK_URL_REQUIRED') }),
  ),
  events,
});
export type NewWebhook = z.input<typeof NewWebhook>;

export const WebhookDelivery = z.object({
  id: DeliveryId,
  /** Sent as webhook-id, the same at each attempt. */
  eventId: WebhookEventId,
  type: z.enum(sentEventTypes),
  created: IsoTime,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  lastAttempt: z.nullable(IsoTime),
  /** Only for waiting deliveries. */
  nextAttempt: z.nullable(IsoTime),
  /** The receiver's HTTP status, if there was a response. */
  statusCode: z.nullable(z.int()),
  fault: z.nullable(z.enum(deliveryErrors)),
  /** The beginning of the receiver's response. */
  answer: z.nullable(text(webhookLimits.answer)),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const idParams = z.object({ id: WebhookId });
const readDefaults = { method: 'GET', access: 'entitled:apiKeys', cache: 'personal', rateLimit: 'read' } as const;
const writeDefaults = { access: 'entitled:apiKeys', cache: 'never', rateLimit: 'account' } as const;
const commonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN', 'RATE_LIMITED'] as const;

export const listWebhooks = endpoint({
  ...readDefaults,
  path: '/api/webhooks',
  summary: 'Your webhooks, oldest first.',
  reply: list(Webhook, webhookLimits.perAccount),
  errors: ['NOT_SIGNED_IN', 'FORBIDDEN'],
});

export const createWebhook = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Creates a webhook. Only this response contains its signing secret.',
  body: NewWebhook,
  reply: WebhookWithSecret,
  status: 201,
  errors: ['INVALID_INPUT', ...commonErrors, 'TOO_MANY_WEBHOOKS', 'KEY_REUSED'],
  idempotencyKey: true,
});

export const updateWebhook = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/webhooks/:id',
  summary: 'Changes the events of a webhook, or pauses or resumes it. Waiting events are sent when it is resumed.',
  params: idParams,
  body: z.strictObject({ events: z.optional(events), isPaused: z.optional(z.boolean()) }),
  reply: Webhook,
  errors: ['INVALID_INPUT', ...commonErrors, 'WEBHOOK_NOT_FOUND'],
});

export const deleteWebhook = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Deletes a webhook and all its deliveries.',
  params: idParams,
  reply: Message,
  errors: [...commonErrors, 'WEBHOOK_NOT_FOUND'],
});

export const rotateWebhookSecret = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/webhooks/:id/rotate',
  summary: 'Creates a new secret. For a day, deliveries are signed with both.',
  params: idParams,
  reply: WebhookWithSecret,
  status: 201,
  errors: [...commonErrors, 'WEBHOOK_NOT_FOUND', 'KEY_REUSED'],
  idempotencyKey: true,
});

export const testWebhook = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Sends a test event to this webhook within seconds.',
  params: idParams,
  reply: WebhookDelivery,
  status: 201,
  errors: [...commonErrors, 'WEBHOOK_NOT_FOUND', 'WEBHOOK_PAUSED'],
});

export const listWebhookDeliveries = endpoint({
  ...readDefaults,
  path: '/api/webhooks/:id/deliveries',
  summary: 'Deliveries of a webhook in the last 30 days, newest first.',
  params: idParams,
  query: z.object({
    limit: queryInteger(1, paging.maxLimit, webhookLimits.deliveriesPage),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(WebhookDelivery, paging.maxLimit),
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN', 'FORBIDDEN', 'WEBHOOK_NOT_FOUND'],
});

export const replayDelivery = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/replay',
  summary: 'Sends a delivery once more, under the same id.',
  params: z.object({ id: WebhookId, deliveryId: DeliveryId }),
  reply: WebhookDelivery,
  errors: [...commonErrors, 'WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
});

export const replayDeliveries = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/webhooks/:id/replay',
  summary: 'Sends all deliveries since a time again, or only the failed ones.',
  params: idParams,
  body: z.strictObject({
    since: z.iso.datetime({ offset: true, error: fieldError('TIME_REQUIRED') }),
    onlyFailed: z._default(z.boolean(), false),
  }),
  reply: z.object({ replayed: z.int() }),
  errors: ['INVALID_INPUT', ...commonErrors, 'WEBHOOK_NOT_FOUND'],
});

export const webhookEndpoints = [
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  replayDelivery,
  replayDeliveries,
] as const;
