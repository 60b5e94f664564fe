import { evidenceTypes } from '@hakiki/contract/filing-values';
import { evidenceLimits } from '@hakiki/contract/limits';
import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { prepareFile, getThumbnail, type RejectReason } from '../../lib/evidence/files.ts';
import { formatBytes } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { FileButton } from '../ui/file-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';

export interface EvidenceFileInputProps {
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Number of files that the report already has. */
  sentCount?: number;
  /** A note beside a file, e.g. that it was not sent. */
  renderNote?: (file: File) => ReactNode;
}

const getSizeLimit = (): string => formatBytes(evidenceLimits.fileBytes);

const rejectionMessages: Record<RejectReason, (name: string) => string> = {
  type: (name) => m.files_wrong_type({ name }),
  size: (name) => m.files_too_large({ name, size: getSizeLimit() }),
  empty: (name) => m.files_empty({ name }),
};

/** The file input accepts any picture that the browser can decode, and PDF. */
const ACCEPTED_TYPES = ['image/*', ...evidenceTypes].join(',');

export function EvidenceFileInput({ files, onChange, sentCount = 0, renderNote }: EvidenceFileInputProps) {
  const id = useId();
  const [isPreparing, setPreparing] = useState(false);
  const [rejections, setRefused] = useState<readonly string[]>([]);
  const freeSlots = evidenceLimits.files - sentCount - files.length;

  async function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const chosen = [...(input.files ?? [])];
    // Allows choosing the same file again after it was removed.
    input.value = '';
    setPreparing(true);
    const accepted: File[] = [];
    const messages: string[] = [];
    for (const original of chosen) {
      // One at a time: a decoded photo takes much of a small phone's memory.
      const prepared = await prepareFile(original);
      if ('refused' in prepared) messages.push(rejectionMessages[prepared.refused](prepared.name));
      else accepted.push(prepared.file);
    }
    if (accepted.length > freeSlots) messages.push(m.files_too_many({ files: evidenceLimits.files }));
    setRefused(messages);
    setPreparing(false);
    onChange([...files, ...accepted.slice(0, Math.max(0, freeSlots))]);
  }

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {m.files_label()}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {m.files_hint({ files: evidenceLimits.files, size: getSizeLimit() })}
      </p>
      <FileButton
        id={id}
        label={m.files_choose()}
        accept={ACCEPTED_TYPES}
        describedBy={`${id}-hint ${id}-refused`}
        onChange={(event) => void handleChange(event)}
      />
      {isPreparing && <Spinner label={m.files_preparing()} className="size-5" />}
      <ul id={`${id}-refused`} role="alert" className="flex flex-col gap-1 empty:hidden">
        {rejections.map((message) => (
          <li key={message} className="flex items-start gap-1.5 text-sm font-semibold text-flagged">
            <Icon name="warning" className="mt-0.5 size-4" />
            <span className="min-w-0 wrap-break-word">{message}</span>
          </li>
        ))}
      </ul>
      {files.length > 0 && (
        <ul
          aria-label={m.files_chosen()}
          className="flex flex-col divide-y divide-line rounded-control border border-line"
        >
          {files.map((file, index) => (
            <ChosenFile
              key={`${index} ${file.name}`}
              file={file}
              note={renderNote?.(file)}
              onRemove={() => onChange(files.filter((other) => other !== file))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function ChosenFile({ file, note, onRemove }: { file: File; note: ReactNode; onRemove: () => void }) {
  const thumbnail = getThumbnail(file);
  return (
    <li className="flex flex-wrap items-center gap-3 p-2">
      {thumbnail ? (
        <img src={thumbnail} alt="" className="size-12 rounded-control border border-line object-cover" />
      ) : (
        <Icon name="file-check" className="size-12 p-2 text-muted" />
      )}
      <div className="min-w-0 flex-1 basis-32">
        <p className="wrap-break-word">{file.name}</p>
        <p className="text-sm text-muted">{formatBytes(file.size)}</p>
        {note}
      </div>
      <button type="button" onClick={onRemove} className={buttonClass('quiet')}>
        {m.files_remove()}
        <span className="sr-only">{file.name}</span>
      </button>
    </li>
  );
}
