import { NewSubmission } from '@hakiki/contract/submissions';
import { filingMutations } from '../../lib/filings/mutations.ts';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';

export const submissionForm = (failure: FailureTexts) =>
  defineForm({
    name: 'submission',
    mutation: filingMutations.submission,
    schema: NewSubmission,
    failure,
    getFixedValues: () => ({ verificationStatus: 'Pending', riskScore: 'Medium', language: currentLanguage() }),
    next: ({ mailed }) => pathTo(`/submit-provider?sent=${mailed ? 'mailed' : 'yes'}`),
  });
