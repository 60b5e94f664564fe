import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const keysRead = defineQuery('/api/api-keys');
export const usageRead = (days: number) => defineQuery('/api/api-keys/usage', { query: { days } });

export const createKey = defineMutation('POST', '/api/api-keys', { refreshes: [keysRead] });
export const rotateKey = defineMutation('POST', '/api/api-keys/:id/rotate', { refreshes: [keysRead] });
export const revokeKey = defineMutation('DELETE', '/api/api-keys/:id', { refreshes: [keysRead] });
