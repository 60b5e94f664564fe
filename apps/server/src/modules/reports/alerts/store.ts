/** Queries of alerts. Joins the reporter's data only where the viewer may see it. */
import { type AlertStatus, severities } from '@hakiki/contract/alert-values';
import type { AlertId, AlertWeek } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import { listLimits, teaserLengths } from '@hakiki/contract/limits';
import { minComplaintsForStatistics } from '@hakiki/contract/regtech-values';
import type { AlertStatement } from '@hakiki/contract/public-statements';
import { and, asc, eq, not, sql } from 'drizzle-orm';
import { sqlIndexOf } from '../../../platform/db/columns.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { createReadForEach } from '../../../platform/db/read-for-each.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { createSitemapRanges } from '../../../platform/db/sitemap-ranges.ts';
import type { CaseSql, NoticeSql } from '../../moderation/workflow/ports.ts';
import { providers } from '../../directory/read-model.ts';
import { filings, filingsWithContact, type OwnerTag } from '../../intake/read-model.ts';
import { filingIndicators } from '../../indicators/read-model.ts';
import { reports } from '../issues/tables.ts';
import type { AdminAlertRow } from './admin-present.ts';
import type { AlertRow, MatchingRow, OwnRow, PublicRow, PublishedRow } from './present.ts';
import { fraudAlerts } from './tables.ts';

type NewRow = Pick<
  typeof fraudAlerts.$inferInsert,
  | 'title'
  | 'description'
  | 'language'
  | 'alertType'
  | 'severity'
  | 'affectedCountries'
  | 'affectedProviderId'
  | 'affectedProviderName'
  | 'lostCents'
> & { id: AlertId };

const columns = `
  a.id, a.title, a.advice, a.language, a.alert_type as "alertType", a.severity, a.status, a.report_count as "reportCount",
  a.affected_countries as "affectedCountries", a.created_at as "createdAt"`;

/** The source of console lists; the joins follow `fraud_alerts a`. */
export const createAdminSource = (caseSql: CaseSql) => ({
  columns: `${columns},
  a.description, a.affected_provider_id as "affectedProviderId", a.affected_provider_name as "affectedProviderName",
  f.owner_tag as "ownerTag", f.sealed_details as "sealedDetails",
  exists (select from ${quotedTableName(filingsWithContact)} c where c.id = f.id) as "hasContact",
  ${caseSql.columns}`,
  joins: `left join ${quotedTableName(filings)} f on f.id = a.id ${caseSql.joins('a.id')}`,
});
export type AdminSource = ReturnType<typeof createAdminSource>;

/** The total is a maintained count. */
const totalColumn = `(
  select coalesce(sum(n), 0)::int from alert_standing_counts where status = 'approved' and country = ''
) as total`;
const newestActive = `
  where a.status = 'approved' order by a.created_at desc, a.id desc limit ${listLimits.activeAlerts}`;

/** Reads one character more than is shown, to know whether the text is cut. */
const teaserColumns = `${columns}, left(a.description, ${teaserLengths.alert + 1}) as description`;
/** Names the provider only if it has a page. `publicJoins` follows `fraud_alerts a`. */
export const publicColumns = `${columns}, a.description, p.id as "affectedProviderId"`;
export const publicJoins = `left join ${quotedTableName(providers)} p on p.id = a.affected_provider_id and p.review_state = 'approved'`;
const memberColumns = `${columns}, a.description, a.affected_provider_id as "affectedProviderId", f.owner_tag as "ownerTag"`;
const memberJoins = `left join ${quotedTableName(filings)} f on f.id = a.id`;

const teasersStatement = prepareStatement({
  name: 'alerts-teasers',
  text: `
  select ${teaserColumns}, ${totalColumn}
  from fraud_alerts a ${newestActive}`,
});

const activeStatement = prepareStatement({
  name: 'alerts-active',
  text: `
  select ${memberColumns}, ${totalColumn}
  from fraud_alerts a ${memberJoins} ${newestActive}`,
});

export const listTeasers = (database: Database) => database.read<PublicRow & { total: number }>(teasersStatement, []);

export const listActive = (database: Database) => database.read<AlertRow & { total: number }>(activeStatement, []);

/** Maximum number of alerts with matching words that are sorted by severity; more matches only share a common word. */
const MAX_WORD_MATCHES = 500;
/** Maximum number of filings with one phone number or address that are considered. */
const MAX_INDICATOR_MATCHES = 2000;

