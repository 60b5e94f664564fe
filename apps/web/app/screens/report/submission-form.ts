import { NewSubmission } from '@hakiki/contract/submissions';
import { filingWrites } from '../../lib/filings/writes.ts';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { to } from '../../lib/pages/paths.ts';

export const submissionForm = (failure: FailureTexts) =>
  describeForm({
    name: 'submission',
    write: filingWrites.submission,
    schema: NewSubmission,
    failure,
    fixed: () => ({ verificationStatus: 'Pending', riskScore: 'Medium', language: currentLanguage() }),
    next: ({ mailed }) => to(`/submit-provider?sent=${mailed ? 'mailed' : 'yes'}`),
  });
