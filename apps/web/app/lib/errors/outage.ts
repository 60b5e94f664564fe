/**
 * Responds 503 for a page whose data is unavailable: a cache then serves its older copy, a search engine comes back
 * later, and a person reads the same page either way.
 */
import type { Api } from '../api/api.ts';
import type { PageResponse } from '../pages/context.ts';

const HTTP_UNAVAILABLE = 503;
const DEFAULT_RETRY_SECONDS = 2;

const parseRetryAfter = (headers: Headers): number => Number(headers.get('Retry-After')) || DEFAULT_RETRY_SECONDS;

/** Records on the page that the API was unavailable during rendering. */
export const recordOutages =
  (page: PageResponse, api: Api): Api =>
  async (path, init) => {
    const response = await api(path, init);
    if (response.status === HTTP_UNAVAILABLE) page.retryAfterSeconds = parseRetryAfter(response.headers);
    return response;
  };

/** The status of a rendered page. For a POST the form action alone sets the status. */
export function getPageStatus(page: PageResponse, method: string, status: number): number {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && page.retryAfterSeconds !== undefined && status !== 404 ? HTTP_UNAVAILABLE : status;
}

export function setRetryAfter(page: PageResponse, status: number, headers: Headers): void {
  if (status === HTTP_UNAVAILABLE) headers.set('Retry-After', String(page.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS));
}
