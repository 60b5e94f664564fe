/**
 * Holds the protected names in memory: verified providers, authorities, and the names that staff added. They are read
 * again when they have changed.
 */
import { checkLimits } from '@hakiki/contract/check-values';
import type { ProviderId } from '@hakiki/contract/directory';
import type { Database } from '../../platform/db/database.ts';
import { toSiteName, toSiteOrNull } from '../../platform/web-address/web-address.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { LicencesService } from '../licences/service.ts';
import { createLookalikeIndex, type LookalikeMatch, type ProtectedName, toLabel } from './lookalikes.ts';
import * as store from './store.ts';

/** A transaction may commit after a later one; its change is read after this time at the latest. */
const MAX_AGE_MS = 60_000;

/** Without an id: an authority, or a name that staff added. */
export interface ProtectedProvider extends ProtectedName {
  providerId: ProviderId | null;
}

interface Deps {
  database: Database;
  directory: Pick<DirectoryService, 'findNewestChange' | 'listVerifiedNames'>;
  licences: Pick<LicencesService, 'listRegulators'>;
}

const toProtected = (
  providerId: ProviderId | null,
  name: string,
  otherNames: readonly string[],
  officialSites: readonly string[],
): ProtectedProvider => ({
  providerId,
  name,
  labels: [name, ...otherNames, ...officialSites.map(toSiteName)],
  officialSites,
});

/** By their names and official sites. A listed provider has a page, which says more. */
const indexUnlisted = (names: readonly ProtectedProvider[]): Map<string, ProtectedProvider> =>
  new Map(
    names
      .filter(({ providerId }) => providerId === null)
      .flatMap((one) => [...one.labels.map(toLabel), ...one.officialSites].map((key) => [key, one] as const)),
  );

export function createProtectedNames({ database, directory, licences }: Deps) {
  let findInIndex = createLookalikeIndex<ProtectedProvider>([]);
  let known = new Map<string, ProtectedProvider>();
  let content = '';
  let version: string | undefined;
  let readAt = -MAX_AGE_MS;

  /** Providers first: of two with the same label, a page of ours says more. */
  async function listNames(): Promise<ProtectedProvider[]> {
    const [providers, added, regulators] = await Promise.all([
      directory.listVerifiedNames(),
      store.listComparedNames(database),
      licences.listRegulators(),
    ]);
    return [
      ...providers.map(({ id, name, otherNames, site }) => toProtected(id, name, otherNames, site ? [site] : [])),
      ...added.map(({ name, otherNames, officialSites }) => toProtected(null, name, otherNames, officialSites)),
      ...regulators.flatMap(({ name, url }) => {
        const site = toSiteOrNull(url);
        return site ? [toProtected(null, name, [], [site])] : [];
      }),
    ];
  }

  async function readChanges(): Promise<void> {
    const newest = await directory.findNewestChange();
    if (newest === version && performance.now() - readAt < MAX_AGE_MS) return;
    const names = await listNames();
    [version, readAt] = [newest, performance.now()];
    const newContent = JSON.stringify(names);
    if (newContent === content) return;
    content = newContent;
    findInIndex = createLookalikeIndex(names);
    known = indexUnlisted(names);
  }

  /** One at a time: the index takes a moment to build, and all who wait use the same one. */
  let reading: Promise<void> | undefined;
  const refresh = (): Promise<void> =>
    (reading ??= readChanges().finally(() => {
      reading = undefined;
    }));

  return {
    findLookalikes: async (hosts: readonly string[]): Promise<(LookalikeMatch<ProtectedProvider> | undefined)[]> => {
      if (hosts.length === 0) return [];
      await refresh();
      return hosts.map((host) => findInIndex(host));
    },

    /** The name, unless it is a provider's, that this text or official address is. It may be a minute old. */
    findKnown: async (text: string): Promise<ProtectedProvider | undefined> => {
      if (text.length > checkLimits.nameLength) return undefined;
      if (version === undefined || performance.now() - readAt >= MAX_AGE_MS) await refresh();
      return known.get(toLabel(text)) ?? known.get(text);
    },

    /** Reads the names again before the next answer. */
    invalidate: async (): Promise<void> => {
      await reading?.catch(() => {});
      version = undefined;
    },
  };
}
