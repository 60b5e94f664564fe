import { useEffect, useState } from 'react';
import { getFailureText } from '../../lib/errors/failure.ts';
import type { FilingRef } from '../../lib/evidence/upload.ts';
import { warnBeforeLeaving } from '../../lib/evidence/upload-progress.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { m } from '../../paraglide/messages.js';
import { EvidencePicker } from './picker.tsx';
import { EvidenceProgress } from './progress.tsx';
import { buttonClass } from '../ui/button.ts';

interface Props {
  filing: FilingRef;
  /** Number of files that the report already has. */
  sentCount: number;
  /** Called after some of the files have arrived. */
  onSent: () => void | Promise<void>;
}

/** Adds files to an existing report. Failed files stay in the list with the reason, to be sent again. */
export function EvidenceUpload({ filing, sentCount, onSent }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [reasons, setReasons] = useState<ReadonlyMap<File, unknown>>(new Map());
  const [progress, setProgress] = useState<{ done: number; total: number }>();

  const isSending = progress !== undefined;
  useEffect(() => {
    if (!isSending) return;
    addEventListener('beforeunload', warnBeforeLeaving);
    return () => removeEventListener('beforeunload', warnBeforeLeaving);
  }, [isSending]);

  async function send(chosen: readonly File[]) {
    if (progress) return;
    setProgress({ done: 0, total: 1 });
    const uploaded = await import('../../lib/evidence/upload.ts').then(
      ({ uploadAll }) => uploadAll(chosen, filing, (done, total) => setProgress({ done, total })),
      (error: unknown) => ({ failed: chosen, reasons: new Map(chosen.map((file) => [file, error])) }),
    );
    const arrived = chosen.filter((file) => !uploaded.failed.includes(file));
    setFiles(files.filter((file) => !arrived.includes(file)));
    setReasons(uploaded.reasons);
    setProgress(undefined);
    if (arrived.length === 0) return;
    showToast({ title: m.files_sent(), description: m.files_sent_text(), isInline: true });
    await onSent();
  }

  const noteOn = (file: File) =>
    reasons.has(file) && (
      <div role="alert">
        <p className="text-sm font-semibold text-flagged">
          {m.files_not_sent()}: {getFailureText(reasons.get(file), m.files_failed())}
        </p>
        <button type="button" onClick={() => void send([file])} className={buttonClass('secondary', 'mt-1')}>
          {m.files_retry()}
          <span className="sr-only">{file.name}</span>
        </button>
      </div>
    );

  return (
    <div className="flex flex-col gap-4">
      <EvidencePicker files={files} onChange={setFiles} sentCount={sentCount} renderNote={noteOn} />
      {progress && <EvidenceProgress {...progress} />}
      {files.length > 0 && (
        <button
          type="button"
          aria-disabled={progress !== undefined}
          onClick={() => void send(files)}
          className={buttonClass('primary', 'self-start aria-disabled:cursor-not-allowed aria-disabled:opacity-60')}
        >
          {m.files_send()}
        </button>
      )}
    </div>
  );
}
