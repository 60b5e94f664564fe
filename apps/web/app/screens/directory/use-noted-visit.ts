import { isEntitled } from '@hakiki/contract/entitlements';
import type { WritePath } from '@hakiki/contract/endpoints';
import { useEffect } from 'react';
import { browserApi, call } from '../../lib/api/api.ts';
import { useAuth } from '../../lib/api/auth.ts';
import { toSegments } from '../../lib/api/reads.ts';

const path: WritePath<'PUT'> = '/api/providers/:id/visit';

/** For a plan with analysis it is remembered that the person has looked here: from it comes the figure of money saved. */
export function useNotedVisit(id: string, isLoaded: boolean): void {
  const auth = useAuth();
  const isNoted = isLoaded && auth.status === 'signed-in' && isEntitled(auth.user, 'analysis');
  useEffect(() => {
    if (isNoted) void note(id);
  }, [id, isNoted]);
}

/** The person did not ask for it, so they are not told when it fails. An answer that nobody reads would stay under way. */
async function note(id: string): Promise<void> {
  await call(browserApi, 'PUT', toSegments(path, { id }).join('/'))
    .then((answer) => answer.text())
    .catch(() => undefined);
}
