/** Uploads documents one after the other. Each has its own progress, and a rejected one does not stop the others. */
import { type DocumentKind, findDocumentExtension, documentLimits } from '@hakiki/contract/business-values';
import { sendWithProgress } from '../../lib/evidence/upload.ts';

export type RejectReason = 'type' | 'size' | 'empty';

/** Checks before the upload what needs no content; the server checks the content too. */
export function getRejectReason({ name, size }: Pick<File, 'name' | 'size'>): RejectReason | undefined {
  if (!findDocumentExtension(name)) return 'type';
  if (size > documentLimits.fileBytes) return 'size';
  return size === 0 ? 'empty' : undefined;
}

export function uploadDocument(file: File, kind: DocumentKind, onPercent: (percent: number) => void): Promise<void> {
  const form = new FormData();
  form.append('files', file);
  return sendWithProgress('POST', `/api/business/documents?kind=${kind}`, form, (sent, total) =>
    onPercent(total > 0 ? Math.round((sent / total) * 100) : 0),
  );
}
