import type { EvidenceFile } from '@hakiki/contract/filings';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatBytes } from '../../../lib/language/format.ts';
import { NewTabAnchor } from '../../../components/new-tab-anchor.tsx';
import { m } from '../../../paraglide/messages.js';
import { rowButtonClass } from './table.tsx';

type FileInfo = Pick<EvidenceFile, 'name' | 'bytes' | 'url'>;

/** A file for a moderator. Pictures were redrawn; other files are unchanged, so their link follows a warning. */
export const StaffFile = ({ file }: { file: FileInfo & { type: string } }) =>
  file.type.startsWith('image/') ? <PictureFile file={file} /> : <DownloadOnlyFile file={file} />;

const PictureFile = ({ file: { name, bytes, url } }: { file: FileInfo }) => (
  <>
    <NewTabAnchor
      href={url}

      className="inline-flex min-h-8 items-center text-brand underline max-md:min-h-11"
    >
      <span className="wrap-anywhere">{name}</span>
    </NewTabAnchor>{' '}
    <span className="text-sm text-muted">{formatBytes(bytes)}</span>
  </>
);

const DownloadOnlyFile = ({ file: { name, bytes, url } }: { file: FileInfo }) => (
  <details className="group">
    <summary className="inline-flex min-h-8 cursor-pointer list-none flex-wrap items-center gap-x-2 max-md:min-h-11">
      <span className="wrap-anywhere text-brand underline">{name}</span>
      <span className="text-sm text-muted">{formatBytes(bytes)}</span>
      <span className="inline-flex items-center gap-1 text-sm">
        {m.staff_pdf_first()}
        <Icon name="chevron-right" className="size-4 rotate-90 group-open:-rotate-90" />
      </span>
    </summary>
    <div className="my-1 flex max-w-[68ch] flex-col items-start gap-2 border-s-4 border-flagged-line ps-3 text-sm">
      <p>{m.staff_pdf_danger()}</p>
      <p>{m.staff_pdf_advice()}</p>
      <a href={url} download={name} rel="noopener noreferrer" className={rowButtonClass()}>
        {m.staff_pdf_save()} <span className="sr-only">{name}</span>
      </a>
    </div>
  </details>
);