/** A tsquery in which each word matches as a prefix. Fewer than three letters match too much. */
const titleQuery = `
  case when length(words) >= 3
    then to_tsquery('pg_catalog.simple', replace(words, ' ', ':* & ') || ':*')
    else ''::tsquery
  end`;

/** Whether the provider's name is the text or begins with it. Other titles only share words with it. */
const beginsWithText = `
  folded_words(coalesce(a.affected_provider_name, '')) || ' ' like (select words from searched) || ' %'`;

const printedIdentifiers = `printed_identifiers(a.title || ' ' || a.description)`;

/** One number is the end of the other: a number with its country code and the same number without. */
const isPrintedNumber = `
  exists (
    select from unnest(${printedIdentifiers}) as printed (number) cross join unnest($6::text[]) as searched (number)
    where printed.number = '=' || right(searched.number, length(printed.number) - 1)
      or left(printed.number, 1) = '=' and searched.number = right(printed.number, length(searched.number))
  )`;

/**
 * Parameters: text, indicator keys, provider ids, phrases, printed identifiers, numbers, their last eight digits, and
 * the words that the description of an alert may contain. Descriptions count only if nothing else matches. All values
 * are in subqueries, so that the plan is the same for any of them and is made once per connection: planning took twenty
 * times as long as the search. Every part uses its index, for common words up to the maximum of matches.
 */
const matchingStatement = prepareStatement({
  name: 'alerts-matching',
  text: `
  with searched as materialized (
    select words, ${titleQuery} as query from (select folded_words($1) as words) typed
  ),
  found as (
    select a.id, 0 as distance, named.key
    from (select filing_id, key from ${quotedTableName(filingIndicators)} where key = any((select $2::bytea[])::bytea[]) and not is_withheld limit ${MAX_INDICATOR_MATCHES}) named
    join fraud_alerts teller on teller.id = named.filing_id and not teller.is_merged_unread
    join fraud_alerts a on a.id = coalesce(teller.merged_into, teller.id)
    where a.status = 'approved'
    union all
    select a.id, 0, null from fraud_alerts a where a.status = 'approved' and a.affected_provider_id = any((select $3::uuid[])::uuid[])
    union all
    select a.id, 0, null from fraud_alerts a
    where a.status = 'approved' and name_keys(a.affected_provider_name, '{}'::text[]) && (select $4::text[])
    union all
    select a.id, 0, null from fraud_alerts a where a.status = 'approved' and ${printedIdentifiers} && (select $5::text[])
    union all
    select a.id, 0, null from fraud_alerts a
    where a.status = 'approved' and ${printedIdentifiers} && (select $7::text[]) and ${isPrintedNumber}
    union all (
      select a.id, case when ${beginsWithText} then 0 else 1 end, null
      from fraud_alerts a
      where a.status = 'approved'
        and search_words(a.title || ' ' || coalesce(a.affected_provider_name, '')) @@ (select query from searched)
      limit ${MAX_WORD_MATCHES}
    )
    union all (
      select a.id, 2, null
      from fraud_alerts a
      where a.status = 'approved'
        and search_words(a.description) @@ (select phraseto_tsquery('pg_catalog.simple', folded_words($8)))
      limit ${MAX_WORD_MATCHES}
    )
  )
  select a.id, a.title, a.advice, a.language, a.alert_type as "alertType", a.severity,
    a.affected_countries as "affectedCountries", a.created_at as "createdAt", nearest.distance = 0 as "isAbout",
    nearest.keys
  from (
    select id, min(distance) as distance, coalesce(array_agg(distinct key) filter (where key is not null), '{}') as keys
    from found group by id
  ) nearest join fraud_alerts a on a.id = nearest.id
  where nearest.distance < 2 or not exists (select from found where distance < 2)
  order by nearest.distance, ${sqlIndexOf('a.severity', severities)} desc, a.created_at desc, a.id desc
  limit ${listLimits.lookup}`,
});

/** A search for alerts. */
export interface SearchedAlert {
  /** Words of its title or provider; empty for none. */
  name: string;
  /** Consecutive words of its description; empty for none. */
  mentioned: string;
  /** What may be the name of a provider in the text. */
  phrases: readonly string[];
  keys: readonly Buffer[];
  providerIds: readonly ProviderId[];
  /** What the text of an alert may print: hosts and wallets, and numbers without leading zeros. */
  printed: { identifiers: readonly string[]; numbers: readonly string[] };
}

