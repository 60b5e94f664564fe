import type { ProviderId } from '@hakiki/contract/directory';
import type {
  AuthorityWarning,
  LicenceChange,
  LicenceEntry,
  Regime,
  Register,
  RegisterId,
} from '@hakiki/contract/licences';
import { licenceLimits } from '@hakiki/contract/licence-values';
import { sql, type SQL } from 'drizzle-orm';
import { isoTimeSql } from '../../platform/db/columns.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { toStatement } from '../../platform/db/newest-list.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { providerEvidence, providers } from '../directory/read-model.ts';
import {
  licenceChanges,
  licenceChecks,
  licenceFiles,
  licenceMatches,
  licenceRegimes,
  licenceRegisters,
  licences,
  licenceWarnings,
} from './tables.ts';

const dayOf = (column: SQL): SQL => sql`to_char(${column}, 'YYYY-MM-DD')`;

const selectRegimes = (where: SQL): SQL => sql`
  select distinct on (r.country) r.country, r.regulator, r.regulator_url as "regulatorUrl", r.regime, r.instrument,
    r.since, r.summary, r.source_name as "sourceName", r.source_url as "sourceUrl", r.as_of as "asOf", r.confidence,
    ${dayOf(sql`r.checked_on`)} as "checkedOn"
  from ${licenceRegimes} r ${where} order by r.country, r.id desc`;

/** The newest reading of each country, or of one. */
export async function listRegimes(db: Db, country?: string): Promise<Regime[]> {
  const { rows } = await db.execute(selectRegimes(country === undefined ? sql`` : sql`where r.country = ${country}`));
  return rows as unknown as Regime[];
}

const registerJson = sql`json_build_object('id', g.id, 'country', g.country, 'authority', g.authority, 'name', g.name,
  'url', g.url, 'asOf', ${dayOf(sql`k.as_of`)}, 'checkedOn', ${dayOf(sql`k.checked_on`)})`;
const lastCheck = sql`join lateral (
  select as_of, checked_on from ${licenceChecks} where register_id = g.id order by id desc limit 1
) k on true`;

/** The registers with a confirmed file. */
export async function listRegisters(db: Db, countries: readonly string[]): Promise<Register[]> {
  const { rows } = await db.execute<{ register: Register }>(sql`
    select ${registerJson} as register from ${licenceRegisters} g ${lastCheck}
    where g.country = any(${sql.param(countries)}::text[]) order by g.name, g.id limit ${licenceLimits.registers}`);
  return rows.map(({ register }) => register);
}

/** The newest version of each entry, with the provider that it was last matched to. */
export async function listEntries(db: Db, where: SQL, limit: number = licenceLimits.entries): Promise<LicenceEntry[]> {
  const { rows } = await db.execute(sql`
    select ${registerJson} as register, l.entry_key as key, l.holder, l.number, l.scope, l.state,
      ${dayOf(sql`l.granted_on`)} as "grantedOn", ${dayOf(sql`l.ends_on`)} as "endsOn", ${dayOf(sql`k.as_of`)} as "asOf",
      ${dayOf(sql`k.checked_on`)} as "checkedOn", f.sha256 as "fileHash",
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as provider
    from (
      select distinct on (register_id, entry_key) * from ${licences} order by register_id, entry_key, id desc
    ) l
    join ${licenceRegisters} g on g.id = l.register_id ${lastCheck}
    join ${licenceFiles} f on f.id = l.file_id
    left join lateral (
      select m.provider_id from ${licenceMatches} m
      where m.register_id = l.register_id and m.entry_key = l.entry_key order by m.id desc limit 1
    ) matched on true
    left join ${providers} p on p.id = matched.provider_id and p.review_state = 'approved'
    where ${where} order by g.name, l.holder, l.entry_key limit ${limit}`);
  return rows as unknown as LicenceEntry[];
}

export const ofRegister = (id: RegisterId): SQL => sql`g.id = ${id}`;
export const isEntry = (id: RegisterId, key: string): SQL => sql`g.id = ${id} and l.entry_key = ${key}`;
export const ofCountry = (country: string): SQL => sql`g.country = ${country}`;
export const isUnmatched = sql`matched.provider_id is null and l.state <> 'ended'`;

export type WarningRow = Omit<AuthorityWarning, 'providerId'> & { providerId: ProviderId | null };

/** The warnings that were not lifted; the newest row of an address counts. */
const selectWarnings = (where: SQL): SQL => sql`
  select w.country, w.authority, w.title, w.names, ${dayOf(sql`w.published_on`)} as "publishedOn",
    ${dayOf(sql`w.checked_on`)} as "checkedOn", w.url, w.provider_id as "providerId"
  from (
    select distinct on (country, url) * from ${licenceWarnings} order by country, url, id desc
  ) w where not w.is_lifted and ${where}
  order by w.published_on desc, w.id desc limit ${sql.raw(String(licenceLimits.changes))}`;

