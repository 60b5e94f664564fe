/** What the server says about API keys, for the one screen that shows it (server-words.ts). */
import type { apiKeyErrors } from '@hakiki/contract/api-errors';
import type { words } from '@hakiki/contract/words';
import { m } from '../../paraglide/messages.js';

export const apiKeyFieldWords = {
  apiKeyNameRequired: m.api_name_required,
  addressRequired: m.api_address_required,
} satisfies Partial<Record<keyof typeof words, () => string>>;

export const apiKeyErrorWords: Record<keyof typeof apiKeyErrors, () => string> = {
  API_KEY_NOT_FOUND: m.api_key_not_found,
  API_KEY_NOT_WORKING: m.api_key_not_working,
  TOO_MANY_API_KEYS: m.api_too_many_keys,
};
