import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of screens that cannot share a process with the others: one replaces a module, one renders as the server does, in a stream. */
const apart = ['apps/web/app/waiting-times.test.ts', 'apps/web/app/late-scripts.test.tsx'];

/** Everything that is not the server needs no database; the server's tests share one throw-away PostgreSQL. */
export default defineConfig({
  test: {
    // Many tests wait for a mail server, a limit's window or a child process; on two cores one at a time leaves them idle.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          globalSetup: 'apps/server/test/global.ts',
          setupFiles: 'apps/server/test/setup.ts',
          // Each file has a database and a server of its own; the code they run is the same, and loading it takes longer than most files.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'house',
          include: [
            'packages/contract/src/**/*.test.ts',
            'packages/client/*.test.ts',
            'apps/web/*.test.ts',
            'apps/web/{app,content,service-worker}/**/*.test.ts',
            'tools/**/*.test.ts',
            'ops/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          // It needs the built site, and is a stage of its own.
          exclude: [...apart, 'tools/release/**'],
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
          // A browser tells the time of where it is.
          env: { TZ: 'Africa/Johannesburg' },
          setupFiles: ['apps/server/test/setup.ts', 'apps/web/test/setup.ts'],
          // What all of them draw with takes longer to load than most files take to run.
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
