import { appealStates, type AppealState } from '@hakiki/contract/appeal-values';
import { paging } from '@hakiki/contract/limits';
import { pathTo } from '../../../lib/pages/paths.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { alertPaths } from '../alerts/queries.ts';
import { verdictPaths } from '../proposals/queries.ts';
import { reportPaths } from '../reports/queries.ts';

export const appealsQuery = (state: AppealState) =>
  defineQuery('/api/admin/appeals', { query: { state, limit: paging.defaultLimit } });
export const appealQuery = (id: string) => defineQuery('/api/admin/appeals/:id', { params: { id } });

export const decideAppeal = defineMutation('POST', '/api/admin/appeals/:id/decision', {
  invalidates: [
    ...new Set([
      ...verdictPaths,
      ...alertPaths,
      ...reportPaths,
      '/api/admin/appeals' as const,
      '/api/admin/work' as const,
    ]),
  ],
});
export const recordAppeal = defineMutation('POST', '/api/admin/appeals', { invalidates: ['/api/admin/appeals'] });

export const parseState = (params: URLSearchParams): AppealState =>
  appealStates.find((state) => state === params.get('state')) ?? 'open';

/** The path of a list of appeals, or of one appeal. */
export function appealsPath({ state = 'open', appeal }: { state?: AppealState; appeal?: string } = {}): string {
  const params = new URLSearchParams({ ...(state !== 'open' && { state }), ...(appeal && { appeal }) });
  const query = params.toString();
  return pathTo(query ? `/admin/appeals?${query}` : '/admin/appeals');
}
