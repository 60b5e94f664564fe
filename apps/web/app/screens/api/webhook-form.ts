import { NewWebhook } from '@hakiki/contract/webhooks';
import { withIdempotencyKey } from '../../lib/api/mutations.ts';
import { defineForm, type Values } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { createWebhook } from './webhook-queries.ts';

/** Converts the form's strings into the types of the request body. */
const toRequestBody = ({ url, events }: Values) => ({ url, events: events?.split(',').filter(Boolean) ?? [] });

const schema = { safeParse: (values: unknown) => NewWebhook.safeParse(toRequestBody(values as Values)) };

/** Sends the idempotency key of this attempt, so that a retry after a lost connection creates no second webhook. */
export const createWebhookForm = (idempotencyKey: string) =>
  defineForm({
    name: 'create-webhook',
    mutation: withIdempotencyKey(createWebhook, idempotencyKey),
    schema,
    failure: { title: m.webhook_create_failed, fallback: m.webhook_try_again },
    next: () => pathTo('/api'),
  });
