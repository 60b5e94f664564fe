/**
 * Sends the proof of a deposit: with scripts by its own call with a preview and progress, without them by a plain form.
 */
import { evidenceTypes } from '@hakiki/contract/filing-values';
import { evidenceLimits } from '@hakiki/contract/limits';
import { useState, type ChangeEvent, type FormEvent } from 'react';
import { useActionData } from 'react-router';
import { EvidenceProgress } from '../../components/evidence/progress.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { ErrorSummary } from '../../components/ui/error-summary.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useQueryStore } from '../../lib/api/use-query.ts';
import { getFailureText } from '../../lib/errors/failure.ts';
import type { FormRejection } from '../../lib/forms/forms.ts';
import { FORM_NAME_FIELD } from '../../lib/forms/values.ts';
import { formatBytes } from '../../lib/language/format.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import { m } from '../../paraglide/messages.js';
import { PROOF_FIELD, PROOF_FORM } from './subscribe-forms.ts';

const ACCEPTED_TYPES = ['image/*', ...evidenceTypes].join(',');
const inputClass =
  'min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface p-2 file:me-3 file:min-h-9 file:rounded-control file:border-0 file:bg-brand-soft file:px-3 file:font-semibold file:text-brand';

interface ChosenProof {
  file: File;
  thumbnail: string | undefined;
}

/** Returns undefined for a file that is no picture or PDF, or too large. */
async function prepareProof(original: File): Promise<ChosenProof | undefined> {
  const { getThumbnail, prepareFile } = await import('../../lib/evidence/files.ts');
  const prepared = await prepareFile(original);
  return 'refused' in prepared ? undefined : { file: prepared.file, thumbnail: getThumbnail(prepared.file) };
}

export function DepositProof({ hasProof }: { hasProof: boolean }) {
  const store = useQueryStore();
  const rejection = useActionData<Partial<FormRejection>>();
  const [chosen, setChosen] = useState<ChosenProof>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failure = rejection?.form === PROOF_FORM ? rejection.fields?.[PROOF_FIELD] : undefined, setFailure] =
    useState<string>();

  async function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [original] = input.files ?? [];
    setFailure('');
    setChosen(undefined);
    if (!original) return;
    const prepared = await prepareProof(original).catch(() => undefined);
    // Another file was chosen meanwhile.
    if (input.files?.[0] !== original) return;
    if (!prepared) setFailure(m.error_file_refused());
    setChosen(prepared);
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const original = new FormData(form).get(PROOF_FIELD);
    if (progress || !(original instanceof File)) return;
    setFailure('');
    setProgress({ done: 0, total: original.size });
    try {
      const { putFile } = await import('../../lib/evidence/upload.ts');
      // There is no preview yet if the button was pressed quickly, or the file chosen before scripts ran.
      const prepared = chosen ?? (await prepareProof(original));
      if (!prepared) return setFailure(m.error_file_refused());
      const { file } = prepared;
      await putFile('/api/subscription/proof', file, (done) => setProgress({ done, total: file.size }));
      await store.reload(subscriptionQuery);
      showToast({ title: m.proof_sent(), description: m.proof_sent_text(), isInline: true });
      form.reset();
      setChosen(undefined);
    } catch (error) {
      setFailure(getFailureText(error, m.files_failed()));
    } finally {
      setProgress(undefined);
    }
  }

  return (
    <form
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-2"
    >
      <input type="hidden" name={FORM_NAME_FIELD} value={PROOF_FORM} />
      {failure && <ErrorSummary title={m.proof_failed()} entries={[{ fieldId: PROOF_FORM, sentence: failure }]} />}
      <label htmlFor={PROOF_FORM} className="font-semibold">
        {hasProof ? m.proof_replace() : m.proof_label()}
      </label>
      <p id={`${PROOF_FORM}-hint`} className="text-sm text-muted">
        {m.proof_hint({ size: formatBytes(evidenceLimits.fileBytes) })}
      </p>
      <input
        id={PROOF_FORM}
        type="file"
        name={PROOF_FIELD}
        accept={ACCEPTED_TYPES}
        required
        aria-describedby={`${PROOF_FORM}-hint`}
        disabled={progress !== undefined}
        onChange={(event) => void choose(event)}
        className={inputClass}
      />
      {chosen && <Preview {...chosen} />}
      {progress && <EvidenceProgress {...progress} />}
      <button type="submit" aria-disabled={progress !== undefined} className={buttonClass('primary', 'self-start')}>
        {m.proof_submit()}
      </button>
    </form>
  );
}

/** Shows what is about to be sent: a wrong picture of a gallery is easily chosen. */
const Preview = ({ file, thumbnail }: ChosenProof) => (
  <p data-testid="proof-preview" className="flex items-center gap-3 rounded-control border border-line bg-surface p-3">
    {thumbnail ? (
      <img src={thumbnail} alt="" className="size-24 shrink-0 rounded-control border border-line object-contain" />
    ) : (
      <Icon name="file-check" className="size-12 shrink-0 p-2 text-muted" />
    )}
    <span className="min-w-0">
      <span className="block font-semibold wrap-anywhere">{file.name}</span>
      <span className="block text-sm text-muted">
        {formatBytes(file.size)}. {m.proof_not_sent_yet()}
      </span>
    </span>
  </p>
);
