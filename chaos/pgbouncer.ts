/**
 * Runs PgBouncer in transaction mode between the processes and PostgreSQL: each transaction may use another connection.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canConnect } from '../ops/nginx/edge.ts';
import { findFreePort } from '../tools/pg.ts';
import type { Roles } from '../tools/product.ts';
import { startTestStack } from './test-stack.ts';
import { fuzz } from './fuzz.ts';
import { type Outcome, createOutcome } from './outcome.ts';

/** The first version that supports named statements in transaction mode. */
const MIN_VERSION = 1.21;
const binary = [process.env['PGBOUNCER'] ?? '', '/usr/sbin/pgbouncer'].find((path) => path !== '' && existsSync(path));

function readVersion(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return Number(/(\d+\.\d+)/.exec(stdout)?.[1] ?? 0);
}

async function startPgBouncer(path: string, { web, worker }: Roles, folder: string) {
  const { hostname, port } = new URL(web);
  const own = await findFreePort();
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const names = [web, worker].map((url) => `"${new URL(url).username}" ""\n`);
  writeFileSync(join(folder, 'users'), names.join(''));
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
max_prepared_statements = 500
ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout
`,
  );
  const asPostgres = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout;
  const child = spawn(path, ['-q', file], {
    stdio: ['ignore', 'ignore', 'ignore'],
    ...(process.getuid?.() === 0 && asPostgres && { uid: Number(asPostgres) }),
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  for (let attempt = 0; !(await canConnect(own)); attempt += 1) {
    if (attempt === 100 || child.exitCode !== null) throw new Error('PgBouncer did not start');
    await sleep(50);
  }
  const through = (url: string) => Object.assign(new URL(url), { port: String(own) }).href;
  return { roles: { web: through(web), worker: through(worker) }, stop };
}

export async function testPgBouncer({ seed, requests }: { seed: number; requests: number }): Promise<Outcome> {
  const version = binary ? readVersion(binary) : 0;
  if (!binary || version < MIN_VERSION) {
    const outcome = createOutcome('PgBouncer');
    const found = binary ? `${version} is older than ${MIN_VERSION}` : 'there is none';
    outcome.notes.push(`not tried: ${found}; PGBOUNCER names one`);
    return outcome;
  }
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-chaos-bouncer-'));
  let stopBouncer = () => {};
  const stack = await startTestStack({
    settings: { RATE_LIMIT_SCALE: '1000' },
    wrapDatabase: async (direct) => {
      const { roles, stop } = await startPgBouncer(binary, direct, folder);
      stopBouncer = stop;
      return roles;
    },
  });
  try {
    const outcome = await fuzz(stack, { seed, requests });
    outcome.notes.push(`PgBouncer ${version} in transaction mode`);
    return { ...outcome, trial: 'PgBouncer' };
  } finally {
    await stack.stop();
    stopBouncer();
    rmSync(folder, { recursive: true, force: true });
  }
}
