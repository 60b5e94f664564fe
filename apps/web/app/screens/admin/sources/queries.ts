/** Queries and mutations of the sources screen: `/admin/sources?waiting=phishdestroy`. */
import { defineMutation } from '../../../lib/api/mutations.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { pathTo } from '../../../lib/pages/paths.ts';

export const sourcesQuery = defineQuery('/api/admin/sources');
export const waitingQuery = (id: string) => defineQuery('/api/admin/sources/:id/snapshot', { params: { id } });

export const sourcesPath = (waiting?: string): string =>
  pathTo(waiting ? `/admin/sources?waiting=${waiting}` : '/admin/sources');

const invalidates = ['/api/admin/sources', '/api/admin/sources/:id/snapshot', '/api/admin/work'] as const;
export const turnOnSource = defineMutation('POST', '/api/admin/sources/:id/turn-on', { invalidates });
export const turnOffSource = defineMutation('POST', '/api/admin/sources/:id/turn-off', { invalidates });
export const runSource = defineMutation('POST', '/api/admin/sources/:id/run', { invalidates });
export const strikeSource = defineMutation('POST', '/api/admin/sources/:id/strike', { invalidates });
export const applySnapshot = defineMutation('POST', '/api/admin/source-snapshots/:id/apply', { invalidates });
export const refuseSnapshot = defineMutation('POST', '/api/admin/source-snapshots/:id/refuse', { invalidates });
