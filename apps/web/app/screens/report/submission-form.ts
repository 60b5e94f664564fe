import { NewSubmission } from '@hakiki/contract/submissions';
import { filingWrites } from '../../lib/filings/writes.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { to } from '../../lib/pages/paths.ts';
import { submissionFailure } from './failures.ts';

export const submissionForm = describeForm({
  name: 'submission',
  write: filingWrites.submission,
  schema: NewSubmission,
  failure: submissionFailure,
  fixed: () => ({ verificationStatus: 'Pending', riskScore: 'Medium', language: currentLanguage() }),
  next: ({ mailed }) => to(`/submit-provider?sent=${mailed ? 'mailed' : 'yes'}`),
});
