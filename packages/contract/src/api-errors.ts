/** Error messages of the API key screen and the public API, in their own file so that no other page loads them. */
import type { ErrorKind } from './public-errors.ts';

type ErrorTable = Record<string, { kind: ErrorKind; message: string }>;

export const apiKeyErrors = {
  API_KEY_NOT_FOUND: { kind: 'not_found', message: 'You have no such API key.' },
  API_KEY_NOT_WORKING: { kind: 'conflict', message: 'This API key no longer works. Please create a new one.' },
  TOO_MANY_API_KEYS: {
    kind: 'conflict',
    message: 'Ten API keys can work at the same time. Please revoke one that you no longer use.',
  },
  WEBHOOK_NOT_FOUND: { kind: 'not_found', message: 'You have no such webhook.' },
  DELIVERY_NOT_FOUND: { kind: 'not_found', message: 'This delivery is no longer stored.' },
  WEBHOOK_PAUSED: { kind: 'conflict', message: 'This webhook is paused. Please resume it first.' },
  TOO_MANY_WEBHOOKS: {
    kind: 'conflict',
    message: 'An account can have ten webhooks. Please delete one that you no longer use.',
  },
} as const satisfies ErrorTable;

export const v1Errors = {
  API_KEY_INVALID: {
    kind: 'unauthenticated',
    message: "No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'.",
  },
  API_KEY_ENDED: {
    kind: 'unauthenticated',
    message: 'This API key was revoked, has expired or was replaced. Create or rotate a key on /api.',
  },
  PERMISSION_MISSING: { kind: 'forbidden', message: 'This API key does not have the permission that the call needs.' },
  ADDRESS_REFUSED: { kind: 'forbidden', message: 'This API key may not be used from this address.' },
  API_PLAN_ENDED: {
    kind: 'forbidden',
    message: 'The plan behind this API key does not include the API, or has ended.',
  },
  LIVE_KEY_IN_BROWSER: {
    kind: 'forbidden',
    message: 'A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser.',
  },
  QUOTA_EXCEEDED: {
    kind: 'limited',
    message: 'Your requests for this month are used up. The next month begins at midnight UTC on its first day.',
  },
} as const satisfies ErrorTable;
