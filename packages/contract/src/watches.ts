/** Providers that a member watches: the member gets an email when the verdict changes. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listLimits } from './limits.ts';
import { verificationStatuses } from './directory-values.ts';
import { ProviderId } from './directory.ts';
import { IsoTime, list, text } from './schema.ts';

export const WatchedProvider = z.object({
  id: ProviderId,
  name: text(200),
  verificationStatus: z.enum(verificationStatuses),
  watchedAt: IsoTime,
  /** Number of active alerts about it. */
  alertCount: z.int(),
});
export type WatchedProvider = z.infer<typeof WatchedProvider>;

const params = z.object({ id: ProviderId });
const writeDefaults = { access: 'signed-in', cache: 'never', rateLimit: 'account', reply: z.null() } as const;

export const listWatchedProviders = endpoint({
  method: 'GET',
  path: '/api/watched-providers',
  summary: 'The providers that the caller watches, newest first.',
  access: 'signed-in',
  cache: 'personal',
  rateLimit: 'read',
  reply: list(WatchedProvider, listLimits.watchedProviders),
  errors: ['NOT_SIGNED_IN'],
});

export const watchProvider = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/watched-providers/:id',
  summary: 'Watches a provider: an email tells the caller when its verdict changes.',
  params,
  errors: ['NOT_SIGNED_IN', 'PROVIDER_NOT_FOUND', 'TOO_MANY_WATCHES', 'RATE_LIMITED'],
});

export const unwatchProvider = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/watched-providers/:id',
  summary: 'Stops watching a provider.',
  params,
  errors: ['NOT_SIGNED_IN', 'RATE_LIMITED'],
});

/** By the link in an email or the mail program's one-click button (RFC 8058). Ignores the body. */
export const leaveWatch = endpoint({
  method: 'POST',
  path: '/api/watched-providers/leave/:key',
  summary: 'Stops the emails about a watched provider for the holder of this key.',
  access: 'public',
  cache: 'never',
  rateLimit: 'mailedLink',
  params: z.object({ key: z.uuid() }),
  /** The same for an unknown key, so that it reveals nothing. */
  reply: z.object({ hasLeft: z.literal(true) }),
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
});

export const watchEndpoints = [listWatchedProviders, watchProvider, unwatchProvider, leaveWatch] as const;
