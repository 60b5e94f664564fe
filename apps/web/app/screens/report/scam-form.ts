import { NewAlert } from '@hakiki/contract/alerts';
import { waitingTimes } from '@hakiki/contract/limits';
import { filingWrites } from '../../lib/filing-writes.ts';
import { describeForm } from '../../lib/forms.ts';
import { currentLanguage } from '../../lib/language.ts';
import { to } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useFilingForm, type Go } from '../../lib/use-filing-form.ts';
import { m } from '../../paraglide/messages.js';

export const scamForm = describeForm({
  name: 'scam',
  write: filingWrites.alert,
  schema: NewAlert,
  failure: { title: m.scam_failed, fallback: m.scam_failed_text },
  fixed: () => ({ language: currentLanguage() }),
  next: ({ mailed }) => to(mailed ? '/report-scam?sent=mailed' : '/dashboard'),
});

export const doneText = (): string => m.scam_done_text(waitingTimes.scamReportHours);

export function useScamReport(files: readonly File[], onEnd: () => void, go: Go) {
  return useFilingForm(scamForm, {
    kind: 'alert',
    files,
    async onFiled({ next, isMailed }) {
      onEnd();
      if (isMailed) return;
      showToast({ title: m.scam_done(), description: doneText() });
      await go(next);
    },
  });
}
