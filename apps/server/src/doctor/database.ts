/** Checks PostgreSQL: version, migrations, roles, settings, clock and pending jobs. */
import pg from 'pg';
import type { Settings } from '../platform/config/settings.ts';
import { createConnectionCheck, createReadinessCheck, listOwnMigrations } from '../platform/db/readiness.ts';
import { getErrorCode, type Finding, createFinding } from './finding.ts';

const MIN_POSTGRES_VERSION = 15;
const MAX_CLOCK_SKEW_SECONDS = 5;
const MAX_JOB_WAIT_SECONDS = 600;

type Row = Record<string, unknown>;
type RunQuery = (text: string) => Promise<Row>;

async function withConnection(
  databaseUrl: string,
  check: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, statement_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await check(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function checkDatabase(
  { databaseUrl, databasePoolSize, isProduction }: Settings,
  processName: 'server' | 'worker',
): Promise<Finding[]> {
  const unreachable = await createConnectionCheck(databaseUrl)();
  if (unreachable) {
    return createFinding(
      `The ${processName}: ${unreachable.message}`,
      'Check that PostgreSQL runs, and host, port, role, password and database in DATABASE_URL.',
    );
  }
  return withConnection(databaseUrl, async (client) => {
    const notReady = await createReadinessCheck(client, databaseUrl)();
    if (notReady)
      return createFinding(
        `The ${processName}: ${notReady.message}`,
        'Run npm run migrate with the DATABASE_URL of the owner of the tables.',
      );
    const runQuery: RunQuery = async (text) => (await client.query<Row>(text)).rows[0] ?? {};
    const checks =
      processName === 'server'
        ? [checkNewerMigrations, checkRole, checkServerSettings, checkClock]
        : [checkRole, checkJobsAndAlarms];
    const findings: Finding[] = [];
    for (const check of checks)
      findings.push(...(await check(runQuery, { processName, databasePoolSize, isProduction })));
    return findings;
  });
}

interface CheckContext {
  processName: 'server' | 'worker';
  databasePoolSize: number;
  isProduction: boolean;
}

async function checkNewerMigrations(runQuery: RunQuery): Promise<Finding[]> {
  const { newest } = await runQuery('select max(created_at)::float8 as newest from drizzle.__drizzle_migrations');
  return Number(newest) > Math.max(...listOwnMigrations())
    ? createFinding(
        'The database has migrations of a newer release than this one',
        'Install the newer release again; its upgrade notes describe the rollback.',
      )
    : [];
}

/** A superuser bypasses every grant and the triggers that protect the audit log. */
async function checkRole(runQuery: RunQuery, { processName, isProduction }: CheckContext): Promise<Finding[]> {
  const { superuser, sees, name } = await runQuery(
    `select rolsuper as superuser, rolname as name, has_table_privilege('users', 'select') as sees
       from pg_roles where rolname = current_user`,
  );
  if (isProduction && superuser) {
    return createFinding(
      `The ${processName} connects to the database as the superuser ${String(name)}, who bypasses all permissions and triggers`,
      'Use the role that docs/runbooks/roles.md describes in DATABASE_URL.',
    );
  }
  return sees
    ? []
    : createFinding(
        `The role ${String(name)} of the ${processName} has no rights on the tables`,
        'Run npm run migrate as the owner: it grants them to DATABASE_APP_ROLE and DATABASE_WORKER_ROLE.',
      );
}

async function checkServerSettings(
  runQuery: RunQuery,
  { databasePoolSize, isProduction }: CheckContext,
): Promise<Finding[]> {
  const values = await runQuery(`select current_setting('server_version_num')::int / 10000 as version,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as commit, current_setting('archive_mode') as archive,
    current_setting('server_encoding') as encoding, current_setting('max_connections')::int as connections,
    (select last_failed_time > coalesce(last_archived_time, 'epoch') from pg_stat_archiver) as failing`);
  const findings = [
    Number(values['version']) < MIN_POSTGRES_VERSION &&
      createFinding(`PostgreSQL ${String(values['version'])} is too old`, `Use ${MIN_POSTGRES_VERSION} to 18.`),
    values['encoding'] !== 'UTF8' &&
      createFinding(
        `The database is encoded as ${String(values['encoding'])}: names in Yoruba or Amharic cannot be stored`,
        'Create it again: create database … encoding UTF8 template template0, and restore into it.',
      ),
    (values['fsync'] === 'off' || values['pages'] === 'off') &&
      createFinding(
        'PostgreSQL runs with fsync or full_page_writes off: a power cut can corrupt the database',
        'Turn both on in postgresql.conf and restart PostgreSQL.',
      ),
    values['commit'] === 'off' &&
      createFinding(
        'synchronous_commit is off: reports that were acknowledged are lost in a crash',
        'alter system reset synchronous_commit; select pg_reload_conf(); and check alter role … and alter database … as well.',
      ),
    isProduction &&
      values['archive'] === 'off' &&
      createFinding(
        'PostgreSQL archives no WAL: if the disk fails, everything since the last backup is lost',
        'Set up pgBackRest and archive_mode = on as docs/runbooks/backup.md describes.',
      ),
    values['failing'] === true &&
      createFinding(
        'PostgreSQL cannot archive its WAL: backups are incomplete, and the disk fills up',
        'Check archive_command and the log of PostgreSQL.',
      ),
    Number(values['connections']) < 2 * databasePoolSize + 10 &&
      createFinding(
        `PostgreSQL allows ${String(values['connections'])} connections, too few for two processes with ${databasePoolSize} each and the tools`,
        'Raise max_connections, lower DATABASE_POOL_SIZE, or put PgBouncer in front.',
      ),
  ];
  return findings.flatMap((finding) => finding || []);
}

async function checkClock(runQuery: RunQuery): Promise<Finding[]> {
  const { now } = await runQuery('select extract(epoch from clock_timestamp())::float8 as now');
  const skew = Math.abs(Date.now() / 1000 - Number(now));
  return skew > MAX_CLOCK_SKEW_SECONDS
    ? createFinding(
        `The clocks of this machine and of PostgreSQL differ by ${Math.round(skew)} s: links expire too early or too late, and codes are rejected`,
        'Synchronize both clocks: timedatectl set-ntp true.',
      )
    : [];
}

async function checkJobsAndAlarms(runQuery: RunQuery): Promise<Finding[]> {
  const { waits } = await runQuery(
    `select extract(epoch from now() - min(start_after))::float8 as waits from pgboss.job
       where state = 'created' and start_after < now()`,
  ).catch((error: unknown) => ({ waits: getErrorCode(error) === '42P01' ? 0 : null }));
  const { raised } = await runQuery(
    `select string_agg(kind, ', ' order by kind) as raised from alarms where raised_at is not null`,
  );
  const { administrators } = await runQuery(
    'select count(*)::int as administrators from users where is_admin and email_verified_at is not null',
  );
  const findings = [
    Number(waits) > MAX_JOB_WAIT_SECONDS &&
      createFinding(
        `Jobs have been waiting for ${Math.round(Number(waits) / 60)} minutes: no email is sent and no report is grouped`,
        'Start the worker (npm run worker), or check its log.',
      ),
    typeof raised === 'string' &&
      createFinding(`Alarms are raised: ${raised}`, 'docs/runbooks/alarms.md explains each alarm and what to do.'),
    administrators === 0 &&
      createFinding(
        'There is no administrator: nobody can open the console',
        'npm run admin -- --help explains how to create one.',
      ),
  ];
  return findings.flatMap((finding) => finding || []);
}
