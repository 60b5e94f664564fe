import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** What happens to every report after it was acknowledged. */
export const examineFiling = defineJob({ name: 'filings.examine', payload: z.object({ filingId: z.uuid() }) });
