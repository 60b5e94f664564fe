import { NewDispute } from '@hakiki/contract/disputes';
import { disputePath } from '@hakiki/contract/site';
import { filingMutations } from '../../lib/filings/mutations.ts';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';

export const disputeForm = (failure: FailureTexts) =>
  defineForm({
    name: 'dispute',
    mutation: filingMutations.dispute,
    schema: NewDispute,
    emailField: 'contactEmail',
    failure,
    getFixedValues: () => ({ language: currentLanguage() }),
    // Only a signed-in user needs neither a proof of work nor an emailed link.
    next: ({ mailed }) => pathTo(`${disputePath}?sent=${mailed ? 'mailed' : 'yes'}`),
  });
