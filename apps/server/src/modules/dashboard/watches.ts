/** Watching a provider: members get an email when the verdict changes. */
import type { ProviderId } from '@hakiki/contract/directory';
import { listLimits } from '@hakiki/contract/limits';
import type { WatchedProvider } from '@hakiki/contract/watches';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { DirectoryService } from '../directory/service.ts';
import * as store from './watches-store.ts';

interface Deps {
  database: Database;
  directory: Pick<DirectoryService, 'getListingStatus'>;
}

export function createWatches({ database, directory }: Deps) {
  const { db } = database;
  return {
    async list({ user }: UserActor): Promise<WatchedProvider[]> {
      const rows = await store.listWatches(db, user.id, listLimits.watchedProviders);
      return rows.map((row) => ({ ...row, watchedAt: row.watchedAt.toISOString() }));
    },

    /** Two concurrent requests may exceed the limit by one, which harms nobody. */
    async add({ user }: UserActor, id: ProviderId): Promise<null> {
      await directory.getListingStatus(id);
      if (await store.hasWatch(db, user.id, id)) return null;
      if ((await store.countWatches(db, user.id)) >= listLimits.watchedProviders)
        throw new AppError('TOO_MANY_WATCHES');
      await store.insertWatch(db, user.id, id);
      return null;
    },

    async remove({ user }: UserActor, id: ProviderId): Promise<null> {
      await store.deleteWatch(db, user.id, id);
      return null;
    },

    /** The response is the same for an unknown key. */
    async leave(key: string): Promise<{ hasLeft: true }> {
      await store.deleteByKey(db, key);
      return { hasLeft: true };
    },
  };
}
