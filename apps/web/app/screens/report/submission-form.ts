import { waitingTimes } from '@hakiki/contract/limits';
import { NewSubmission } from '@hakiki/contract/submissions';
import { filingWrites } from '../../lib/filing-writes.ts';
import { describeForm } from '../../lib/forms.ts';
import { currentLanguage } from '../../lib/language.ts';
import { to } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useFilingForm, type Go } from '../../lib/use-filing-form.ts';
import { m } from '../../paraglide/messages.js';

export const submissionForm = describeForm({
  name: 'submission',
  write: filingWrites.submission,
  schema: NewSubmission,
  failure: { title: m.submit_failed, fallback: m.submit_failed_text },
  fixed: () => ({ verificationStatus: 'Pending', riskScore: 'Medium', language: currentLanguage() }),
  next: ({ mailed }) => to(`/submit-provider?sent=${mailed ? 'mailed' : 'yes'}`),
});

export const doneText = (): string => m.submit_done_text(waitingTimes.providerSubmissionBusinessDays);

export function useSubmission(go: Go) {
  return useFilingForm(submissionForm, {
    kind: 'submission',
    async onFiled({ isMailed }) {
      if (isMailed) return;
      showToast({ title: m.submit_done(), description: doneText() });
      await go(to('/'));
    },
  });
}