export async function listWarnings(db: Db, country: string): Promise<WarningRow[]> {
  const { rows } = await db.execute(selectWarnings(sql`w.country = ${country}`));
  return rows as unknown as WarningRow[];
}

/**
 * Without those of matches: that we found the provider of an entry tells webhooks of the provider, but changes nothing
 * in the register. They are the only ones with a provider and one state.
 */
export async function listChanges(db: Db, country?: string): Promise<LicenceChange[]> {
  const { rows } = await db.execute(sql`
    select c.id, c.kind, c.country, c.source, c.source_url as "sourceUrl", c.subject, c.from_state as "from",
      c.to_state as "to", c.provider_id as "providerId", ${sql.raw(isoTimeSql('c.created_at'))} as at
    from ${licenceChanges} c
    where not (c.kind = 'licence' and c.provider_id is not null and (c.from_state is null or c.to_state is null))
      ${country === undefined ? sql`` : sql`and c.country = ${country}`}
    order by c.created_at desc, c.id desc limit ${licenceLimits.changes}`);
  return rows as unknown as LicenceChange[];
}

export interface ProviderFacts {
  id: ProviderId;
  countries: string[];
  licenseInfo: string | null;
  /** Whether the team has seen a licence of it. */
  hasEvidence: boolean;
  entries: LicenceEntry[];
  warnings: WarningRow[];
  /** Of the countries where it works, and of the chosen one. */
  regimes: Regime[];
  registers: Register[];
}

const jsonList = (rows: SQL): SQL => sql`(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`;
const isInItsCountries = (column: string): SQL => sql.raw(`${column} = any(own.countries || (select $2::text[]))`);

/**
 * Values: ids, chosen countries. Everything about a provider in one statement: every provider page runs it. The values
 * are in subqueries, so that the plan is the same for any number of them and is made once per connection.
 */
const [{ text: factsText }] = toStatement(sql`
  select own.id, own.countries, own.license_info as "licenseInfo",
    exists (
      select from ${providerEvidence} e where e.provider_id = own.id and e.withdrawn_at is null
        and e.kind in ('licence', 'registration')
    ) as "hasEvidence",
    ${jsonList(sql`
      select ${registerJson} as register, l.entry_key as key, l.holder, l.number, l.scope, l.state,
        ${dayOf(sql`l.granted_on`)} as "grantedOn", ${dayOf(sql`l.ends_on`)} as "endsOn", ${dayOf(sql`k.as_of`)} as "asOf",
        ${dayOf(sql`k.checked_on`)} as "checkedOn", f.sha256 as "fileHash",
        json_build_object('id', own.id, 'name', own.name) as provider
      from (select distinct register_id, entry_key from ${licenceMatches} where provider_id = own.id) o
      join lateral (
        select m.provider_id from ${licenceMatches} m
        where m.register_id = o.register_id and m.entry_key = o.entry_key order by m.id desc limit 1
      ) matched on matched.provider_id = own.id
      join lateral (
        select * from ${licences} v where v.register_id = o.register_id and v.entry_key = o.entry_key
        order by v.id desc limit 1
      ) l on true
      join ${licenceRegisters} g on g.id = l.register_id ${lastCheck}
      join ${licenceFiles} f on f.id = l.file_id
      order by g.name, l.holder, l.entry_key limit ${sql.raw(String(licenceLimits.entries))}`)} as entries,
    ${jsonList(selectWarnings(sql.raw('w.provider_id = own.id')))} as warnings,
    ${jsonList(selectRegimes(sql`where ${isInItsCountries('r.country')}`))} as regimes,
    ${jsonList(sql`
      select g.name, ${registerJson} as register from ${licenceRegisters} g ${lastCheck}
      where ${isInItsCountries('g.country')} order by g.name, g.id limit ${sql.raw(String(licenceLimits.registers))}`)} as registers
  from ${providers} own where own.id = any((select ${sql.raw('$1')}::uuid[])::uuid[]) and own.review_state = 'approved'`);
const factsStatement = prepareStatement({ name: 'provider-licence-facts', text: factsText });

/** Approved providers only. */
export async function listProviderFacts(
  database: Database,
  ids: readonly ProviderId[],
  chosen: readonly string[],
): Promise<ProviderFacts[]> {
  type Row = Omit<ProviderFacts, 'registers'> & { registers: { register: Register }[] };
  const rows = await database.read<Row>(factsStatement, [ids, chosen]);
  return rows.map((row) => ({ ...row, registers: row.registers.map(({ register }) => register) }));
}
