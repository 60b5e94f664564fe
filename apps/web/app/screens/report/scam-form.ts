import { NewAlert } from '@hakiki/contract/alerts';
import { filingWrites } from '../../lib/filings/writes.ts';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { to } from '../../lib/pages/paths.ts';

export const scamForm = (failure: FailureTexts) =>
  describeForm({
    name: 'scam',
    write: filingWrites.alert,
    schema: NewAlert,
    failure,
    fixed: () => ({ language: currentLanguage() }),
    // Only a signed-in user needs neither a proof of work nor an emailed link.
    next: ({ mailed }) => to(mailed ? '/report-scam?sent=mailed' : '/dashboard?sent=yes'),
  });
