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
    // Only who is signed in needs no proof of work, and so gets on without a mailed link.
    next: ({ mailed }) => to(mailed ? '/report-scam?sent=mailed' : '/dashboard?sent=yes'),
  });
