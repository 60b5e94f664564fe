import { waitingTimes } from '@hakiki/contract/limits';
import { authUser } from '../../lib/api/auth.ts';
import { lightForm } from '../../lib/forms/light-form.ts';
import { to } from '../../lib/pages/paths.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useFilingForm, type Go } from '../../lib/filings/use-filing-form.ts';
import { useReadStore } from '../../lib/api/use-read.ts';
import { m } from '../../paraglide/messages.js';
import { scamFailure } from './failures.ts';

const form = lightForm('scam', async () => (await import('./scam-form.ts')).scamForm, scamFailure);

export const doneText = (): string => m.scam_done_text(waitingTimes.scamReportHours);

export function useScamReport(files: readonly File[], onEnd: () => void, go: Go) {
  const store = useReadStore();
  return useFilingForm(form, {
    kind: 'alert',
    files,
    async onFiled({ isMailed }) {
      onEnd();
      if (isMailed) return;
      showToast({ title: m.scam_done(), description: doneText() });
      // A visitor has no dashboard: the page of receipts shows what arrived.
      await store.load(authUser);
      const who = store.outcomeOf(authUser);
      await go(to(who.status === 'ready' && who.data ? '/dashboard' : '/follow'));
    },
  });
}
