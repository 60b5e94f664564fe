/** Sends the proof of a deposit: with scripts by its own call with progress, without them by a plain form. */
import { evidenceTypes } from '@hakiki/contract/filing-values';
import { evidenceLimits } from '@hakiki/contract/limits';
import { useState, type ChangeEvent } from 'react';
import { useActionData } from 'react-router';
import { EvidenceProgress } from '../../components/evidence/progress.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { ErrorSummary } from '../../components/ui/error-summary.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
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

export function DepositProof({ hasProof }: { hasProof: boolean }) {
  const hasScripts = useBrowserValue(() => true);
  const store = useQueryStore();
  const rejection = useActionData<Partial<FormRejection>>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failure = rejection?.form === PROOF_FORM ? rejection.fields?.[PROOF_FIELD] : undefined, setFailure] =
    useState<string>();

  async function send(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const [original] = input.files ?? [];
    if (!original || progress) return;
    setFailure('');
    setProgress({ done: 0, total: original.size });
    try {
      const [{ prepareFile }, { putFile }] = await Promise.all([
        import('../../lib/evidence/files.ts'),
        import('../../lib/evidence/upload.ts'),
      ]);
      const prepared = await prepareFile(original);
      if ('refused' in prepared) return setFailure(m.error_file_refused());
      const { file } = prepared;
      await putFile('/api/subscription/proof', file, (done) => setProgress({ done, total: file.size }));
      await store.reload(subscriptionQuery);
      showToast({ title: m.proof_sent(), description: m.proof_sent_text(), isInline: true });
    } catch (error) {
      setFailure(getFailureText(error, m.files_failed()));
    } finally {
      // The same file can be chosen again.
      input.value = '';
      setProgress(undefined);
    }
  }

  return (
    <form method="post" encType="multipart/form-data" className="flex flex-col gap-2">
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
        onChange={hasScripts && ((event) => void send(event))}
        className={inputClass}
      />
      {progress && <EvidenceProgress {...progress} />}
      {!hasScripts && (
        <button type="submit" className={buttonClass('primary', 'self-start')}>
          {m.proof_submit()}
        </button>
      )}
    </form>
  );
}
