/**
 * The tables belong to the role that runs migrations. Server and worker connect with other roles, which read and write
 * rows but cannot change tables; each has the rights for its own work (grants.ts). An installation with one role for
 * both grants it the rights of both.
 */
import pg from 'pg';
import { createLog } from '../log/log.ts';
import { installQueue } from '../jobs/install-queue.ts';
import { type Grant, listGrants, type RoleKind, type Table } from './grants.ts';

export interface Roles {
  web: string;
  worker: string;
  /** The jobs that the server enqueues; it cannot create queues. */
  jobs: readonly { name: string }[];
}

const tablesStatement = `
  select c.relname as name, c.relkind = 'v' as "isView", exists (
    select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = c.oid and p.pronamespace = c.relnamespace and p.proname = 'keep_append_only'
  ) as "isAppendOnly", array(
    select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum
  ) as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`;

/** Does nothing if the roles do not exist, as in development. Returns the kinds of roles that were granted. */
export async function grantRights(client: pg.Client, databaseUrl: string, roles: Roles): Promise<RoleKind[]> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1)',
    [[roles.web, roles.worker]],
  );
  const [hasWeb, hasWorker] = [roles.web, roles.worker].map((role) => rows.some(({ name }) => name === role));
  if (hasWeb && hasWorker && roles.web !== roles.worker) {
    await takeQueueOwnership(client);
    await installQueue(databaseUrl, createLog('silent'), roles.jobs);
    await takeQueueOwnership(client);
    await grantRole(client, roles.web, 'web');
    await grantRole(client, roles.worker, 'worker');
    return ['web', 'worker'];
  }
  if (!hasWeb) return [];
  await grantRole(client, roles.web, 'both');
  return ['both'];
}

async function grantRole(client: pg.Client, role: string, roleKind: RoleKind): Promise<void> {
  const quotedRole = pg.escapeIdentifier(role);
  const { rows: tables } = await client.query<Table>(tablesStatement);
  const database = pg.escapeIdentifier(client.database ?? '');

  await client.query('begin');
  await client.query(`grant connect on database ${database} to ${quotedRole}`);
  // A single role creates and maintains the schema of the job queue; otherwise the owner of the tables does.
  await client.query(`revoke create on database ${database} from ${quotedRole}`);
  if (roleKind === 'both') await client.query(`grant create on database ${database} to ${quotedRole}`);
  await client.query(`grant usage on schema public to ${quotedRole}`);
  await client.query(`grant usage, select on all sequences in schema public to ${quotedRole}`);
  // A starting process checks whether all migrations have run.
  await client.query(`grant usage on schema drizzle to ${quotedRole}`);
  await client.query(`grant select on drizzle.__drizzle_migrations to ${quotedRole}`);
  for (const table of tables) {
    const name = `public.${pg.escapeIdentifier(table.name)}`;
    // Rights granted by hand are removed; revoking on the table also revokes on its columns.
    await client.query(`revoke all on table ${name} from ${quotedRole}`);
    for (const grant of listGrants(table, roleKind)) {
      await client.query(`grant ${toSql(grant, table)} on table ${name} to ${quotedRole}`);
    }
  }
  await grantQueue(client, quotedRole, roleKind);
  await client.query('commit');
}

function toSql(grant: Grant, { columns }: Table): string {
  if (typeof grant === 'string') return grant;
  const columnNames = 'only' in grant ? grant.only : columns.filter((column) => !grant.but.includes(column));
  return `${grant.right} (${columnNames.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** The server only adds jobs: it cannot read jobs or create queues, whose rows name the worker's tables. */
async function grantQueue(client: pg.Client, quotedRole: string, roleKind: RoleKind): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_namespace where nspname = 'pgboss' and pg_has_role(nspowner, 'member')`,
  );
  if (rowCount === 0) return;
  await client.query(`revoke all on schema pgboss from ${quotedRole}`);
  await client.query(`revoke all on all tables in schema pgboss from ${quotedRole}`);
  if (roleKind === 'web') {
    await client.query(`grant usage on schema pgboss to ${quotedRole}`);
    await client.query(`grant select on pgboss.version, pgboss.queue to ${quotedRole}`);
    await client.query(`grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to ${quotedRole}`);
    return;
  }
  await client.query(`grant ${roleKind === 'both' ? 'all' : 'usage'} on schema pgboss to ${quotedRole}`);
  await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${quotedRole}`);
  await client.query(`grant usage on all sequences in schema pgboss to ${quotedRole}`);
}

const ownersStatement = `
  with owner as (select relowner as id from pg_class where oid = 'public.users'::regclass)
  select format('alter %s %s owner to %I', kind, name, pg_get_userbyid(owner.id)) as text, pg_get_userbyid(theirs) as theirs
  from owner, pg_namespace n cross join lateral (
    select 0 as place, 'schema' as kind, 'pgboss' as name, n.nspowner as theirs
    union all
    select 1, case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, c.oid::regclass::text, relowner
    from pg_class c where relnamespace = n.oid and (relkind in ('r', 'p', 'v') or relkind = 'S' and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
    union all
    select 2, 'routine', p.oid::regprocedure::text, proowner from pg_proc p where pronamespace = n.oid
    union all
    select 3, 'type', t.oid::regtype::text, typowner from pg_type t where typnamespace = n.oid and typtype in ('e', 'd')
  ) thing
  where n.nspname = 'pgboss' and theirs <> owner.id order by place`;

/** A queue created by a former single role belongs to that role, and an owner can read its table. */
async function takeQueueOwnership(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ text: string; theirs: string }>(ownersStatement);
  const [first] = rows;
  if (!first) return;
  try {
    for (const { text } of rows) await client.query(text);
  } catch (error) {
    throw new Error(`The queue of jobs belongs to ${first.theirs}: run npm run migrate once as a superuser.`, {
      cause: error,
    });
  }
}
