import { caseLimits } from '@hakiki/contract/admin-values';
import type { CaseId } from '@hakiki/contract/cases';
import type { ReportType } from '@hakiki/contract/report-values';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/db/database.ts';
import { toStatement } from '../../../platform/db/newest-list.ts';
import { users } from '../../accounts/read-model.ts';
import { filings } from '../../intake/read-model.ts';
import { caseFilings, cases } from '../cases/read-model.ts';
import { decisions } from '../workflow/read-model.ts';
import { escapeLikePattern, filingById } from './queue-sql.ts';

/** Limits the search. A number of a report finds its case at any age. */
const MAX_DECISIONS_READ = 5000;

export interface DecidedCaseRow {
  id: CaseId;
  title: string;
  reportType: ReportType | null;
  providerName: string | null;
  outcome: string;
  decidedCount: number;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date;
  total: number;
}

interface DecidedFilter {
  decidedBy: string | undefined;
  search: string | undefined;
  limit: number;
  offset: number;
}

const NUMBER = /^(?:hk-)?([\da-f]{8})$/i;

/**
 * Newest first. A decision that was undone does not count. 'Merged' is listed as approved: that is what the moderator
 * decided, and the further reports of the case became part of its alert.
 */
export async function listDecidedCases(
  database: Database,
  { decidedBy, search, limit, offset }: DecidedFilter,
): Promise<DecidedCaseRow[]> {
  const number = NUMBER.exec(search ?? '')?.[1]?.toLowerCase();
  const isOfPerson = decidedBy ? sql`d.decided_by = ${decidedBy}` : sql`true`;
  const isNumbered = number
    ? sql`d.subject_id in (select f.id from ${filings} f where right(f.id::text, 8) = ${number})`
    : sql`true`;
  const isFound =
    search && !number
      ? sql`
        cross join lateral ${filingById('newest.subject_id')} decided
      where concat_ws(' ', decided.words, decided.provider_name, newest.reason) ilike ${`%${escapeLikePattern(search)}%`}`
      : sql``;
  const rows = await database.read<{ [Key in keyof DecidedCaseRow]: DecidedCaseRow[Key] }>(
    ...toStatement(sql`
    with newest as materialized (
      select d.id, d.subject_id, d.to_value, d.reason, d.decided_by, d.created_at
      from ${decisions} d
      where d.subject in ('alert', 'report') and d.from_value = 'pending' and d.to_value <> 'pending'
        and d.reverses is null and ${isOfPerson} and ${isNumbered}
        and not exists (select from ${decisions} undo where undo.reverses = d.id)
      order by d.created_at desc, d.id desc limit ${MAX_DECISIONS_READ}
    ), found as materialized (
      select newest.*, cf.case_id, count(*) over (partition by cf.case_id)::int as decided_count,
        row_number() over (partition by cf.case_id order by newest.created_at desc, newest.id desc) as place
      from newest join ${caseFilings} cf on cf.filing_id = newest.subject_id
      ${isFound}
    )
    select c.id, coalesce(lead.title, '') as title, lead.report_type as "reportType",
      lead.provider_name as "providerName", found.decided_count as "decidedCount",
      case found.to_value when 'merged' then 'approved' else found.to_value end as outcome,
      found.reason, decider.email as "decidedBy", found.created_at as "decidedAt",
      (count(*) over ())::int as total
    from found join ${cases} c on c.id = found.case_id
      left join ${users} decider on decider.id = found.decided_by
      left join lateral ${filingById('c.lead_id')} lead on true
    where found.place = 1
    order by found.created_at desc, found.id desc limit ${limit} offset ${offset}`),
  );
  return rows;
}

/** Reports that a moderator has rejected and that were never public. */
export async function listRejected(db: Db, caseId: string): Promise<{ id: string; kind: 'alert' | 'report' }[]> {
  const { rows } = await db.execute<{ id: string; kind: 'alert' | 'report' }>(sql`
    select f.id, f.kind from ${caseFilings} cf
      cross join lateral ${filingById('cf.filing_id')} f
      cross join lateral (
        select d.from_value from ${decisions} d where d.subject_id = f.id and d.from_value <> d.to_value
        order by d.created_at desc, d.id desc limit 1
      ) last
    where cf.case_id = ${caseId} and f.status = 'rejected' and f.kind in ('alert', 'report')
      and last.from_value = 'pending'
    order by cf.created_at, cf.filing_id limit ${caseLimits.maxDecided}`);
  return rows;
}
