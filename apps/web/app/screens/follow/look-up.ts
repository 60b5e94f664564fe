/** Showing the state of a report, as its pages carry it: what checks and sends the form comes when someone begins to use it. */
import type { FilingState } from '@hakiki/contract/filings';
import type { FailureTexts } from '../../lib/failure.ts';
import { lightForm } from '../../lib/light-form.ts';
import { m } from '../../paraglide/messages.js';

export const LOOK_UP = 'look-up';
export const lookUpFailure: FailureTexts = { title: m.follow_failed, fallback: m.follow_failed_text };

export const lightLookUp = lightForm<FilingState>(
  LOOK_UP,
  async () => (await import('./filing-forms.ts')).lookUpForm,
  lookUpFailure,
);
