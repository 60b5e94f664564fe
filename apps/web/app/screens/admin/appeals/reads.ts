import { appealStates, type AppealState } from '@hakiki/contract/appeal-values';
import { paging } from '@hakiki/contract/limits';
import { to } from '../../../lib/pages/paths.ts';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { alertLists } from '../alerts/reads.ts';
import { verdictLists } from '../proposals/reads.ts';
import { reportLists } from '../reports/reads.ts';

export const appealsRead = (state: AppealState) =>
  read('/api/admin/appeals', { query: { state, limit: paging.defaultLimit } });
export const openAppealsRead = appealsRead('open');
export const appealRead = (id: string) => read('/api/admin/appeals/:id', { params: { id } });

export const decideAppeal = write('POST', '/api/admin/appeals/:id/decision', {
  outdates: [...new Set([...verdictLists, ...alertLists, ...reportLists, '/api/admin/appeals' as const])],
});
export const recordAppeal = write('POST', '/api/admin/appeals', { outdates: ['/api/admin/appeals'] });

export const stateIn = (params: URLSearchParams): AppealState =>
  appealStates.find((state) => state === params.get('state')) ?? 'open';

/** The path of a list of appeals, or of one appeal. */
export function appealsPath({ state = 'open', appeal }: { state?: AppealState; appeal?: string } = {}): string {
  const params = new URLSearchParams({ ...(state !== 'open' && { state }), ...(appeal && { appeal }) });
  const query = params.toString();
  return to(query ? `/admin/appeals?${query}` : '/admin/appeals');
}
