/** Reports about the same thing are in one case; whoever holds it decides what is in it. */
import * as z from 'zod/mini';
import { id, IsoTime, text } from './schema.ts';

export const CaseId = id<'CaseId'>();
export type CaseId = z.infer<typeof CaseId>;

/** Somebody else works on the case just now, and decides what is in it. */
export const claim = z.nullable(z.object({ by: text(254), until: IsoTime }));

/** Whoever decides something holds its case or finds it free, was shown what they decide, and did not send it. */
export const ofCases = ['CASE_CLAIMED', 'FILING_NOT_SHOWN', 'OWN_REPORT'] as const;
