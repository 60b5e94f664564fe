import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Run by vitest.nightly.config.ts. */
const nightly = '**/*.nightly.test.ts';

/**
 * Web tests that cannot share a process with the others: one replaces a module, one renders a stream like the server.
 */
const apart = ['apps/web/app/waiting-times.test.ts', 'apps/web/app/deferred-scripts.test.tsx'];

/** Only the server's tests need a database; they share one temporary PostgreSQL. */
export default defineConfig({
  test: {
    // Many tests wait for a mail server, a rate limit window or a child process; with one worker per core the cores
    // would idle.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          exclude: [nightly],
          globalSetup: 'apps/server/test/global.ts',
          setupFiles: 'apps/server/test/setup.ts',
          // Each file has its own database and server. They share the loaded code, because loading takes longer than
          // most files.
          isolate: false,
          // These end a test that hangs. Machines are shared: slowness is not a failure.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'units',
          include: [
            'packages/contract/src/**/*.test.ts',
            'packages/client/*.test.ts',
            'apps/web/*.test.ts',
            'apps/web/{app,content,service-worker}/**/*.test.ts',
          ],
          exclude: apart,
          setupFiles: 'apps/server/test/setup.ts',
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'repo',
          include: ['tools/**/*.test.ts', 'ops/**/*.test.ts', 'bench/**/*.test.ts', 'chaos/cluster/*.test.ts'],
          exclude: [nightly],
          setupFiles: 'apps/server/test/setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['apps/web/app/**/*.test.tsx'],
          exclude: apart,
          environment: './apps/web/test/environment.ts',
          // Screens show times in the browser's time zone.
          env: { TZ: 'Africa/Johannesburg' },
          setupFiles: ['apps/server/test/setup.ts', 'apps/web/test/setup.ts'],
          // Loading the shared code takes longer than most files.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'screens, apart',
          include: apart,
          environment: './apps/web/test/environment.ts',
          setupFiles: ['apps/server/test/setup.ts', 'apps/web/test/setup.ts'],
        },
      },
    ],
  },
});
