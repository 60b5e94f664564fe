import { isEntitled } from '@hakiki/contract/entitlements';
import type { WritePath } from '@hakiki/contract/endpoints';
import { useEffect } from 'react';
import { browserApi, call } from '../../lib/api/api.ts';
import { useAuth } from '../../lib/api/auth.ts';
import { toSegments } from '../../lib/api/queries.ts';

const path: WritePath<'PUT'> = '/api/providers/:id/visit';

/** Records the visit of a member with the analysis plan. The money saved is computed from these visits. */
export function useVisitRecording(id: string, isLoaded: boolean): void {
  const auth = useAuth();
  const shouldRecord = isLoaded && auth.status === 'signed-in' && isEntitled(auth.user, 'analysis');
  useEffect(() => {
    if (shouldRecord) void recordVisit(id);
  }, [id, shouldRecord]);
}

/** Fails silently. Reads the response body, since an unread one keeps the connection open. */
async function recordVisit(id: string): Promise<void> {
  await call(browserApi, 'PUT', toSegments(path, { id }).join('/'))
    .then((response) => response.text())
    .catch(() => undefined);
}
