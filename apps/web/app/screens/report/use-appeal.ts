import { waitingTimes } from '@hakiki/contract/limits';
import { lightForm } from '../../lib/forms/light-form.ts';
import { to } from '../../lib/pages/paths.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useFilingForm, type Go } from '../../lib/filings/use-filing-form.ts';
import { m } from '../../paraglide/messages.js';
import type { Against } from './appeal-address.ts';
import { appealFailure } from './failures.ts';

export const doneText = (): string => m.appeal_done_text({ days: waitingTimes.appealDays });

const formOf = (against: Against) =>
  lightForm('appeal', async () => (await import('./appeal-form.ts')).appealForm(against), appealFailure);

export const useAppeal = (against: Against, files: readonly File[], onEnd: () => void, go: Go) =>
  useFilingForm(formOf(against), {
    kind: 'appeal',
    draftName: `appeal:${against.subjectId}`,
    files,
    async onFiled({ isMailed }) {
      onEnd();
      if (isMailed) return;
      showToast({ title: m.appeal_done(), description: doneText() });
      await go(to('/follow'));
    },
  });
