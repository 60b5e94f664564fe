import { NewApiKey } from '@hakiki/contract/api-keys';
import { defineForm, type Values } from '../../lib/forms/forms.ts';
import { withIdempotencyKey } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './api-url.ts';
import { createKey } from './api-queries.ts';

const splitList = (text: string | undefined): string[] => text?.split(/[\s,]+/).filter(Boolean) ?? [];

/** Converts the form's strings into the types of the request body. */
const toRequestBody = ({ name, permissions, isTest, expiresInDays, addresses }: Values) => ({
  name,
  permissions: splitList(permissions),
  isTest: isTest === 'true',
  ...(expiresInDays && { expiresInDays: Number(expiresInDays) }),
  addresses: splitList(addresses),
});

const schema = { safeParse: (values: unknown) => NewApiKey.safeParse(toRequestBody(values as Values)) };

/** Sends the idempotency key of this attempt, so that a retry after a lost connection creates no second key. */
export const createKeyForm = (idempotencyKey: string) =>
  defineForm({
    name: 'create-api-key',
    mutation: withIdempotencyKey(createKey, idempotencyKey),
    schema,
    blank: { field: 'name', title: m.api_invalid_input, text: m.api_name_required },
    failure: { title: m.api_create_failed, fallback: m.api_create_failed_text },
    next: () => tabPath('keys'),
  });
