import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const keysQuery = defineQuery('/api/api-keys');
export const usageQuery = (days: number) => defineQuery('/api/api-keys/usage', { query: { days } });

export const createKey = defineMutation('POST', '/api/api-keys', { refreshes: [keysQuery] });
export const rotateKey = defineMutation('POST', '/api/api-keys/:id/rotate', { refreshes: [keysQuery] });
export const revokeKey = defineMutation('DELETE', '/api/api-keys/:id', { refreshes: [keysQuery] });
