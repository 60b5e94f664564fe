/** The light version of the look-up form: validation and sending are loaded when the user starts to use it. */
import type { FilingState } from '@hakiki/contract/filings';
import { lightForm } from '../../lib/forms/use-form.ts';
import { LOOK_UP } from '../../lib/filings/receipt-form.ts';
import { lookUpFailure } from './look-up-words.ts';

export const lightLookUp = lightForm<FilingState>(
  LOOK_UP,
  async () => (await import('./filing-forms.ts')).lookUpForm,
  lookUpFailure,
);
