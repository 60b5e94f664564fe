/** What the server says about API keys, for the one screen that shows it (server-words.ts). */
import type { apiKeyErrors } from '@hakiki/contract/api-errors';
import type { words } from '@hakiki/contract/words';
import { m } from '../../paraglide/messages.js';

export const apiKeyFieldWords = {
  apiKeyNameRequired: m.api_name_required,
  addressRequired: m.api_address_required,
  webhookUrlRequired: m.webhook_url_required,
  webhookEventsRequired: m.webhook_events_required,
  timeRequired: m.webhook_time_required,
} satisfies Partial<Record<keyof typeof words, () => string>>;

export const apiKeyErrorWords: Record<keyof typeof apiKeyErrors, () => string> = {
  API_KEY_NOT_FOUND: m.api_key_not_found,
  API_KEY_NOT_WORKING: m.api_key_not_working,
  TOO_MANY_API_KEYS: m.api_too_many_keys,
  WEBHOOK_NOT_FOUND: m.webhook_not_found,
  DELIVERY_NOT_FOUND: m.webhook_delivery_not_found,
  WEBHOOK_PAUSED: m.webhook_paused_first,
  TOO_MANY_WEBHOOKS: m.webhook_too_many,
};
