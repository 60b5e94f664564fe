/**
 * Responds 503 for a page whose data is unavailable: a cache then serves its older copy, a search engine comes back
 * later, and a person reads the same page either way.
 */
import type { Api } from '../api/api.ts';
import type { PageInMaking } from '../pages/context.ts';

const UNAVAILABLE = 503;
const FALLBACK_SECONDS = 2;

const secondsIn = (headers: Headers): number => Number(headers.get('Retry-After')) || FALLBACK_SECONDS;

/** Records on the page that the API was unavailable during rendering. */
export const notingOutages =
  (page: PageInMaking, api: Api): Api =>
  async (path, init) => {
    const response = await api(path, init);
    if (response.status === UNAVAILABLE) page.retryAfterSeconds = secondsIn(response.headers);
    return response;
  };

/** The status of a rendered page. For a POST the form action alone sets the status. */
export function statusOfPage(page: PageInMaking, method: string, status: number): number {
  const isLooking = method === 'GET' || method === 'HEAD';
  return isLooking && page.retryAfterSeconds !== undefined && status !== 404 ? UNAVAILABLE : status;
}

export function tellWhenToReturn(page: PageInMaking, status: number, headers: Headers): void {
  if (status === UNAVAILABLE) headers.set('Retry-After', String(page.retryAfterSeconds ?? FALLBACK_SECONDS));
}
