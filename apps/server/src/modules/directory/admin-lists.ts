/** Lists of all providers in the console, public or not. Triggers maintain the counts (see migrations). */
import type { listAdminProviders } from '@hakiki/contract/directory-admin';
import {
  type ReviewState,
  reviewStates,
  type VerificationStatus,
  verificationStatuses,
} from '@hakiki/contract/directory';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Database } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { type LastRow, type NewestList, readPage, normalizeSearchText } from '../../platform/db/newest-list.ts';
import type { AdminProviderRow } from './admin-present.ts';
import { adminProviderColumns } from './listing-sql.ts';

interface StateCount {
  reviewState: ReviewState;
  verificationStatus: VerificationStatus;
  n: number;
}

const countsStatement = prepareStatement({
  name: 'provider-state-counts',
  text: `
  select review_state as "reviewState", verification_status as "verificationStatus", n from provider_state_counts`,
});

export const readStateCounts = (database: Database) =>
  database.read<{ [Key in keyof StateCount]: StateCount[Key] }>(countsStatement, []);

type Query = QueryOf<typeof listAdminProviders>;

function toListQuery({ search, verificationStatus, reviewState, limit, offset }: Query): NewestList {
  const text = normalizeSearchText(search);
  const states = reviewState ? [reviewState] : reviewStates;
  const verdicts = verificationStatus ? [verificationStatus] : verificationStatuses;
  return {
    table: 'providers',
    limit,
    offset,
    ...((reviewState || verificationStatus) && {
      indexPrefix: {
        columns: ['review_state', 'verification_status'],
        values: states.flatMap((state) => verdicts.map((verdict) => [state, verdict])),
      },
    }),
    ...(text && { search: { text, expression: 'names_key', normalizedBy: 'fold' } }),
  };
}

async function readMaintainedCount(database: Database, { reviewState, verificationStatus }: Query): Promise<number> {
  const counts = await readStateCounts(database);
  return counts
    .filter((count) => !reviewState || count.reviewState === reviewState)
    .filter((count) => !verificationStatus || count.verificationStatus === verificationStatus)
    .reduce((sum, { n }) => sum + n, 0);
}

export const listAllProviders = (database: Database, query: Query, after?: LastRow) =>
  readPage<AdminProviderRow>(
    database,
    { ...toListQuery(query), after },
    { alias: 'p', columns: adminProviderColumns, readMaintainedCount: () => readMaintainedCount(database, query) },
  );
