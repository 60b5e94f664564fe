/** Uploads evidence files one after the other: on a slow connection parallel uploads only delay both. */
import { ApiError, browserApi, parseFailure } from '../api/api.ts';
import { defineMutation } from '../api/mutations.ts';

/** Identifies a report for its reporter: by the receipt's code, or by its id when signed in. */
export interface FilingRef {
  code?: string;
  id?: string;
}

const STALL_TIMEOUT_MS = 60_000;

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

/** The URL of an upload that broke: a retry uses it again, since each announced file counts towards the limit. */
const announcedUrls = new WeakMap<File, string>();

/** Rejects if the file did not arrive; may then be called again. */
export async function uploadFile(file: File, filing: FilingRef, onSent: (bytes: number) => void): Promise<void> {
  const announcedUrl = announcedUrls.get(file);
  const url = announcedUrl ?? (await announce(file, filing));
  try {
    await putFile(url, file, onSent);
  } catch (error) {
    const isExpired = parseFailure(error).code === 'LINK_INVALID';
    if (isExpired) announcedUrls.delete(file);
    else announcedUrls.set(file, url);
    if (!isExpired || !announcedUrl) throw error;
    await uploadFile(file, filing, onSent);
  }
}

async function announce(file: File, filing: FilingRef): Promise<string> {
  const { uploadUrl } = await requestUpload.send(browserApi, {
    body: { ...filing, name: file.name, bytes: file.size },
  });
  return uploadUrl;
}

/** Sends the content of a file, for URLs that expect nothing else. */
export const putFile = (url: string, file: File, onSent: (bytes: number) => void): Promise<void> =>
  sendWithProgress('PUT', url, file, onSent);

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
export function sendWithProgress(
  method: 'PUT' | 'POST',
  url: string,
  body: File | FormData,
  onSent: (bytes: number, total: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    if (body instanceof File) request.setRequestHeader('Content-Type', 'application/octet-stream');
    // A dead connection reports nothing for minutes.
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
    };
    watch();
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      onSent(loaded, total);
    });
    request.addEventListener('loadend', () => clearTimeout(stalled));
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiError(status, responseText, statusText));
    });
    for (const event of ['error', 'abort']) {
      request.addEventListener(event, () => reject(new Error('The connection was lost.')));
    }
    request.send(body);
  });
}
