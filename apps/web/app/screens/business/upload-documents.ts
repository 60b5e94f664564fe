/** Uploads documents one after the other. Each has its own progress, and a rejected one does not stop the others. */
import { type DocumentKind, findDocumentExtension, documentLimits } from '@hakiki/contract/business-values';
import { ApiError } from '../../lib/api/api.ts';

export type RejectReason = 'type' | 'size' | 'empty';

/** Checks before the upload what needs no content; the server checks the content too. */
export function getRejectReason({ name, size }: Pick<File, 'name' | 'size'>): RejectReason | undefined {
  if (!findDocumentExtension(name)) return 'type';
  if (size > documentLimits.fileBytes) return 'size';
  return size === 0 ? 'empty' : undefined;
}

/** Uses XMLHttpRequest, because fetch cannot report upload progress. */
export function uploadDocument(file: File, kind: DocumentKind, onPercent: (percent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/business/documents?kind=${kind}`);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onPercent(total > 0 ? Math.round((loaded / total) * 100) : 0),
    );
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiError(status, responseText, statusText));
    });
    request.addEventListener('error', () => reject(new Error('The connection was lost.')));
    const form = new FormData();
    form.append('files', file);
    request.send(form);
  });
}
