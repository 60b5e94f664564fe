/** `hakiki upgrade <folder> [--back]`, on a machine that ops/install has set up. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { isCrashLoop, replaceRelease, serverPorts } from './replace-release.ts';

const USAGE = `hakiki upgrade <folder of the release> [--back]

  sudo hakiki upgrade /opt/hakiki-1.3.0          the new tables, then worker and servers in turn
  sudo hakiki upgrade /opt/hakiki-1.2.0 --back   servers and worker in turn; the tables stay`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { back: { type: 'boolean', default: false } },
});
const [folder, ...more] = positionals;
if (folder === undefined || more.length > 0) {
  console.error(USAGE);
  process.exit(2);
}

const run = promisify(execFile);
const restart = (service: string) => run('systemctl', ['restart', service]);

try {
  await replaceRelease(
    resolve(folder),
    { isBack: values.back },
    {
      link: '/opt/hakiki',
      ports: serverPorts,
      // As in ops/install: the superuser may also disable the logging of values in PostgreSQL's own log.
      migrate: async (release) => {
        const settings = ['ENV_FILE=/dev/null', 'NODE_ENV=production'];
        const database = 'DATABASE_URL=postgres:///hakiki?host=/var/run/postgresql';
        const command = [join(release, 'ops/bin/hakiki'), 'migrate'];
        await run('runuser', ['-u', 'postgres', '--', 'env', ...settings, database, ...command]);
      },
      restartServer: async (port) => {
        const service = `hakiki-server@${port}`;
        // Resets the count of crashes, because systemd refuses to start a service that crashed too often; a service
        // that never ran has none.
        await run('systemctl', ['reset-failed', service]).catch(() => undefined);
        await restart(service);
      },
      hasCrashed: async (port) => {
        const { stdout } = await run('systemctl', ['show', '-p', 'ActiveState,NRestarts', `hakiki-server@${port}`]);
        return isCrashLoop(stdout);
      },
      restartWorker: async () => {
        await restart('hakiki-worker');
      },
      applyEdgeConfig: async (release) => {
        const origins = serverPorts.flatMap((port) => ['--origin', `127.0.0.1:${port}`]);
        const render = [
          'ops/nginx/render.ts',
          '--folder',
          '/var/lib/hakiki-edge',
          '--listen',
          '443 ssl http2',
          ...origins,
        ];
        await run(process.execPath, render, { cwd: release });
        await run('systemctl', ['reload', 'hakiki-edge']);
      },
      timeoutMs: 60_000,
      say: (message) => console.log(`== ${message}`),
    },
  );
  console.log('Done. Run hakiki doctor to check the installation.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
