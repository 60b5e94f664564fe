/** Statistics about the work of moderators. Days start at midnight in the company's time zone. */
import type { CaseAge } from '@hakiki/contract/admin-values';
import { loggedSubjects } from '@hakiki/contract/decision-log-values';
import { waitingTimes } from '@hakiki/contract/limits';
import type { Database } from '../../../platform/db/database.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { alertStandingCounts, fraudAlerts } from '../../reports/alerts/read-model.ts';
import { decisions } from '../workflow/read-model.ts';
import { filed } from '../../filings/read-model.ts';
import { reports } from '../../reports/issues/read-model.ts';

const timeZone = `'Africa/Johannesburg'`;
const today = `date_trunc('day', now(), ${timeZone})`;
const DAYS_SHOWN = 31;
const firstDay = `date_trunc('day', now() - interval '${DAYS_SHOWN - 1} days', ${timeZone})`;
const monthAgo = `now() - interval '30 days'`;
const toDaySql = (time: string) => `(${time} at time zone ${timeZone})::date`;

/** Subjects that people submit and for which a response time is promised. */
const promisedSubjects = `('alert', 'report', 'provider')`;
const isUndone = `exists (select from ${quotedTableName(decisions)} undo where undo.reverses = d.id)`;

export interface Day {
  day: string;
  arrived: number;
  decided: number;
}

/** Counts alerts and reports also when staff entered them, but only those providers that were submitted. */
const daysStatement = prepareStatement({
  name: 'admin-days',
  text: `
  with arrivals as (
    select ${toDaySql('created_at')} as day from ${quotedTableName(fraudAlerts)} where created_at >= ${firstDay}
    union all
    select ${toDaySql('created_at')} from ${quotedTableName(reports)} where created_at >= ${firstDay}
    union all
    select ${toDaySql('created_at')} from ${quotedTableName(filed)} where kind = 'submission' and created_at >= ${firstDay}
  ),
  arrived as (select day, count(*)::int as n from arrivals group by day),
  decided as (
    select ${toDaySql('d.created_at')} as day, count(*)::int as n from ${quotedTableName(decisions)} d
    where d.created_at >= ${firstDay} and d.arrived_at is not null and d.subject in ${promisedSubjects} and not ${isUndone}
    group by 1
  )
  select to_char(shown.day, 'YYYY-MM-DD') as day, coalesce(arrived.n, 0) as arrived, coalesce(decided.n, 0) as decided
  from (
    select ${toDaySql('day')} as day from generate_series(${firstDay}, ${today}, interval '1 day') as day
  ) shown left join arrived using (day) left join decided using (day)
  order by shown.day`,
});

export const listDays = (database: Database) => database.read<{ [Key in keyof Day]: Day[Key] }>(daysStatement, []);

/** In full hours and by the nearest rank, like the median of /transparency. */
const medianStatement = prepareStatement({
  name: 'admin-median',
  text: `
  select percentile_disc(0.5) within group (
    order by greatest(floor(extract(epoch from d.created_at - d.arrived_at) / 3600), 0)
  )::int as hours
  from ${quotedTableName(decisions)} d
  where d.created_at >= ${monthAgo} and d.arrived_at is not null and d.subject in ${promisedSubjects} and not ${isUndone}`,
});

export const readMedianHours = (database: Database): Promise<number | null> =>
  database.read<{ hours: number | null }>(medianStatement, []).then(([row]) => row!.hours);

/** Subjects whose decisions /transparency counts; appeals and disputes are counted separately there. */
const countedSubjects = loggedSubjects
  .filter((subject) => subject !== 'appeal' && subject !== 'dispute')
  .map((subject) => `'${subject}'`);

/** Decisions and reversals as on /transparency (`is_reversal` in the migrations), without undone decisions. */
const reversalsStatement = prepareStatement({
  name: 'admin-reversals',
  text: `
  select count(*)::int as decisions,
    (count(*) filter (where public.is_reversal(d.from_value, d.to_value)))::int as reversed
  from ${quotedTableName(decisions)} d
  where d.created_at >= ${monthAgo} and d.subject in (${countedSubjects.join(', ')}) and d.reverses is null
    and d.from_value <> d.to_value and not ${isUndone}`,
});

interface Reversals {
  decisions: number;
  reversed: number;
}

export const readReversals = (database: Database): Promise<Reversals> =>
  database.read<{ [Key in keyof Reversals]: Reversals[Key] }>(reversalsStatement, []).then(([row]) => row!);

const { from: dueHours, to: promisedHours } = waitingTimes.scamReportHours;

/** Pending alerts and reports; uses the partial indexes of pending rows. */
const agesStatement = prepareStatement({
  name: 'admin-ages',
  text: `
  select case when created_at <= now() - interval '${promisedHours} hours' then 'overdue'
      when created_at <= now() - interval '${dueHours} hours' then 'due' else 'fresh' end as age,
    count(*)::int as n
  from (
    select created_at from ${quotedTableName(fraudAlerts)} where status = 'pending'
    union all
    select created_at from ${quotedTableName(reports)} where status = 'pending'
  ) waiting
  group by 1`,
});

export const listAges = (database: Database) => database.read<{ age: CaseAge; n: number }>(agesStatement, []);

/** The maximum in the contract's reply. */
const COUNTRIES_SHOWN = 10;

const countriesStatement = prepareStatement({
  name: 'admin-countries',
  text: `
  select country, sum(n)::int as n from ${quotedTableName(alertStandingCounts)} where status = 'pending' and country <> ''
  group by country having sum(n) > 0 order by n desc, country limit ${COUNTRIES_SHOWN}`,
});

export const listCountries = (database: Database) =>
  database.read<{ country: string; n: number }>(countriesStatement, []);
