/** Describes the events that the server sends to customers, as OpenAPI's webhooks. */
import {
  AlertPublishedEvent,
  AlertWithdrawnEvent,
  LicenceChangedEvent,
  ProviderChangedEvent,
  type sentEventTypes,
  TestEvent,
  webhookHeaders,
} from '@hakiki/contract/webhooks';
import type { z } from 'zod';
import type { Schemas } from './schemas.ts';

/** The tag of the contract's area. */
export const WEBHOOKS_TAG = 'Webhooks';

interface EventDescription {
  schema: z.core.$ZodType;
  operationId: string;
  summary: string;
}

const events: Record<(typeof sentEventTypes)[number], EventDescription> = {
  'provider.changed': {
    schema: ProviderChangedEvent,
    operationId: 'onProviderChanged',
    summary: 'A provider was listed, changed or removed.',
  },
  'licence.changed': {
    schema: LicenceChangedEvent,
    operationId: 'onLicenceChanged',
    summary: 'The licence of a provider changed, or was checked again.',
  },
  'alert.published': {
    schema: AlertPublishedEvent,
    operationId: 'onAlertPublished',
    summary: 'A fraud alert became public. Read its text by GET /api/v1/alerts/{id}.',
  },
  'alert.withdrawn': {
    schema: AlertWithdrawnEvent,
    operationId: 'onAlertWithdrawn',
    summary: 'A fraud alert was withdrawn. Stop showing it.',
  },
  'webhook.test': { schema: TestEvent, operationId: 'onTest', summary: 'Sent when the owner tests the webhook.' },
};

const headerDescriptions: Record<keyof typeof webhookHeaders, string> = {
  id: 'The id of the event, the same at each attempt.',
  timestamp: 'When it was sent, in seconds since 1970.',
  signature: 'Signatures as defined by Standard Webhooks, separated by spaces. Verify one before you trust the event.',
};

const parameters = Object.entries(webhookHeaders).map(([key, name]) => ({
  name,
  in: 'header',
  required: true,
  description: headerDescriptions[key as keyof typeof webhookHeaders],
  schema: { type: 'string' },
}));

export const describeWebhooks = (schemas: Schemas) =>
  Object.fromEntries(
    Object.entries(events).map(([type, { schema, operationId, summary }]) => [
      type,
      {
        post: {
          operationId,
          tags: [WEBHOOKS_TAG],
          summary,
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.reference(schema, 'output') } },
          },
          responses: {
            '2XX': { description: 'Received.' },
            '4XX': { description: 'Not received. It is sent again, with longer and longer pauses.' },
          },
        },
      },
    ]),
  );
