/** Sends files that support a report, one after the other: on a slow connection two at once only make both late. */
import { ApiError, browserApi } from '../api/api.ts';
import { write } from '../api/writes.ts';

/** How a report is named by its reporter: by the receipt's code, or by its id where they are signed in. */
export interface FilingRef {
  code?: string;
  id?: string;
}

const announce = write('POST', '/api/filings/evidence');

export interface Uploaded {
  failed: File[];
  /** Why each of them failed. */
  reasons: ReadonlyMap<File, unknown>;
}

/** Every file is tried. `onProgress` counts bytes. */
export async function uploadAll(
  files: readonly File[],
  filing: FilingRef,
  onProgress: (done: number, total: number) => void,
): Promise<Uploaded> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const reasons = new Map<File, unknown>();
  let done = 0;
  for (const file of files) {
    const before = done;
    try {
      await uploadFile(file, filing, (sent) => onProgress(before + Math.min(sent, file.size), total));
    } catch (error) {
      reasons.set(file, error);
    }
    done += file.size;
    onProgress(done, total);
  }
  return { failed: [...reasons.keys()], reasons };
}

async function uploadFile(file: File, filing: FilingRef, onSent: (bytes: number) => void): Promise<void> {
  const { uploadUrl } = await announce.send(browserApi, {
    body: { ...filing, name: file.name, bytes: file.size },
  });
  await put(uploadUrl, file, onSent);
}

/** By XMLHttpRequest, since fetch cannot tell how much has left. */
function put(address: string, file: File, onSent: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
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
