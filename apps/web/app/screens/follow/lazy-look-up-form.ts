/** The light version of the look-up form: validation and sending are loaded when the user starts to use it. */
import type { FilingState } from '@hakiki/contract/filings';
import { createLazyForm } from '../../lib/forms/use-form.ts';
import { RECEIPT_FORM } from '../../lib/filings/receipt-form.ts';
import { lookUpFailureTexts } from './look-up-texts.ts';

export const lazyLookUpForm = createLazyForm<FilingState>(
  RECEIPT_FORM,
  async () => (await import('./filing-forms.ts')).lookUpForm,
  lookUpFailureTexts,
);
