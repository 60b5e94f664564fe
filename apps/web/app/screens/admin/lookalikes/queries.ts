import { paging } from '@hakiki/contract/limits';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { pathTo } from '../../../lib/pages/paths.ts';

export const lookalikeLists = ['open', 'decided'] as const;
export type LookalikeListName = (typeof lookalikeLists)[number];

export const lookalikesQuery = (state: LookalikeListName) =>
  defineQuery('/api/admin/lookalikes', { query: { state, limit: paging.defaultLimit } });
export const protectedNamesQuery = defineQuery('/api/admin/protected-names');

export const decideLookalike = defineMutation('POST', '/api/admin/lookalikes/:id/decision', {
  invalidates: ['/api/admin/lookalikes', '/api/admin/work', '/api/admin/cases'],
});
export const addName = defineMutation('POST', '/api/admin/protected-names', {
  invalidates: ['/api/admin/protected-names'],
});
export const removeName = defineMutation('DELETE', '/api/admin/protected-names/:id', {
  invalidates: ['/api/admin/protected-names'],
});

export const parseList = (params: URLSearchParams): LookalikeListName =>
  lookalikeLists.find((list) => list === params.get('list')) ?? 'open';

export const lookalikesPath = (list: LookalikeListName): string =>
  pathTo(list === 'open' ? '/admin/lookalikes' : `/admin/lookalikes?list=${list}`);
