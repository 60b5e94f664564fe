import { evidenceTypes } from '@hakiki/contract/filing-values';
import type { EvidenceFile } from '@hakiki/contract/filings';
import { evidenceLimits } from '@hakiki/contract/limits';
import { useEffect, useRef } from 'react';
import { EvidenceUpload } from '../../components/evidence/upload.tsx';
import { UploadStatus } from '../../components/evidence/upload-status.tsx';
import { useNoticeFlag } from '../../lib/filings/notice-flags.ts';
import { buttonClass } from '../../components/ui/button.ts';
import { ErrorSummary } from '../../components/ui/error-summary.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import type { FilingRef } from '../../lib/evidence/upload.ts';
import { useUploadProgress } from '../../lib/evidence/upload-progress.ts';
import { useFiledNotices } from '../../lib/filings/filed-notices.ts';
import { FORM_NAME_FIELD } from '../../lib/forms/values.ts';
import { formatBytes } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { NewTabAnchor } from '../../components/new-tab-anchor.tsx';
import { m } from '../../paraglide/messages.js';
import { ADD_FILE_FORM, FILE_FIELD } from './filing-ref.ts';
import { FilingHiddenFields } from './filing-hidden-fields.tsx';

interface Props {
  reference: string;
  files: readonly EvidenceFile[];
  filing: FilingRef;
  /** Why a file posted without scripts was rejected. */
  refused?: string | undefined;
  onSent: () => Promise<void>;
}

/** The evidence files, visible to the reporter only, and the upload of more. */
export function EvidenceFiles({ reference, files, filing, refused, onSent }: Props) {
  const pending = usePendingCount(reference, onSent);
  return (
    <>
      {pending > 0 && <UploadStatus reference={reference} pending={pending} />}
      {files.length > 0 && <FileList files={files} />}
      {files.length + pending === 0 && <p className="text-muted">{m.follow_files_none()}</p>}
      {files.length >= evidenceLimits.files ? (
        <p>{m.follow_files_full()}</p>
      ) : (
        <>
          <div className="needs-scripts">
            <EvidenceUpload filing={filing} sentCount={files.length} onSent={onSent} />
          </div>
          <UploadWithoutScripts filing={filing} refused={refused} />
        </>
      )}
    </>
  );
}

/** The number of files that this device still sends for the report. Calls `onArrived` after each of them. */
function usePendingCount(reference: string, onArrived: () => Promise<void>): number {
  const progress = useUploadProgress(reference);
  const hasOutbox = useNoticeFlag('outbox');
  const notice = useFiledNotices().find(({ receipt }) => receipt?.reference === reference);
  const pending = progress?.pending ?? (hasOutbox ? (notice?.pendingFiles?.length ?? 0) : 0);
  const lastPending = useRef(pending);
  useEffect(() => {
    if (pending < lastPending.current) void onArrived();
    lastPending.current = pending;
  }, [pending, onArrived]);
  return pending;
}

const FileList = ({ files }: { files: readonly EvidenceFile[] }) => (
  <div>
    <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
      {files.map(({ id, name, bytes, url }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 p-2">
          <Icon name="file-check" className="text-muted" />
          <NewTabAnchor
            href={url}

            className="inline-flex min-h-11 min-w-0 items-center font-semibold text-brand underline"
          >
            <span className="min-w-0 wrap-break-word">{name}</span>
          </NewTabAnchor>
          <span className="text-sm text-muted">{formatBytes(bytes)}</span>
        </li>
      ))}
    </ul>
    <p className="mt-1 text-sm text-muted">{m.follow_files_links({ minutes: evidenceLimits.linkMinutes })}</p>
  </div>
);

function UploadWithoutScripts({ filing, refused }: Pick<Props, 'filing' | 'refused'>) {
  return (
    <form
      method="post"
      action={pathTo('/follow')}
      encType="multipart/form-data"
      className="without-scripts flex flex-col gap-4"
    >
      <input type="hidden" name={FORM_NAME_FIELD} value={ADD_FILE_FORM} />
      <FilingHiddenFields filing={filing} />
      {refused && (
        <ErrorSummary title={m.follow_file_failed()} entries={[{ fieldId: ADD_FILE_FORM, sentence: refused }]} />
      )}
      <TextField
        id={ADD_FILE_FORM}
        type="file"
        name={FILE_FIELD}
        accept={evidenceTypes.join(',')}
        label={m.follow_file_one()}
        hint={m.follow_file_one_hint({ size: formatBytes(evidenceLimits.fileBytes) })}
        error={refused}
      />
      <button type="submit" className={buttonClass('secondary', 'md:self-start')}>
        {m.follow_file_send()}
      </button>
    </form>
  );
}
