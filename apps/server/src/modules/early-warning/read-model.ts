/** The data of this module that other modules may read. */
import { isoTimeSql } from '../../platform/db/columns.ts';
import { publishTable } from '../../platform/db/published-table.ts';
import { withdrawalWatches as withdrawalWatchesTable } from './tables.ts';

export const withdrawalWatches = publishTable(withdrawalWatchesTable);

/** SQL of the published watch of provider `p`, for its page. */
export const withdrawalWatchSql = (provider: string): string => `(
  select json_build_object('people', w.people, 'usual', round(w.usual::numeric, 1), 'calmAt', w.calm_at,
    'since', ${isoTimeSql('w.created_at')}, 'countedAt', ${isoTimeSql('w.counted_at')})
  from withdrawal_watches w
  where w.provider_id = ${provider}.id and w.status = 'approved' and w.ended_at is null and ${provider}.is_public)`;
