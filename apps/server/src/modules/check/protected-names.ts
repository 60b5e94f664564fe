/** Holds the index of protected names in memory and builds it again when a verified provider has changed. */
import type { ProviderId } from '@hakiki/contract/directory';
import { toSiteName } from '../../platform/web-address/web-address.ts';
import type { DirectoryService } from '../directory/service.ts';
import { createLookalikeIndex, type LookalikeMatch, type ProtectedName } from './lookalikes.ts';

/** A transaction may commit after a later one; its change is read after this time at the latest. */
const MAX_AGE_MS = 60_000;

export type ProtectedProvider = ProtectedName & { providerId: ProviderId };

interface Deps {
  directory: Pick<DirectoryService, 'findNewestChange' | 'listVerifiedNames'>;
}

export function createProtectedNames({ directory }: Deps) {
  let findInIndex = createLookalikeIndex<ProtectedProvider>([]);
  let content = '';
  let version: string | undefined;
  let readAt = -MAX_AGE_MS;

  async function refresh(): Promise<void> {
    const newest = await directory.findNewestChange();
    if (newest === version && performance.now() - readAt < MAX_AGE_MS) return;
    const providers = await directory.listVerifiedNames();
    [version, readAt] = [newest, performance.now()];
    const newContent = JSON.stringify(providers);
    if (newContent === content) return;
    content = newContent;
    findInIndex = createLookalikeIndex(
      providers.map(({ id, name, otherNames, site }) => ({
        providerId: id,
        name,
        labels: [name, ...otherNames, ...(site ? [toSiteName(site)] : [])],
        officialSites: site ? [site] : [],
      })),
    );
  }

  return async function findLookalikes(
    hosts: readonly string[],
  ): Promise<(LookalikeMatch<ProtectedProvider> | undefined)[]> {
    if (hosts.length === 0) return [];
    await refresh();
    return hosts.map((host) => findInIndex(host));
  };
}
