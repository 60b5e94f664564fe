import { useUploadProgress } from '../../lib/evidence/upload-progress.ts';
import { noticeFlags } from '../../lib/filings/notice-flags.ts';
import { useOnline } from '../../lib/browser/use-online.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { EvidenceProgress } from './progress.tsx';

interface Props {
  reference: string;
  /** The number of files that have not arrived yet. */
  pending: number;
  /** Names the report, where its receipt is not beside it. */
  isNamed?: boolean;
}

/** Says truthfully what happens to the files of a report: they are being sent, or wait for a connection. */
export function UploadStatus({ reference, pending, isNamed = false }: Props) {
  const progress = useUploadProgress(reference);
  const isOnline = useOnline();
  const isStopped = progress?.isPaused || !isOnline;
  return (
    <div data-testid="upload-status" className="flex flex-col gap-2 rounded-control bg-accent-soft p-3 text-accent">
      <p role="status" className="flex items-start gap-2 font-semibold">
        <Icon name={isStopped ? 'offline' : 'clock'} className="mt-0.5" />
        <span>
          {isNamed && `${reference}: `}
          {isStopped ? m.uploads_paused({ count: pending }) : m.uploads_sending({ count: pending })}
        </span>
      </p>
      {progress && <EvidenceProgress done={progress.done} total={progress.total} />}
      <p className="text-sm">{isStopped ? m.uploads_paused_text() : m.uploads_sending_text()}</p>
      {isStopped && isOnline && (
        <button
          type="button"
          onClick={() => noticeFlags.set('outbox', true)}
          className={buttonClass('secondary', 'self-start')}
        >
          {m.uploads_retry()}
        </button>
      )}
    </div>
  );
}
