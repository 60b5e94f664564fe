/** Loaded lazily: few readers have the plan that records visits. */
import type { WritePath } from '@hakiki/contract/endpoints';
import { browserApi, call } from '../../lib/api/api.ts';
import { toSegments } from '../../lib/api/queries.ts';

const path: WritePath<'PUT'> = '/api/providers/:id/visit';

/** Fails silently. Reads the response body, since an unread one keeps the connection open. */
export async function recordVisit(id: string): Promise<void> {
  await call(browserApi, 'PUT', toSegments(path, { id }).join('/'))
    .then((response) => response.text())
    .catch(() => undefined);
}
