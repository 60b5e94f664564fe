/**
 * Keeps people's data out of PostgreSQL's own log, which quotes rejected values, existing rows and, with some settings,
 * every value of every statement. Our sessions only log a lost connection there; errors go to our own log, where
 * describe-error.ts removes the values.
 */
import pg from 'pg';

const logSettings = {
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const;

const settingRows = Object.entries(logSettings)
  .map(([name, value]) => `('${name}', '${value}')`)
  .join(', ');

/** Sets the parameters that this role may set, and returns those that still differ. */
const disableLoggingStatement = `
  select name, current_user as role from (values ${settingRows}) as wanted (name, value)
  where value <> case when has_parameter_privilege(name, 'set') then set_config(name, value, false) else current_setting(name) end`;

/** Returns instructions if people's data can still reach PostgreSQL's log from this session. */
export async function disableStatementLogging(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string; role: string }>(disableLoggingStatement);
  const stillLogging = rows.find(({ name }) => name === 'log_min_messages');
  return (
    stillLogging &&
    `PostgreSQL may write what people send into its own log. As a superuser: alter role ${pg.escapeIdentifier(stillLogging.role)} set log_min_messages = 'fatal'`
  );
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** For a role that cannot set this itself. Only a superuser can; otherwise the application warns at its start. */
export async function disableStatementLoggingOfRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) return;
  for (const [name, value] of Object.entries(logSettings)) {
    try {
      await client.query(`alter role ${pg.escapeIdentifier(role)} set ${name} = '${value}'`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    }
  }
}
