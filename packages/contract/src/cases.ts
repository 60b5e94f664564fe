/** A case contains the reports about the same scam. The moderator who has claimed it decides its reports. */
import * as z from 'zod/mini';
import { id, IsoTime, text } from './schema.ts';

export const CaseId = id<'CaseId'>();
export type CaseId = z.infer<typeof CaseId>;

/** The claim of another moderator who is working on the case. */
export const claim = z.nullable(z.object({ by: text(254), until: IsoTime }));

/** Errors of decisions on reports: claimed by another moderator, not shown yet, or the moderator's own report. */
export const caseErrors = ['CASE_CLAIMED', 'FILING_NOT_SHOWN', 'OWN_REPORT'] as const;
