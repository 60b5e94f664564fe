import * as z from 'zod';
import { defineLetter } from '../../platform/mail/letter-job.ts';

const decided = ['approved', 'rejected', 'investigating', 'resolved'] as const;

/** Tells the reporter what was decided. */
export const decisionLetter = defineLetter({
  name: 'filing-decision',
  payload: z.object({ filingId: z.uuid(), status: z.enum(decided) }),
});
export type Decided = (typeof decided)[number];
export const isDecided = (status: string): status is Decided => decided.some((one) => one === status);

/** Tells the reporter that a moderator has asked something. */
export const questionLetter = defineLetter({ name: 'filing-question', payload: z.object({ questionId: z.uuid() }) });

export const filingLetters = [decisionLetter.job, questionLetter.job];