const toMatchingValues = ({
  name,
  mentioned,
  phrases,
  keys,
  providerIds,
  printed: { identifiers, numbers },
}: SearchedAlert) => [
  name,
  keys,
  providerIds,
  phrases,
  identifiers,
  numbers,
  numbers.map((number) => `#${number.slice(-8)}`),
  mentioned,
];

const matchingForEach = createReadForEach<MatchingRow>(matchingStatement, [
  'text',
  'bytea[]',
  'uuid[]',
  'text[]',
  'text[]',
  'text[]',
  'text[]',
  'text',
]);
/**
 * For each search the public alerts that name or print one of the indicators, are about one of the providers, have the
 * words in the title, or mention them.
 */
export const listMatchingForEach = (database: Database, searches: readonly SearchedAlert[]) =>
  matchingForEach(database, searches.map(toMatchingValues));

const ownStatement = prepareStatement({
  name: 'alerts-own',
  text: `
  select ${columns}, a.description, a.affected_provider_name as "affectedProviderName", a.merged_into as "mergedInto"
  from ${quotedTableName(filings)} f join fraud_alerts a on a.id = f.id
  where f.owner_tag = any($1::uuid[]) and f.kind = 'alert'
  order by f.created_at desc, f.id desc limit $2 offset $3`,
});

export const listOwn = (database: Database, tags: readonly OwnerTag[], limit: number, offset: number) =>
  database.read<OwnRow>(ownStatement, [tags, limit, offset]);

export interface AlertCount {
  facet: 'severity' | 'country';
  value: string;
  n: number;
}

const countsStatement = prepareStatement({
  name: 'alerts-counts',
  text: `
  select 'severity' as facet, severity as value, sum(n)::int as n
  from alert_standing_counts where status = 'approved' and country = '' group by severity having sum(n) > 0
  union all
  select 'country', country, sum(n)::int
  from alert_standing_counts where status = 'approved' and country <> '' group by country having sum(n) > 0
  order by facet, n desc, value`,
});

/** Counts the public alerts by the week of their publication. Parameters: number of weeks, country or ''. */
const weeksStatement = prepareStatement({
  name: 'alerts-weeks',
  text: `
    select to_char(weeks.monday, 'YYYY-MM-DD') as week,
      ${severities.map((severity) => `(count(*) filter (where a.severity = '${severity}'))::int as "${severity}"`).join(', ')}
    from (
      select date_trunc('week', now() at time zone 'UTC') - past * interval '1 week' as monday
      from generate_series(0, $1::int - 1) as past
    ) weeks
    left join fraud_alerts a on a.status = 'approved' and ($2::text = '' or a.affected_countries @> array[$2::text])
      and a.published_at >= weeks.monday at time zone 'UTC'
      and a.published_at < (weeks.monday + interval '1 week') at time zone 'UTC'
    group by weeks.monday order by weeks.monday`,
});

export const countByWeek = (database: Database, weeks: number, country: string) =>
  database.read<{ week: string } & AlertWeek['counts']>(weeksStatement, [weeks, country]);

export const readCounts = (database: Database) => database.read<AlertCount>(countsStatement, []);

const storedColumns = {
  id: fraudAlerts.id,
  title: fraudAlerts.title,
  description: fraudAlerts.description,
  advice: fraudAlerts.advice,
  language: fraudAlerts.language,
  alertType: fraudAlerts.alertType,
  severity: fraudAlerts.severity,
  status: fraudAlerts.status,
  reportCount: fraudAlerts.reportCount,
  affectedCountries: fraudAlerts.affectedCountries,
  affectedProviderId: fraudAlerts.affectedProviderId,
  affectedProviderName: fraudAlerts.affectedProviderName,
  mergedInto: fraudAlerts.mergedInto,
  createdAt: fraudAlerts.createdAt,
};

export const insertAlert = (tx: Db, row: NewRow) =>
  tx
    .insert(fraudAlerts)
    .values(row)
    .returning(storedColumns)
    .then(([inserted]) => inserted!);

/** The fields of an alert that can be edited. */
export type AlertEdit = Partial<
  Pick<
    typeof fraudAlerts.$inferSelect,
    | 'severity'
    | 'status'
    | 'title'
    | 'description'
    | 'advice'
    | 'affectedCountries'
    | 'affectedProviderName'
    | 'mergedInto'
    | 'isMergedUnread'
  >
