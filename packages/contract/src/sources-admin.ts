/** Lists of other sources in the console, for administrators: their state, and snapshots that wait for a decision. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { indicatorTiers } from './indicator-values.ts';
import { textLimits } from './limits.ts';
import { id, integer, IsoTime, list, required, text } from './schema.ts';
import { snapshotReasons, sourceConditions, sourceLimits } from './source-values.ts';
import { staffCommonErrors, staffReadDefaults, staffWriteDefaults } from './staff.ts';

export const SnapshotId = id<'SnapshotId'>();
export type SnapshotId = z.infer<typeof SnapshotId>;

const SourceSlug = text(40);
const count = integer(0, 100_000_000);

export const ListSource = z.object({
  id: SourceSlug,
  name: text(textLimits.title),
  /** For people. */
  url: text(2000),
  licence: text(60),
  licenceUrl: z.nullable(text(2000)),
  mayShow: z.boolean(),
  mayRepublish: z.boolean(),
  needsOwnFile: z.boolean(),
  isSafelist: z.boolean(),
  tier: z.enum(indicatorTiers),
  condition: z.enum(sourceConditions),
  strikes: integer(0, sourceLimits.strikes),
  /** When the list was last read, or found unchanged. */
  lastOkAt: z.nullable(IsoTime),
  lastTriedAt: z.nullable(IsoTime),
  /** Null while it is turned off, or if this installation fetches nothing. */
  nextRunAt: z.nullable(IsoTime),
  /** Why the last run failed. */
  lastError: z.nullable(text(200)),
  /** Of the last applied snapshot. */
  entries: z.nullable(count),
  appliedAt: z.nullable(IsoTime),
});
export type ListSource = z.infer<typeof ListSource>;

const sample = list(text(2000), sourceLimits.sample);

export const WaitingSnapshot = z.object({
  id: SnapshotId,
  sourceId: SourceSlug,
  sourceName: text(textLimits.title),
  isSafelist: z.boolean(),
  createdAt: IsoTime,
  reasons: list(z.enum(snapshotReasons), snapshotReasons.length),
  /** In characters of the file's SHA-256 hash; a decision names what was shown. */
  sha256: text(64),
  bytes: count,
  entries: count,
  listedBefore: count,
  added: count,
  gone: count,
  /** Lines that are no indicator. */
  unreadable: count,
  /** New entries that are on the safelist; for a safelist, those that approved reports name. */
  conflicts: count,
  samples: z.object({ added: sample, gone: sample, conflicts: sample }),
  /** It can be applied; an unreadable one can only be refused. */
  isApplicable: z.boolean(),
  needsSecondPerson: z.boolean(),
  /** The first of two administrators has agreed. */
  isProposed: z.boolean(),
  /** The caller is that administrator. */
  isOwnProposal: z.boolean(),
  /** Decided; the worker is applying it. */
  isApplying: z.boolean(),
});
export type WaitingSnapshot = z.infer<typeof WaitingSnapshot>;

export const listSources = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/sources',
  summary: 'The third-party lists: state, licence, last import and error.',
  reply: list(ListSource, sourceLimits.sources),
  errors: staffCommonErrors,
});

const sourceWrite = {
  ...staffWriteDefaults,
  method: 'POST',
  params: z.object({ id: SourceSlug }),
  reply: ListSource,
} as const;
const writeErrors = ['INVALID_INPUT', ...staffCommonErrors, 'LIST_SOURCE_NOT_FOUND', 'RATE_LIMITED'] as const;
const reason = required('REASON_REQUIRED', textLimits.text);

export const turnSourceOn = endpoint({
  ...sourceWrite,
  path: '/api/admin/sources/:id/turn-on',
  summary: 'Turns a source on; the worker fetches it at once.',
  errors: [...writeErrors, 'SOURCE_BANNED'],
});

export const turnSourceOff = endpoint({
  ...sourceWrite,
  path: '/api/admin/sources/:id/turn-off',
  summary: 'Turns a source off. Its entries are withdrawn; those of a safelist stay.',
  body: z.object({ reason }),
  errors: writeErrors,
});

export const runSource = endpoint({
  ...sourceWrite,
  path: '/api/admin/sources/:id/run',
  summary: 'Fetches a source now instead of at its next run.',
  errors: [...writeErrors, 'SOURCE_TURNED_OFF', 'LISTS_NOT_FETCHED'],
});

export const strikeSource = endpoint({
  ...sourceWrite,
  path: '/api/admin/sources/:id/strike',
  summary: 'Records a strike against a source. The third one turns it off permanently.',
  body: z.object({ reason }),
  errors: [...writeErrors, 'SOURCE_BANNED'],
});

export const getWaitingSnapshot = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/sources/:id/snapshot',
  summary: 'The snapshot of a source that waits for a decision, and what it would change.',
  params: z.object({ id: SourceSlug }),
  reply: WaitingSnapshot,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'SNAPSHOT_NOT_FOUND'],
});

const snapshotDecision = {
  ...staffWriteDefaults,
  stepUp: true,
  method: 'POST',
  params: z.object({ id: SnapshotId }),
  body: z.object({ sha256: text(64), reason }),
  reply: ListSource,
} as const;
const decisionErrors = [
  'INVALID_INPUT',
  ...staffCommonErrors,
  'STEP_UP_REQUIRED',
  'SNAPSHOT_NOT_FOUND',
  'ALREADY_DECIDED',
  'PROPOSAL_OVERTAKEN',
  'RATE_LIMITED',
] as const;

export const applySnapshot = endpoint({
  ...snapshotDecision,
  path: '/api/admin/source-snapshots/:id/apply',
  summary: 'Agrees to apply a waiting snapshot. If it removes many warnings, a second administrator must agree.',
  errors: [...decisionErrors, 'OWN_PROPOSAL', 'SNAPSHOT_UNREADABLE', 'SOURCE_TURNED_OFF'],
});

export const refuseSnapshot = endpoint({
  ...snapshotDecision,
  path: '/api/admin/source-snapshots/:id/refuse',
  summary: 'Refuses a waiting snapshot. The last good one stays.',
  errors: decisionErrors,
});

export const sourceAdminEndpoints = [
  listSources,
  turnSourceOn,
  turnSourceOff,
  runSource,
  strikeSource,
  getWaitingSnapshot,
  applySnapshot,
  refuseSnapshot,
] as const;
