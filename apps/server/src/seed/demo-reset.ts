/** Empties the database of a demo and fills it with invented data. The worker does it at its start, once a day. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '../platform/config/settings.ts';
import {
  DEMO_WOULD_DELETE,
  findRealDataStatement,
  formatMarker,
  parseMarker,
  readMarkerStatement,
} from '../demo-marker.ts';
import { DatabaseNotReadyError } from '../platform/db/readiness.ts';
import type { Log } from '../platform/log/log.ts';
import { seedAccounts } from './accounts.ts';
import { seedDemo } from './demo.ts';
import { seedDemoQueue } from './demo-queue.ts';
import { withStory } from './story.ts';

const HOUR_MS = 3_600_000;
/** In UTC: night in all of Africa. */
const RESET_HOUR = 1;
/** Key of an advisory lock; nothing else in the database uses this number. */
const RESET_LOCK = 4_715_002;

/** The last time that a reset was due. */
export function lastResetTime(now: number): number {
  const today = new Date(now).setUTCHours(RESET_HOUR, 0, 0, 0);
  return today <= now ? today : today - 24 * HOUR_MS;
}

export const msToNextReset = (now: number): number => lastResetTime(now) + 24 * HOUR_MS - now;

/** Rows inserted by migrations stay; the worker inserts the third-party lists again. */
const keptTables = ['languages', 'licence_regimes'];

/** Tables, and their triggers that refuse or count when a table is emptied. */
const tablesSql = `
  select c.oid::regclass::text as name, array(
    select json_build_object('name', format('%I', tgname), 'state', case tgenabled when 'A' then 'enable always' else 'enable' end)
    from pg_trigger where tgrelid = c.oid and tgtype & 32 <> 0 and tgenabled <> 'D' and not tgisinternal
  ) as triggers
  from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

interface FilledTable {
  name: string;
  triggers: { name: string; state: string }[];
}

async function emptyTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<FilledTable>(tablesSql, [keptTables]);
  const switchTriggers = async (toState: (state: string) => string) => {
    for (const { name: table, triggers } of rows)
      for (const { name, state } of triggers)
        await client.query(`alter table ${table} ${toState(state)} trigger ${name}`);
  };
  await client.query('begin');
  await switchTriggers(() => 'disable');
  await client.query(`truncate table ${rows.map(({ name }) => name).join(', ')}`);
  await switchTriggers((state) => state);
  // Jobs that name deleted rows.
  const { rows: queue } = await client.query<{ job: string | null }>(`select to_regclass('pgboss.job')::text as job`);
  if (queue[0]?.job) await client.query(`delete from ${queue[0].job}`);
  await client.query('commit');
}

/** Data that visitors have sent, and data of the worker about deleted rows. */
async function emptyFiles({ evidence, audit, logSigning }: Settings): Promise<void> {
  for (const name of await readdir(evidence.folder).catch(() => []))
    await rm(join(evidence.folder, name), { recursive: true, force: true });
  for (const file of [audit.headFile, logSigning.checkpointFile]) if (file) await rm(file, { force: true });
}

/** Settings of the demo that decide how its data is encrypted and stored. */
const passedOn = ['INDICATOR_KEYS', 'REPORTER_PUBLIC_KEY', 'PUBLIC_URL', 'EVIDENCE_FOLDER'];

/**
 * Resets if the last reset is due. Refuses a database that has data and no marker. Returns whether it has reset.
 * `environment` is that of the worker.
 */
export async function resetDemo(
  settings: Settings,
  { environment, log, now = Date.now() }: { environment: NodeJS.ProcessEnv; log: Log; now?: number },
): Promise<boolean> {
  const databaseUrl = settings.demoDatabaseUrl ?? settings.databaseUrl;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hakiki-demo' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [RESET_LOCK]);
    const { rows } = await client.query<{ comment: string | null }>(readMarkerStatement);
    const filledAt = parseMarker(rows[0]!.comment);
    if (filledAt && filledAt.getTime() >= lastResetTime(now)) return false;
    if (!filledAt) {
      const { rows: found } = await client.query<{ found: boolean }>(findRealDataStatement);
      if (found[0]!.found) throw new DatabaseNotReadyError(DEMO_WOULD_DELETE);
    }
    // Marked first: an interrupted reset must not look like real data, and is due again.
    await client.query(`comment on schema public is '${formatMarker(new Date(0))}'`);
    await emptyTables(client);
    await emptyFiles(settings);
    const variables = Object.fromEntries(
      passedOn.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
    );
    const target = { databaseUrl, appSecret: environment['APP_SECRET'] ?? '', variables };
    await seedDemo(target);
    await seedDemoQueue(target);
    await withStory(target, ({ database }) => seedAccounts(database.db));
    await client.query(`comment on schema public is '${formatMarker(new Date(now))}'`);
    log.info('the demo data was reset');
    return true;
  } finally {
    await client.end();
  }
}
