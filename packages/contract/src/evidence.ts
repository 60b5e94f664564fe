/** Evidence for a verdict: its source, where it can be read, and when it was checked. */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { id, list, text } from './schema.ts';

export const evidenceKinds = ['licence', 'registration', 'audit', 'insurance', 'visit', 'warning'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export const MAX_EVIDENCE = 50;

/** Evidence that was seen before is old: the page says so, and it becomes a task. */
export const EVIDENCE_MAX_AGE_DAYS = 180;

export const EvidenceId = id<'EvidenceId'>();
export type EvidenceId = z.infer<typeof EvidenceId>;

export const EvidencePictureId = id<'EvidencePictureId'>();
export type EvidencePictureId = z.infer<typeof EvidencePictureId>;

export const Evidence = z.object({
  id: EvidenceId,
  kind: z.enum(evidenceKinds),
  country: text(60),
  authority: text(textLimits.title),
  reference: z.nullable(text(textLimits.title)),
  sourceUrl: z.nullable(text(2000)),
  /** A picture of what was seen, such as the page of a register, on our own origin. */
  pictureUrl: z.nullable(text(2000)),
  checkedOn: z.iso.date(),
  checkedBy: text(100),
  /** Last checked more than 180 days ago. */
  isOld: z.boolean(),
});
export type Evidence = z.infer<typeof Evidence>;

export const listEvidence = endpoint({
  method: 'GET',
  path: '/api/providers/:id/evidence',
  summary: 'The evidence for the verdict on a provider, last checked first.',
  access: 'public',
  params: z.object({ id: ProviderId }),
  reply: list(Evidence, MAX_EVIDENCE),
  errors: ['PROVIDER_NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});

export const getEvidencePicture = endpoint({
  method: 'GET',
  path: '/api/evidence-pictures/:id',
  summary: 'The picture of evidence, until the evidence is withdrawn.',
  access: 'public',
  params: z.object({ id: EvidencePictureId }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: ['NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});