>;

const statement = sql`alert_statement(${fraudAlerts})`;

/** Locks the row (`for update`) until the end of the transaction. */
export const lockAlert = (tx: Db, id: AlertId) =>
  tx
    .select({
      id: fraudAlerts.id,
      status: fraudAlerts.status,
      mergedInto: fraudAlerts.mergedInto,
      isMergedUnread: fraudAlerts.isMergedUnread,
      createdAt: fraudAlerts.createdAt,
      /** Without the countries of the alerts merged into it. */
      ownCountries: sql<string[]>`coalesce(${fraudAlerts.reportedCountries}, ${fraudAlerts.affectedCountries})`,
      listedName: sql<
        string | null
      >`(select p.name from ${providers} p where p.id = ${fraudAlerts.affectedProviderId})`,
      publicSnapshot: { statement: sql<AlertStatement>`${statement}`, hash: sql<string>`statement_hash(${statement})` },
    })
    .from(fraudAlerts)
    .where(eq(fraudAlerts.id, id))
    .for('update')
    .then((rows) => rows[0]);

export type LockedAlert = NonNullable<Awaited<ReturnType<typeof lockAlert>>>;

export const updateAlert = (tx: Db, id: AlertId, edit: AlertEdit) =>
  tx
    .update(fraudAlerts)
    .set({
      ...(edit.status && toStatusColumns(edit.status)),
      ...(edit.affectedCountries && preserveReportedCountries),
      ...edit,
    })
    .where(eq(fraudAlerts.id, id));

const preserveReportedCountries = {
  reportedCountries: sql`coalesce(${fraudAlerts.reportedCountries}, ${fraudAlerts.affectedCountries})`,
};

/** Sets the dates that record when an alert was first published and last withdrawn. */
const toStatusColumns = (status: AlertStatus) => ({
  decidedAt: status === 'pending' ? null : sql`now()`,
  mergedInto: null,
  isMergedUnread: false,
  // Removes the countries that merged alerts added while it was public.
  ...(status === 'pending' && {
    affectedCountries: sql`coalesce(${fraudAlerts.reportedCountries}, ${fraudAlerts.affectedCountries})`,
    reportedCountries: null,
  }),
  ...(status === 'approved'
    ? { publishedAt: sql`coalesce(${fraudAlerts.publishedAt}, now())`, withdrawnAt: null }
    : {
        withdrawnAt: sql`case when ${fraudAlerts.status} = 'approved' then now() else ${fraudAlerts.withdrawnAt} end`,
      }),
});

/** More merged alerts add no new indicators. */
const MAX_MERGED = 10_000;

/** The ids of the alerts that were read and merged into this one, in the order of the decisions. */
export const listMergedIds = (db: Db, id: AlertId): Promise<AlertId[]> =>
  db
    .select({ id: fraudAlerts.id })
    .from(fraudAlerts)
    .where(and(eq(fraudAlerts.mergedInto, id), not(fraudAlerts.isMergedUnread)))
    .orderBy(asc(fraudAlerts.decidedAt), asc(fraudAlerts.id))
    .limit(MAX_MERGED)
    .then((rows) => rows.map((row) => row.id));

const mergedIdsStatement = prepareStatement({
  name: 'alert-merged-ids',
  text: `
  select id from ${quotedTableName(fraudAlerts)} where merged_into = $1 and not is_merged_unread
  order by decided_at, id limit ${MAX_MERGED}`,
});

/** The same for its page, which a replica can answer. */
export const listMergedIdsOfPage = async (database: Database, id: AlertId): Promise<AlertId[]> =>
  (await database.read<{ id: AlertId }>(mergedIdsStatement, [id])).map((row) => row.id);

export const isApproved = (db: Db, id: AlertId): Promise<boolean> =>
  db
    .select({ id: fraudAlerts.id })
    .from(fraudAlerts)
    .where(and(eq(fraudAlerts.id, id), eq(fraudAlerts.status, 'approved')))
    .then((rows) => rows.length > 0);

export const findPublicTitle = (db: Db, id: AlertId): Promise<string | undefined> =>
  db
    .select({ title: fraudAlerts.title })
    .from(fraudAlerts)
    .where(and(eq(fraudAlerts.id, id), eq(fraudAlerts.status, 'approved')))
    .then((rows) => rows[0]?.title);

