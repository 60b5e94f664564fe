import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { EvidenceService } from './service.ts';

const deleteNeverUploadedJob = defineJob({
  name: 'filings.forget-never-arrived',
  payload: z.object({}),
  schedule: '20 * * * *',
});

export const evidenceJobs = ({ evidence }: { evidence: EvidenceService }): JobHandler[] => [
  deleteNeverUploadedJob.withHandler(() => evidence.deleteNeverUploaded()),
];
