import { waitingTimes } from '@hakiki/contract/limits';
import { lightForm } from '../../lib/forms/light-form.ts';
import { to } from '../../lib/pages/paths.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useFilingForm, type Go } from '../../lib/filings/use-filing-form.ts';
import { m } from '../../paraglide/messages.js';
import { submissionFailure } from './failures.ts';

const form = lightForm(
  'submission',
  async () => (await import('./submission-form.ts')).submissionForm,
  submissionFailure,
);

export const doneText = (): string => m.submit_done_text(waitingTimes.providerSubmissionBusinessDays);

export function useSubmission(go: Go) {
  return useFilingForm(form, {
    kind: 'submission',
    async onFiled({ isMailed }) {
      if (isMailed) return;
      showToast({ title: m.submit_done(), description: doneText() });
      await go(to('/'));
    },
  });
}
