import type { DecisionSubject } from '@hakiki/contract/admin-values';
import type { PublicStatement } from '@hakiki/contract/public-statements';
import type { Database } from '../../../platform/db/database.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { appeals } from '../appeals/read-model.ts';
import { decisions, publicVersions } from '../workflow/read-model.ts';

/** Maximum number of items in the contract's reply. */
const MAX_ROWS = 50;

export interface PublicHistoryRow {
  from: string;
  to: string;
  reason: string | null;
  /** The public statement before and after, where it changed. */
  statement: PublicStatement | null;
  successor: PublicStatement | null;
  createdAt: Date;
  /** The row is the outcome of an appeal. */
  isAppeal: boolean;
}

/** True for a version that was public only until the decision which published it was undone. */
const wasUndone = `(
      select bool_and(exists (
        select from ${quotedTableName(decisions)} r where r.subject_id = $1 and r.reverses is not null and r.created_at = ended.created_at
      ))
      from ${quotedTableName(publicVersions)} ended
      where ended.subject_id = $1 and ended.subject = $2 and ended.hash = v.hash and ended.id < v.id
    ) is true`;

/**
 * Decisions that were not undone, each with the public version it replaced: both have the timestamp of their
 * transaction. A version replaced by another operation, and the outcome of an appeal, are rows of their own.
 */
const historyStatement = prepareStatement({
  name: 'decisions-public',
  text: `
  select coalesce(d.from_value, v.status) as "from", coalesce(d.to_value, v.status) as "to", d.reason,
    v.statement, v.successor, coalesce(d.created_at, v.created_at) as "createdAt", coalesce(d.subject = 'appeal', false) as "isAppeal"
  from (
    select * from ${quotedTableName(decisions)} d
    where (
        (d.subject_id = $1 and d.subject = $2)
        or (d.subject = 'appeal' and d.subject_id in (select x.id from ${quotedTableName(appeals)} x where x.subject_id = $1))
      )
      and d.reverses is null and not exists (select from ${quotedTableName(decisions)} r where r.reverses = d.id)
  ) d
  full join (
    select v.*, coalesce(v.successor ->> 'verificationStatus', v.successor ->> 'status') as status
    from ${quotedTableName(publicVersions)} v where v.subject_id = $1 and v.subject = $2 and v.successor is not null and not ${wasUndone}
  ) v on v.created_at = d.created_at and d.subject <> 'appeal'
  where d.from_value is distinct from d.to_value or v.id is not null
  order by "createdAt" desc, d.id desc, v.id desc limit ${MAX_ROWS}`,
});

export const listPublic = (database: Database, subject: DecisionSubject, subjectId: string) =>
  database.read<{ [Key in keyof PublicHistoryRow]: PublicHistoryRow[Key] }>(historyStatement, [subjectId, subject]);