export const hasMerged = (db: Db, id: AlertId): Promise<boolean> =>
  db
    .select({ id: fraudAlerts.id })
    .from(fraudAlerts)
    .where(eq(fraudAlerts.mergedInto, id))
    .limit(1)
    .then((rows) => rows.length > 0);

export async function findForAdmin(
  db: Db,
  { columns: adminColumns, joins }: AdminSource,
  id: AlertId,
): Promise<AdminAlertRow | undefined> {
  const { rows } = await db.execute<{ [Key in keyof AdminAlertRow]: AdminAlertRow[Key] }>(
    sql`select ${sql.raw(adminColumns)} from fraud_alerts a ${sql.raw(joins)} where a.id = ${id}`,
  );
  // `db.execute` returns timestamps as text.
  return rows[0] && { ...rows[0], createdAt: new Date(rows[0].createdAt) };
}

/** Finds alerts that are or were public. */
/** The sum over the alert and those merged into it. */
const lostRand = `(
        select sum(told.lost_cents)::float8 / 100 from (
          select a.lost_cents union all
          select merged.lost_cents from fraud_alerts merged where merged.merged_into = a.id and not merged.is_merged_unread
        ) told having count(told.lost_cents) >= ${minComplaintsForStatistics}
      )`;

export function createAlertPages(database: Database, notices: NoticeSql) {
  const statement = prepareStatement({
    name: 'alerts-published',
    text: `
    select ${publicColumns}, a.affected_provider_name as "affectedProviderName", p.name as "listedName",
      coalesce(a.decided_at, a.created_at) as "checkedAt",
      coalesce(a.published_at, a.decided_at, a.created_at) as "publishedAt", a.withdrawn_at as "withdrawnAt",
      ${lostRand} as "lostRand",
      ${notices.appealSince('a.id')} as "appealSince", ${notices.reply('a.id', 'a.affected_provider_id')} as reply
    from fraud_alerts a ${publicJoins}
    where a.id = $1 and (a.status = 'approved' or a.published_at is not null)`,
  });
  return { find: (id: AlertId) => database.read<PublishedRow>(statement, [id]).then((rows) => rows[0]) };
}

export const { listSitemapRanges, listSitemapRange } = createSitemapRanges(
  'alert',
  `fraud_alerts where status = 'approved'`,
);

/** Corrects the counts by their difference to a recount. One statement, so one snapshot and no table lock. */
const repairCountsSql = `
  with counted as (
    select a.status, place as country, a.alert_type, a.severity, count(*)::int as n
    from fraud_alerts a cross join places_of_alert(a.affected_countries) place group by 1, 2, 3, 4
  )
  insert into alert_standing_counts as kept (status, country, alert_type, severity, n)
  select status, country, alert_type, severity, coalesce(counted.n, 0) - coalesce(known.n, 0)
  from counted full join alert_standing_counts known using (status, country, alert_type, severity)
  where coalesce(counted.n, 0) <> coalesce(known.n, 0) order by 1, 2, 3, 4
  on conflict (status, country, alert_type, severity) do update set n = kept.n + excluded.n`;

/** A reporter with several reports counts once; triggers maintain the same count incrementally (see migrations). */
const repairReportCountsSql = `
  with counted_in as (
    select merged_into as alert_id, id as filing_id from fraud_alerts where merged_into is not null
    union all
    select fraud_alert_id, id from ${quotedTableName(reports)} where fraud_alert_id is not null
  )
  update fraud_alerts a set report_count = a.report_count + drift.step
  from (
    select known.id, coalesce(told.n, 1) - known.report_count as step
    from fraud_alerts known
    left join (
      select behind.alert_id as id, count(distinct coalesce(f.owner_tag, behind.filing_id))::int as n
      from (
        select alert_id, filing_id from counted_in
        union all
        select distinct alert_id, alert_id from counted_in
      ) behind
        left join ${quotedTableName(filings)} f on f.id = behind.filing_id
      group by 1
    ) told on told.id = known.id
  ) drift
  where drift.id = a.id and drift.step <> 0`;

/** Returns the number of corrections of each kind. */
export async function repairCounts(tx: Db): Promise<{ counts: number; links: number }> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  const counts = await tx.execute(sql.raw(repairCountsSql));
  const links = await tx.execute(sql.raw(repairReportCountsSql));
  return { counts: counts.rowCount ?? 0, links: links.rowCount ?? 0 };
}
