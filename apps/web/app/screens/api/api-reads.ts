import { read } from '../../lib/api/reads.ts';
import { write } from '../../lib/api/writes.ts';

export const keysRead = read('/api/api-keys');
export const usageRead = (days: number) => read('/api/api-keys/usage', { query: { days } });

export const createKey = write('POST', '/api/api-keys', { refreshes: [keysRead] });
export const rotateKey = write('POST', '/api/api-keys/:id/rotate', { refreshes: [keysRead] });
export const revokeKey = write('DELETE', '/api/api-keys/:id', { refreshes: [keysRead] });
