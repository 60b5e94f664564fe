/** Checks PostgreSQL: version, migrations, roles, settings, clock and pending jobs. */
import pg from 'pg';
import type { Settings } from '../platform/config/settings.ts';
import { createReachability, createReadiness, ownMigrations } from '../platform/db/readiness.ts';
import { codeOf, type Finding, found } from './finding.ts';

const OLDEST_POSTGRES = 15;
const MOST_SKEW_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 600;

type Row = Record<string, unknown>;
type Ask = (text: string) => Promise<Row>;

async function connected(databaseUrl: string, examine: (client: pg.Client) => Promise<Finding[]>): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, statement_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await examine(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function examineDatabase(
  { databaseUrl, databasePoolSize, isProduction }: Settings,
  part: 'server' | 'worker',
): Promise<Finding[]> {
  const unreachable = await createReachability(databaseUrl)();
  if (unreachable) {
    return found(
      `The ${part}: ${unreachable.words}`,
      'Look whether PostgreSQL runs and whether DATABASE_URL names its host, port, role, password and database.',
    );
  }
  return connected(databaseUrl, async (client) => {
    const missing = await createReadiness(client, databaseUrl)();
    if (missing)
      return found(
        `The ${part}: ${missing.words}`,
        'Run npm run migrate with the DATABASE_URL of the owner of the tables.',
      );
    const ask: Ask = async (text) => (await client.query<Row>(text)).rows[0] ?? {};
    const checks =
      part === 'server' ? [newerThanWeAre, examineRole, examinePromises, examineClock] : [examineRole, examineWork];
    const findings: Finding[] = [];
    for (const check of checks) findings.push(...(await check(ask, { part, databasePoolSize, isProduction })));
    return findings;
  });
}

interface About {
  part: 'server' | 'worker';
  databasePoolSize: number;
  isProduction: boolean;
}

async function newerThanWeAre(ask: Ask): Promise<Finding[]> {
  const { newest } = await ask('select max(created_at)::float8 as newest from drizzle.__drizzle_migrations');
  return Number(newest) > Math.max(...ownMigrations())
    ? found(
        'The database has migrations of a newer release than this one',
        'Install the newer release again; going back is described in its upgrade notes.',
      )
    : [];
}

/** A superuser bypasses every grant and the triggers that protect the audit log. */
async function examineRole(ask: Ask, { part, isProduction }: About): Promise<Finding[]> {
  const { superuser, sees, name } = await ask(
    `select rolsuper as superuser, rolname as name, has_table_privilege('users', 'select') as sees
       from pg_roles where rolname = current_user`,
  );
  if (isProduction && superuser) {
    return found(
      `The ${part} enters the database as the superuser ${String(name)}, above every right and trigger`,
      'Give DATABASE_URL the role that docs/runbooks/roles.md describes.',
    );
  }
  return sees
    ? []
    : found(
        `The role ${String(name)} of the ${part} has no rights on the tables`,
        'Run npm run migrate as the owner: it grants them to DATABASE_APP_ROLE and DATABASE_WORKER_ROLE.',
      );
}

async function examinePromises(ask: Ask, { databasePoolSize, isProduction }: About): Promise<Finding[]> {
  const is = await ask(`select current_setting('server_version_num')::int / 10000 as version,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as commit, current_setting('archive_mode') as archive,
    current_setting('server_encoding') as encoding, current_setting('max_connections')::int as connections,
    (select last_failed_time > coalesce(last_archived_time, 'epoch') from pg_stat_archiver) as failing`);
  const findings = [
    Number(is['version']) < OLDEST_POSTGRES &&
      found(`PostgreSQL ${String(is['version'])} is too old`, `Use ${OLDEST_POSTGRES} to 18.`),
    is['encoding'] !== 'UTF8' &&
      found(
        `The database is encoded as ${String(is['encoding'])}: names in Yoruba or Amharic cannot be kept`,
        'Make it anew: create database … encoding UTF8 template template0, and restore into it.',
      ),
    (is['fsync'] === 'off' || is['pages'] === 'off') &&
      found(
        'PostgreSQL runs with fsync or full_page_writes off: a power cut can destroy everything',
        'Turn both on in postgresql.conf and restart PostgreSQL.',
      ),
    is['commit'] === 'off' &&
      found(
        'synchronous_commit is off: reports that were acknowledged are lost in a crash',
        'alter system reset synchronous_commit; select pg_reload_conf(); and look at alter role … and alter database … too.',
      ),
    isProduction &&
      is['archive'] === 'off' &&
      found(
        'PostgreSQL archives no WAL: after a broken disk everything since the last backup is gone',
        'Set up pgBackRest and archive_mode = on as docs/runbooks/backup.md describes.',
      ),
    is['failing'] === true &&
      found(
        'PostgreSQL cannot archive its WAL: backups end here, and the disk fills up',
        'Look at archive_command and at what PostgreSQL logs about it.',
      ),
    Number(is['connections']) < 2 * databasePoolSize + 10 &&
      found(
        `PostgreSQL takes ${String(is['connections'])} connections, which is less than two processes of ${databasePoolSize} and their tools need`,
        'Raise max_connections, lower DATABASE_POOL_SIZE, or put PgBouncer in front.',
      ),
  ];
  return findings.flatMap((finding) => finding || []);
}

async function examineClock(ask: Ask): Promise<Finding[]> {
  const { now } = await ask('select extract(epoch from clock_timestamp())::float8 as now');
  const skew = Math.abs(Date.now() / 1000 - Number(now));
  return skew > MOST_SKEW_SECONDS
    ? found(
        `The clocks of this machine and of PostgreSQL differ by ${Math.round(skew)} s: links end too early or too late, and codes are refused`,
        'Let both machines ask a time server: timedatectl set-ntp true.',
      )
    : [];
}

async function examineWork(ask: Ask): Promise<Finding[]> {
  const { waits } = await ask(
    `select extract(epoch from now() - min(start_after))::float8 as waits from pgboss.job
       where state = 'created' and start_after < now()`,
  ).catch((error: unknown) => ({ waits: codeOf(error) === '42P01' ? 0 : null }));
  const { raised } = await ask(
    `select string_agg(kind, ', ' order by kind) as raised from alarms where raised_at is not null`,
  );
  const { administrators } = await ask(
    'select count(*)::int as administrators from users where is_admin and email_verified_at is not null',
  );
  const findings = [
    Number(waits) > LONGEST_WAIT_SECONDS &&
      found(
        `Jobs have been waiting for ${Math.round(Number(waits) / 60)} minutes: no letter leaves and no report is sorted`,
        'Start the worker (npm run worker), or look at what it logs.',
      ),
    typeof raised === 'string' &&
      found(`Alarms are raised: ${raised}`, 'docs/runbooks/alarms.md says what each means and what to do.'),
    administrators === 0 &&
      found('There is no administrator: nobody can open the console', 'npm run admin -- --help says how to make one.'),
  ];
  return findings.flatMap((finding) => finding || []);
}
