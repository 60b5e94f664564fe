import { waitingTimes } from '@hakiki/contract/limits';
import { lightForm } from '../../lib/light-form.ts';
import { showToast } from '../../lib/toast.ts';
import { useFilingForm, type Go } from '../../lib/use-filing-form.ts';
import { m } from '../../paraglide/messages.js';
import { scamFailure } from './failures.ts';

const form = lightForm('scam', async () => (await import('./scam-form.ts')).scamForm, scamFailure);

export const doneText = (): string => m.scam_done_text(waitingTimes.scamReportHours);

export function useScamReport(files: readonly File[], onEnd: () => void, go: Go) {
  return useFilingForm(form, {
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
