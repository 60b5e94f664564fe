/** Calls of the public API with a key, and the same reads without one. */
import { randomUUID } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { ApiKeyId } from '@hakiki/contract/api-keys';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { makeApiKey, makeUser } from '../apps/server/test/support/factories.ts';
import type { CallSets } from './calls.ts';

interface ApiKey {
  keyId: ApiKeyId;
  accountId: UserId;
  headers: Record<string, string>;
}

/** Default: a new account with an unused monthly quota. */
export async function makeKey(databaseUrl: string, ownerId?: UserId): Promise<ApiKey> {
  const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 5000 }, createLog('silent'));
  try {
    const email = `program-${randomUUID()}@hakiki.example`;
    const accountId = ownerId ?? (await makeUser(database.db, { email, subscriptionTier: 'api' })).id;
    const { id: keyId, headers } = await makeApiKey(database.db, { accountId });
    return { keyId, accountId, headers };
  } finally {
    await database.close();
  }
}

export async function makeKeys(databaseUrl: string, count: number): Promise<ApiKey['headers'][]> {
  const made: ApiKey['headers'][] = [];
  while (made.length < count) made.push((await makeKey(databaseUrl)).headers);
  return made;
}

/** Paths that exist with and without a key. */
export const pathsWithKeyVariant = ({ provider, list, filtered }: CallSets): Record<string, string[]> => ({
  provider: provider.paths,
  list: list.paths,
  'filtered list': filtered.paths,
});

export const toPublicApiPath = (path: string): string => path.replace('/api/', '/api/v1/');
