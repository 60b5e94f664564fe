import { paging } from '@hakiki/contract/limits';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { pathTo } from '../../../lib/pages/paths.ts';

export const familiesQuery = defineQuery('/api/admin/families', { query: { limit: paging.defaultLimit } });
export const familyQuery = (about: string) => defineQuery('/api/admin/families/of', { query: { about } });

const invalidates = ['/api/admin/families', '/api/admin/families/of', '/api/admin/work'] as const;
export const judgeLinks = defineMutation('POST', '/api/admin/families/judgements', { invalidates });
export const undoJudgements = defineMutation('DELETE', '/api/admin/families/judgements/:actionId', { invalidates });

export const familyPath = (about?: string): string =>
  pathTo(about ? `/admin/families?${new URLSearchParams({ about })}` : '/admin/families');
