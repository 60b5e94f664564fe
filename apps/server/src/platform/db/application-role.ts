/**
 * The tables belong to the role that migrates. The application connects as another, which may work with the rows and change no
 * table; where a table is append-only, it may read and insert and nothing else.
 */
import pg from 'pg';

interface Table {
  name: string;
  isView: boolean;
  isAppendOnly: boolean;
}

const tablesStatement = `
  select c.relname as name, c.relkind = 'v' as "isView", exists (
    select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = c.oid and p.pronamespace = c.relnamespace and p.proname = 'keep_append_only'
  ) as "isAppendOnly"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** What can be taken out of an append-only table after its time; its triggers let nothing else through. */
const cleared: Partial<Record<string, readonly string[]>> = {
  audit_entries: ['actor_id', 'subject', 'detail'],
  audit_seals: ['cleared'],
};

/** Does nothing while there is no such role, as in development. */
export async function grantApplicationRole(client: pg.Client, role: string): Promise<void> {
  const { rowCount: roles } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (roles === 0) return;
  const to = pg.escapeIdentifier(role);
  const { rows: tables } = await client.query<Table>(tablesStatement);
  const database = pg.escapeIdentifier(client.database ?? '');

  await client.query('begin');
  // It may make schemas because the queue of jobs keeps its tables in one of its own, and looks after them itself.
  await client.query(`grant connect, create on database ${database} to ${to}`);
  await client.query(`grant usage on schema public to ${to}`);
  await client.query(`grant usage, select on all sequences in schema public to ${to}`);
  // A process that starts looks whether the tables are as new as its code.
  await client.query(`grant usage on schema drizzle to ${to}`);
  await client.query(`grant select on drizzle.__drizzle_migrations to ${to}`);
  for (const { name, isView, isAppendOnly } of tables) {
    const table = `public.${pg.escapeIdentifier(name)}`;
    const written = isAppendOnly ? 'select, insert' : 'select, insert, update, delete';
    const rights = isView ? 'select' : written;
    // Rights given by hand before do not outlive a migration.
    await client.query(`revoke all on table ${table} from ${to}`);
    await client.query(`grant ${rights} on table ${table} to ${to}`);
    const columns = cleared[name];
    if (columns) await client.query(`grant update (${columns.join(', ')}) on table ${table} to ${to}`);
  }
  await grantQueue(client, to);
  await client.query('commit');
}

/** A queue made by another role, before the application had its own. */
async function grantQueue(client: pg.Client, to: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_namespace where nspname = 'pgboss' and pg_has_role(nspowner, 'member')`,
  );
  if (rowCount === 0) return;
  await client.query(`grant all on schema pgboss to ${to}`);
  for (const kind of ['tables', 'sequences', 'functions']) {
    await client.query(`grant all on all ${kind} in schema pgboss to ${to}`);
  }
}
