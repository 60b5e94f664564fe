/** Keys of the public API, and their usage. */
import * as z from 'zod/mini';
import { apiKeyLimits, apiKeyStatuses, apiOutcomes, monthlyQuota, usageDays } from './api-key-values.ts';
import { apiScopes, endpoint } from './endpoint.ts';
import { id, integer, IsoTime, list, queryInteger, required, text } from './schema.ts';

export * from './api-key-values.ts';

export const ApiKeyId = id<'ApiKeyId'>();
export type ApiKeyId = z.infer<typeof ApiKeyId>;

const permissions = list(z.enum(apiScopes), apiScopes.length);
const addresses = list(text(apiKeyLimits.addressLength), apiKeyLimits.addresses);

export const ApiKey = z.object({
  id: ApiKeyId,
  name: text(apiKeyLimits.name),
  /** Its first characters; the full key only in the response that creates it. */
  key: text(100),
  permissions,
  created: IsoTime,
  lastUsed: z.nullable(IsoTime),
  status: z.enum(apiKeyStatuses),
  /** Responds with fixed sample data and stores nothing. */
  isTest: z.boolean(),
  expires: z.nullable(IsoTime),
  /** Allowed IP addresses or CIDR ranges; empty means everywhere. */
  addresses,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Strict, so that a misspelt `isTest` does not make a live key. */
export const NewApiKey = z.strictObject({
  name: required('API_KEY_NAME_REQUIRED', apiKeyLimits.name),
  permissions,
  isTest: z._default(z.boolean(), false),
  expiresInDays: z.optional(integer(1, apiKeyLimits.days)),
  addresses: z._default(addresses, []),
});
export type NewApiKey = z.input<typeof NewApiKey>;

const commonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN', 'RATE_LIMITED'] as const;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/api-keys',
  summary: 'Your API keys: those that work first, then the newest.',
  access: 'entitled:apiKeys',
  reply: list(ApiKey, apiKeyLimits.listed),
  errors: ['NOT_SIGNED_IN', 'FORBIDDEN'],
  cache: 'personal',
  rateLimit: 'read',
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Creates an API key. Only this response contains the full key.',
  access: 'entitled:apiKeys',
  body: NewApiKey,
  reply: ApiKey,
  status: 201,
  errors: ['INVALID_INPUT', ...commonErrors, 'TOO_MANY_API_KEYS', 'KEY_REUSED'],
  cache: 'never',
  rateLimit: 'account',
  idempotencyKey: true,
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/api-keys/:id',
  summary: 'Revokes an API key immediately and permanently.',
  access: 'entitled:apiKeys',
  params: z.object({ id: ApiKeyId }),
  reply: ApiKey,
  errors: [...commonErrors, 'API_KEY_NOT_FOUND'],
  cache: 'never',
  rateLimit: 'account',
});

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys/:id/rotate',
  summary: 'Creates a new key with the same settings. The old key keeps working during the overlap.',
  access: 'entitled:apiKeys',
  params: z.object({ id: ApiKeyId }),
  body: z.strictObject({
    overlapHours: z._default(integer(0, apiKeyLimits.overlapHours), apiKeyLimits.defaultOverlapHours),
  }),
  reply: ApiKey,
  status: 201,
  errors: ['INVALID_INPUT', ...commonErrors, 'API_KEY_NOT_FOUND', 'API_KEY_NOT_WORKING', 'KEY_REUSED'],
  cache: 'never',
  rateLimit: 'account',
  idempotencyKey: true,
  mayBeEmpty: true,
});

const calls = z.int();
const Day = z.iso.date();

export const ApiUsage = z.object({
  quota: z.literal(monthlyQuota),
  /** In the calendar month (UTC). */
  used: calls,
  remaining: calls,
  resets: IsoTime,
  /** The first day of `days`. */
  since: Day,
  /** One number per day from `since` until today. Without dates, a year needs a quarter of the bytes. */
  days: z.object({ calls: list(calls, usageDays.max), failed: list(calls, usageDays.max) }),
  endpoints: list(
    z.object({
      endpoint: text(100),
      calls,
      failed: calls,
      /** Median and 95th percentile of the response time in milliseconds. */
      medianMs: z.int(),
      slowMs: z.int(),
    }),
    20,
  ),
  keys: list(z.object({ id: ApiKeyId, name: text(apiKeyLimits.name), calls }), apiKeyLimits.listed),
  outcomes: list(z.object({ outcome: z.enum(apiOutcomes), calls }), apiOutcomes.length),
});
export type ApiUsage = z.infer<typeof ApiUsage>;

export const getApiUsage = endpoint({
  method: 'GET',
  path: '/api/api-keys/usage',
  summary: 'Measured calls per day, endpoint, key and outcome, and what is left of the quota of this month.',
  access: 'entitled:apiKeys',
  query: z.object({ days: queryInteger(1, usageDays.max, usageDays.default) }),
  reply: ApiUsage,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN', 'FORBIDDEN'],
  cache: 'personal',
  rateLimit: 'read',
});

export const apiKeyEndpoints = [listApiKeys, createApiKey, revokeApiKey, rotateApiKey, getApiUsage] as const;
