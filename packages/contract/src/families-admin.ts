/** Families for moderators: as a list, as a table of links with their traces, and as a graph. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { checkSourceKinds } from './check-values.ts';
import { familyLimits, judgements, memberKinds, traceKinds } from './family-values.ts';
import { listLimits, paging, textLimits } from './limits.ts';
import { IsoTime, list, required, text } from './schema.ts';
import { pagedQueryFields, queueReadDefaults, queueWriteDefaults, staffCommonErrors } from './staff.ts';

/** The key of an item, in hexadecimal. */
const IndicatorKey = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const FamilyKey = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

export const FamilySummary = z.object({
  /** Of one of its links; it may change when the family does. */
  id: FamilyKey,
  size: z.int(),
  /** Links that join nothing: the family would be too large, or contain two items that are not the same. */
  blocked: z.int(),
  /** The most recently reported ones. */
  examples: list(text(500), listLimits.lookup),
});
export type FamilySummary = z.infer<typeof FamilySummary>;

export const FamilyIndicator = z.object({
  key: IndicatorKey,
  kind: z.enum(memberKinds),
  value: text(500),
  isWarned: z.boolean(),
  /** The site of a provider in the register, which only two people together link. */
  isListed: z.boolean(),
  isMember: z.boolean(),
  /** Place in the picture. */
  x: z.number(),
  y: z.number(),
});
export type FamilyIndicator = z.infer<typeof FamilyIndicator>;

export const FamilyTrace = z.object({
  kind: z.enum(traceKinds),
  value: z.nullable(text(500)),
  /** How many items have it. Above the limit it links nothing. */
  carriers: z.int(),
  seenOn: z.iso.date(),
  source: z.object({ kind: z.enum(checkSourceKinds), name: z.nullable(text(200)) }),
});

export const FamilyJudgement = z.object({
  judgement: z.enum(judgements),
  actionId: z.uuid(),
  reason: text(textLimits.text),
  by: z.nullable(text(254)),
  at: IsoTime,
  undoneBy: z.nullable(text(254)),
  undoneAt: z.nullable(IsoTime),
});

export const FamilyLink = z.object({
  a: IndicatorKey,
  b: IndicatorKey,
  /** It joins, its traces are too few or refused, or it would join what it may not. */
  state: z.enum(['joined', 'blocked', 'hint', 'refused', 'unsure']),
  traces: list(FamilyTrace, familyLimits.traces),
  judgements: list(FamilyJudgement, familyLimits.traces),
});
export type FamilyLink = z.infer<typeof FamilyLink>;

export const Family = z.object({
  id: z.nullable(FamilyKey),
  size: z.int(),
  /** The members, and other items that share a trace with one of them. */
  indicators: list(FamilyIndicator, familyLimits.shownIndicators),
  links: list(FamilyLink, familyLimits.links),
  picture: z.object({ width: z.int(), height: z.int() }),
});
export type Family = z.infer<typeof Family>;

export const listFamilies = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/families',
  summary: 'Families: those with blocked links first, then the largest.',
  query: z.object({ limit: pagedQueryFields.limit, offset: pagedQueryFields.offset }),
  reply: list(FamilySummary, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const getFamily = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/families/of',
  summary: 'The family of a link, wallet or name, with what shares a trace with its members.',
  query: z.object({ about: text(textLimits.dispute) }),
  reply: Family,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'FAMILY_NOT_FOUND'],
});

export const judgeLinks = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/families/judgements',
  summary: 'Says of pairs of indicators whether they are the same. Nothing that was said before is changed.',
  body: z.object({
    pairs: list(z.object({ a: IndicatorKey, b: IndicatorKey }), familyLimits.pairs).check(z.minLength(1)),
    judgement: z.enum(judgements),
    reason: required('REASON_REQUIRED', textLimits.text),
  }),
  reply: z.object({ actionId: z.uuid() }),
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'FAMILY_NOT_FOUND', 'RATE_LIMITED'],
});

export const undoJudgements = endpoint({
  ...queueWriteDefaults,
  method: 'DELETE',
  path: '/api/admin/families/judgements/:actionId',
  summary: 'Undoes everything that one click said. The families become what they were without it.',
  params: z.object({ actionId: z.uuid() }),
  reply: z.null(),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'JUDGEMENT_NOT_FOUND', 'RATE_LIMITED'],
});

export const familiesAdminEndpoints = [listFamilies, getFamily, judgeLinks, undoJudgements] as const;
