/** Error texts about API keys and webhooks, for the one screen that shows them (server-error-texts.ts). */
import { m } from '../../paraglide/messages.js';
import type { ErrorTexts } from './error-text-types.ts';

export const apiKeyErrorTexts = {
  API_KEY_NAME_REQUIRED: m.api_name_required,
  ADDRESS_REQUIRED: m.api_address_required,
  WEBHOOK_URL_REQUIRED: m.webhook_url_required,
  WEBHOOK_EVENTS_REQUIRED: m.webhook_events_required,
  TIME_REQUIRED: m.webhook_time_required,
  API_KEY_NOT_FOUND: m.api_key_not_found,
  API_KEY_NOT_WORKING: m.api_key_not_working,
  TOO_MANY_API_KEYS: m.api_too_many_keys,
  WEBHOOK_NOT_FOUND: m.webhook_not_found,
  DELIVERY_NOT_FOUND: m.webhook_delivery_not_found,
  WEBHOOK_PAUSED: m.webhook_paused_first,
  TOO_MANY_WEBHOOKS: m.webhook_too_many,
} satisfies ErrorTexts;
