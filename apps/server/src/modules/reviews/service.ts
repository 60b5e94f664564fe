import type { ProviderId } from '@hakiki/contract/directory';
import type { Database } from '../../platform/db/database.ts';
import type { DirectoryService } from '../directory/service.ts';
import * as store from './store.ts';

export type ReviewsService = ReturnType<typeof createReviewsService>;

export function createReviewsService({ database, directory }: { database: Database; directory: DirectoryService }) {
  return {
    /** The total is the count kept on the provider: a popular provider's reviews are never recounted. */
    async listOfProvider(providerId: ProviderId, limit: number, offset: number) {
      const { reviewCount } = await directory.getStanding(providerId);
      const rows = await store.listApproved(database, providerId, limit, offset);
      return { rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total: reviewCount };
    },
  };
}
