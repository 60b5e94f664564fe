/** Sends documents one after the other: each has its progress, and one that is refused keeps none of the others. */
import { documentEndingOf, documentLimits } from '@hakiki/contract/business-values';
import { ApiError } from '../../lib/api/api.ts';

export type WhyRefused = 'type' | 'size' | 'empty';

/** What need not be sent to be refused; the server looks at the content too. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): WhyRefused | undefined {
  if (!documentEndingOf(name)) return 'type';
  if (size > documentLimits.fileBytes) return 'size';
  return size === 0 ? 'empty' : undefined;
}

/** By XMLHttpRequest, since fetch cannot tell how much has left. */
export function sendDocument(file: File, onPercent: (percent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/business/documents');
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
