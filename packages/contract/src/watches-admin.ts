/** Rises of withdrawal reports, for moderators and administrators. */
import * as z from 'zod/mini';
import { moderatedFields } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { id, IsoTime, list, optionalText, text } from './schema.ts';
import { pagedQueryFields, queueReadDefaults, queueWriteDefaults, staffCommonErrors } from './staff.ts';
import { watchDays, watchStates } from './watch-values.ts';

export const WatchId = id<'WatchId'>();
export type WatchId = z.infer<typeof WatchId>;

export const AdminWatch = z.object({
  id: WatchId,
  providerId: ProviderId,
  providerName: text(textLimits.title),
  /** People who reported in the `watchDays` days before the last count, and the usual number. */
  people: z.int(),
  usual: z.number(),
  /** The number of people at which a rise starts and at which it ends. */
  raiseAt: z.int(),
  calmAt: z.int(),
  countedAt: IsoTime,
  /** People per day, oldest first: a coordinated crowd looks different from a provider that stops paying. */
  days: list(z.int(), watchDays),
  /** How many of them have an account; the others are visitors. */
  withAccount: z.int(),
  ...moderatedFields,
});
export type AdminWatch = z.infer<typeof AdminWatch>;

export const listWatches = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/watches',
  summary: 'Providers with more withdrawal reports than usual, pending or published, newest first.',
  query: z.object({
    state: z._default(z.enum(watchStates), 'waiting'),
    limit: pagedQueryFields.limit,
    offset: pagedQueryFields.offset,
  }),
  reply: list(AdminWatch, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

const watchDecision = {
  ...queueWriteDefaults,
  method: 'PUT',
  params: z.object({ id: WatchId }),
  reply: AdminWatch,
  errors: [...staffCommonErrors, 'WATCH_NOT_FOUND', 'ALREADY_DECIDED', 'OWN_REPORT', 'RATE_LIMITED'],
} as const;

export const approveWatch = endpoint({
  ...watchDecision,
  /** Why the rise looks real; for staff only. */
  body: z.object({ note: optionalText(textLimits.text) }),
  mayBeEmpty: true,
  errors: ['INVALID_INPUT', ...watchDecision.errors],
  path: '/api/admin/watches/:id/approve',
  summary: 'Confirms a withdrawal warning: the provider page shows it with its figures until they fall.',
});
export const rejectWatch = endpoint({
  ...watchDecision,
  path: '/api/admin/watches/:id/reject',
  summary: 'Dismisses a withdrawal warning. It comes back when twice as many people report.',
});

export const watchAdminEndpoints = [listWatches, approveWatch, rejectWatch] as const;
