import { NewAlert } from '@hakiki/contract/alerts';
import { filingMutations } from '../../lib/filings/mutations.ts';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { defineForm, type Values } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { withCurrency } from './loss-currency.ts';

export const scamForm = (failure: FailureTexts) =>
  defineForm({
    name: 'scam',
    mutation: filingMutations.alert,
    schema: { safeParse: (values: unknown) => NewAlert.safeParse(withCurrency(values as Values)) },
    emailField: 'contactEmail',
    failure,
    getFixedValues: () => ({ language: currentLanguage() }),
    // Only a signed-in user needs neither a proof of work nor an emailed link.
    next: ({ mailed }) => pathTo(mailed ? '/report-scam?sent=mailed#sent' : '/dashboard?sent=yes'),
  });
