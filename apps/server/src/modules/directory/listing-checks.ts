/** Finds providers for other modules, and rejects those that are not public. */
import type { ProviderId } from '@hakiki/contract/directory';
import { notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import * as store from './store.ts';

export const createListingChecks = (database: Database) => ({
  /** For providers with a page. */
  async getListingStatus(id: ProviderId) {
    const listingStatus = await store.findListingStatus(database, id);
    if (!listingStatus) throw notFound('PROVIDER_NOT_FOUND');
    return listingStatus;
  },

  /** Rejects suspended providers too: they cannot be reviewed. */
  async assertListed(id: ProviderId) {
    const { isListed } = await this.getListingStatus(id);
    if (!isListed) throw notFound('PROVIDER_NOT_FOUND');
  },

  /** Runs in the caller's transaction; rejects a provider without a page. */
  async assertHasPage(tx: Db, id: ProviderId) {
    if (!(await store.hasPage(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
  },

  /** Returns the name of a provider with a page. */
  async getNameOrThrow(db: Db, id: ProviderId): Promise<string> {
    const name = await store.findNameWithPage(db, id);
    if (name === undefined) throw notFound('PROVIDER_NOT_FOUND');
    return name;
  },

  /** Undefined when two providers have the name: a moderator decides which one is meant. */
  async findByName(tx: Db, name: string): Promise<ProviderId | undefined> {
    const [id, another] = await store.listIdsByNameWithPage(tx, name.trim());
    return another ? undefined : id;
  },

  /** Locks the provider, public or not, until the end of the transaction. */
  async lock(tx: Db, id: ProviderId) {
    if (!(await store.lockProvider(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
  },
});
