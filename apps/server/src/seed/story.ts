/**
 * Drives the services of the product to create the demo data, so that every row is written as in production. A service
 * always acts now; each step is dated back afterwards.
 */
import type { AlertId, NewAlert } from '@hakiki/contract/alerts';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { FilingId } from '@hakiki/contract/filings';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { NewReport, ReportId } from '@hakiki/contract/reports';
import type { Language } from '@hakiki/contract/site';
import type { decideCase } from '@hakiki/contract/triage-admin';
import { sql } from 'drizzle-orm';
import { createLimiter, createServices, type Services } from '../app.ts';
import { userColumns } from '../modules/accounts/present.ts';
import { users } from '../modules/accounts/tables.ts';
import { AppError } from '../platform/app-error.ts';
import { readSettings } from '../platform/config/settings.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { type UserActor, visitor } from '../platform/http/actor.ts';
import { createLog } from '../platform/log/log.ts';
import { toActor } from './signed-in.ts';

export interface DemoTarget {
  databaseUrl: string;
  /** The secret of the server that will read the data. */
  appSecret: string;
  /** More settings of that server. */
  variables?: Record<string, string | undefined>;
}

export interface Step {
  at: number;
  run: () => Promise<unknown>;
}

export interface Story {
  services: Services;
  database: Database;
  /** Two administrators, because some changes need a second person. Nobody signs in with their accounts. */
  administrator: UserActor;
  secondAdministrator: UserActor;
  /** Runs the steps in the order of their times, and dates the rows of each step back to its time. */
  play: (steps: readonly Step[]) => Promise<void>;
}

export async function withStory<Result>(
  { databaseUrl, appSecret, variables }: DemoTarget,
  work: (story: Story) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings({
    ...variables,
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
  });
  const log = createLog('silent');
  const database = openDatabase({ ...settings, databasePoolSize: 1 }, log);
  // Faster, and nothing is lost by it: demo data can be created again.
  await database.db.execute(sql`set synchronous_commit = off`);
  const limiter = createLimiter({ database, log, settings });
  // The demo data sends no email; other jobs are called by the stories.
  const queue = { enqueue: () => Promise.resolve() };
  const services = createServices({ database, queue, limiter, log, settings });
  try {
    const administrator = await createAdministrator(database, 'Colleague');
    const secondAdministrator = await createAdministrator(database, 'Second');
    const { rows: tables } = await database.db.execute<TimeColumns>(timesSql);
    const play: Story['play'] = async (steps) => {
      for (const { at, run } of steps.toSorted((one, other) => one.at - other.at)) {
        const startedAt = await readClock(database);
        await run();
        await shiftTimes(database, tables, startedAt, startedAt.getTime() - at);
      }
    };
    return await work({ services, database, administrator, secondAdministrator, play });
  } finally {
    await services.apiKeys.stop();
    limiter.close();
    await database.close();
  }
}

async function createAdministrator({ db }: Database, firstName: string): Promise<UserActor> {
  const email = `${firstName.toLowerCase()}@hakiki.example`;
  const values = { email, firstName, lastName: 'Demo', isAdmin: true, emailVerifiedAt: new Date() };
  const [row] = await db
    .insert(users)
    .values(values)
    .onConflictDoUpdate({ target: users.email, set: { isAdmin: true } })
    .returning(userColumns);
  return toActor(row!);
}

const readClock = async ({ db }: Database): Promise<Date> => {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]!.now);
};

/** Append-only tables keep their times, such as the audit, except for those whose times the pages show. */
const timesSql = sql`
  with guards as (
    select tgrelid as id, array_agg(format('alter table %s %%s trigger %I', tgrelid::regclass, tgname)) as switches
    from pg_trigger where tgenabled = 'A' group by 1
  )
  select attrelid::regclass::text as table, array_agg(format('%I', attname)) as columns, coalesce(switches, '{}') as switches
  from pg_attribute join pg_class c on c.oid = attrelid left join guards g on g.id = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'timestamptz'::regtype and not attisdropped
    and (g.id is null or relname in ('decisions', 'public_versions', 'regtech_closings', 'regtech_reports'))
  group by attrelid, switches`;

interface TimeColumns extends Record<string, unknown> {
  table: string;
  columns: string[];
  /** Statements that disable the guards of an append-only table, or enable them again. */
  switches: string[];
}

/** Moves every time since `startedAt` back. */
async function shiftTimes(
  { transaction }: Database,
  tables: readonly TimeColumns[],
  startedAt: Date,
  milliseconds: number,
): Promise<void> {
  const isNew = (column: string) => `${column} >= '${startedAt.toISOString()}'`;
  const shift = (column: string) => `${column} = ${column} - interval '${milliseconds} ms' * (${isNew(column)})::int`;
  const statements = tables.flatMap(({ table, columns, switches }) => [
    ...switches.map((statement) => statement.replace('%s', 'disable')),
    `update ${table} set ${columns.map(shift).join(', ')} where ${columns.map(isNew).join(' or ')}`,
    ...switches.map((statement) => statement.replace('%s', 'enable always')),
  ]);
  await transaction((tx) => tx.execute(sql.raw(statements.join(';'))));
}

interface Sent {
  id: string;
  language?: Language;
}

/** A visitor sends a scam report, and the job groups it into a case. */
export async function sendAlert(
  { services: { alerts, cases }, database }: Story,
  { id, language = 'en' }: Sent,
  content: NewAlert,
): Promise<void> {
  const context = { id: id as AlertId, actor: visitor, language };
  await database.transaction((tx) => alerts.accept(tx, content, context));
  await cases.groupFiling(id);
}

/** A visitor sends an issue report, and the job groups it into a case. */
export async function sendReport(
  { services: { cases, reports }, database }: Story,
  { id, language = 'en' }: Sent,
  content: NewReport,
): Promise<void> {
  const context = { id: id as ReportId, actor: visitor, language };
  await database.transaction((tx) => reports.accept(tx, content, context));
  await cases.groupFiling(id);
}

/** Confirms the private data that a text contains by intention. */
export async function acknowledge<Result>(
  actor: UserActor,
  send: (actor: UserActor) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(actor);
  } catch (error) {
    if (!(error instanceof AppError) || !error.privateData) throw error;
    return send({ ...actor, acknowledged: error.privateData.map(({ token }) => token) });
  }
}

type CaseDecision = Omit<BodyOf<typeof decideCase>, 'filings' | 'reason'> & { reason?: string | undefined };

/** Decides these filings of one case, which the administrator has read. */
export async function decideFilings(
  { services: { cases, triage }, database, administrator }: Story,
  ids: readonly string[],
  { reason = '', ...decision }: CaseDecision,
): Promise<void> {
  const caseId = (await cases.findCaseOf(database.db, ids[0]!))!;
  await triage.open(administrator, caseId);
  const body = { ...decision, reason, filings: ids as readonly FilingId[] as FilingId[] };
  await acknowledge(administrator, (actor) => triage.decide(actor, caseId, body));
  await triage.release(administrator, caseId);
}

/** Makes a change; if it weakens a warning, the second administrator confirms it. */
export async function applyChange(
  { services: { proposals }, administrator, secondAdministrator }: Story,
  change: (actor: UserActor) => Promise<{ proposal?: Proposal | undefined }>,
): Promise<void> {
  const { proposal } = await acknowledge(administrator, change);
  if (!proposal) return;
  const { seen } = await proposals.show(secondAdministrator, proposal.id);
  await acknowledge(secondAdministrator, (actor) => proposals.confirm(actor, proposal.id, seen));
}
