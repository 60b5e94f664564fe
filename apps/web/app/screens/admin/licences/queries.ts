/** Queries and mutations of the licences screen. */
import { defineMutation, type Mutation } from '../../../lib/api/mutations.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { putFile } from '../../../lib/evidence/upload.ts';

export const deskQuery = defineQuery('/api/admin/licences');

const invalidates = [
  '/api/admin/licences',
  '/api/admin/work',
  '/api/licences',
  '/api/licences/:country',
  '/api/licence-changes',
  '/api/providers/:id/licences',
] as const;
export const addRegister = defineMutation('POST', '/api/admin/licences/registers', { invalidates });
export const proposeMatch = defineMutation('POST', '/api/admin/licences/matches', { invalidates });
export const proposeRegime = defineMutation('POST', '/api/admin/licences/regimes', { invalidates });
export const proposeWarning = defineMutation('POST', '/api/admin/licences/warnings', { invalidates });
export const confirmProposal = defineMutation('POST', '/api/admin/licences/proposals/:id/confirm', { invalidates });
export const withdrawProposal = defineMutation('POST', '/api/admin/licences/proposals/:id/withdraw', { invalidates });

/** Bypasses the API client, which sends JSON. */
export const createFileUpload = (registerId: string, asOf: string, file: File): Mutation<undefined, void> => ({
  send: () => putFile(`/api/admin/licences/registers/${registerId}/file?asOf=${asOf}`, file, () => undefined),
  refreshes: [],
  invalidates,
});
