/**
 * The form of a filing: it keeps a draft, is idempotent however often it is sent, waits on the device while it is offline, and
 * leaves its sender with a receipt.
 */
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { noteFiled } from './filed.ts';
import type { Unsent } from '../forms/forms.ts';
import { lateProofOfWork } from '../forms/late-proof-of-work.ts';
import type { LightForm } from '../forms/light-form.ts';
import { useDraft, type DraftState } from '../forms/use-draft.ts';
import { useForm, type FormState } from '../forms/use-form.ts';

interface FiledReply {
  receipt?: Receipt | undefined;
  mailed?: true | undefined;
}

/** To another page. */
export type Go = (path: string) => void | Promise<void>;

interface Options {
  kind: FilingKind;
  /** Under which name its draft is kept, where it is not the form's. */
  draftName?: string;
  /** Chosen before sending, sent afterwards. */
  files?: readonly File[];
  /** The receipt is shown beside the form, as long as the page is. */
  isShownInPlace?: boolean;
  /** After it was filed and its files were tried. */
  onFiled: (filed: { next: string; isMailed: boolean }) => void | Promise<void>;
}

export interface FilingForm {
  state: FormState;
  draft: DraftState;
  /** It waits in the outbox until the device is online. */
  isWaiting: boolean;
  /** How much of the files has left, in bytes, while they are sent. */
  progress: { done: number; total: number } | undefined;
}

export function useFilingForm<Reply extends FiledReply>(
  form: LightForm<Reply>,
  { kind, draftName = form.name, files = [], isShownInPlace = false, onFiled }: Options,
): FilingForm {
  const { pathname, search } = useLocation();
  const draft = useDraft(draftName);
  const [work] = useState(() => lateProofOfWork(form.prepare));
  const [isWaiting, setWaiting] = useState(false);
  const [progress, setProgress] = useState<FilingForm['progress']>();

  async function sendFiles(code: string): Promise<string[]> {
    try {
      const { uploadAll } = await import('../evidence/upload.ts');
      const { failed } = await uploadAll(files, { code }, (done, total) => setProgress({ done, total }));
      return failed.map(({ name }) => name);
    } catch {
      return files.map(({ name }) => name);
    } finally {
      setProgress(undefined);
    }
  }

  const state = useForm(form, {
    work,
    draft,
    async onDone({ reply: { receipt, mailed }, next }) {
      const filed = { kind, receipt, ...(isShownInPlace && { shownOn: pathname + search }) };
      // Noted before anything else is tried: the receipt is given only once.
      noteFiled(filed);
      draft.remove();
      setWaiting(false);
      if (files.length > 0) {
        const names = files.map(({ name }) => name);
        const missingFiles = receipt ? await sendFiles(receipt.code) : names;
        noteFiled({ ...filed, files: names.filter((name) => !missingFiles.includes(name)), missingFiles });
      }
      draft.clear();
      await onFiled({ next, isMailed: mailed === true });
    },
    async keep(unsent: Unsent) {
      if (!draft.isKept) return false;
      const waiting = { ...unsent, kind, key: draft.key(), page: pathname + search, draft: draftName, files };
      const isKept = await import('./outbox.ts')
        .then(({ keep }) => keep(waiting))
        .then(
          () => true,
          () => false,
        );
      if (!isKept) return false;
      draft.clear();
      setWaiting(true);
      return true;
    },
  });
  return { state, draft, isWaiting, progress };
}
