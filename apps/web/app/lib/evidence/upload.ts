/** Uploads evidence files one after the other: on a slow connection parallel uploads only delay both. */
import { ApiError, browserApi } from '../api/api.ts';
import { defineMutation } from '../api/mutations.ts';

/** Identifies a report for its reporter: by the receipt's code, or by its id when signed in. */
export interface FilingRef {
  code?: string;
  id?: string;
}

const requestUpload = defineMutation('POST', '/api/filings/evidence');

export interface UploadResult {
  failed: File[];
  /** The error of each failed file. */
  reasons: ReadonlyMap<File, unknown>;
}

/** Tries every file. `onProgress` counts bytes. */
export async function uploadAll(
  files: readonly File[],
  filing: FilingRef,
  onProgress: (done: number, total: number) => void,
): Promise<UploadResult> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const reasons = new Map<File, unknown>();
  let done = 0;
  for (const file of files) {
    const bytesBefore = done;
    try {
      await uploadFile(file, filing, (sent) => onProgress(bytesBefore + Math.min(sent, file.size), total));
    } catch (error) {
      reasons.set(file, error);
    }
    done += file.size;
    onProgress(done, total);
  }
  return { failed: [...reasons.keys()], reasons };
}

async function uploadFile(file: File, filing: FilingRef, onSent: (bytes: number) => void): Promise<void> {
  const { uploadUrl } = await requestUpload.send(browserApi, {
    body: { ...filing, name: file.name, bytes: file.size },
  });
  await putFile(uploadUrl, file, onSent);
}

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
export function putFile(url: string, file: File, onSent: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiError(status, responseText, statusText));
    });
    request.addEventListener('error', () => reject(new Error('The connection was lost.')));
    request.send(file);
  });
}
