import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 240_000, hookTimeout: 120_000 };

/**
 * Long tests of rare operations: crashes, restores, releases, upgrades, a lost machine. They need the built site and
 * the packages of `.ci/nightly`. One at a time, because most start several processes and expect an answer in time.
 */
export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.nightly.test.ts'],
          globalSetup: 'apps/server/test/global.ts',
          setupFiles: 'apps/server/test/setup.ts',
          ...timeouts,
        },
      },
      {
        test: {
          name: 'operations',
          include: ['{chaos,tools}/**/*.nightly.test.ts'],
          setupFiles: 'apps/server/test/setup.ts',
          ...timeouts,
        },
      },
    ],
  },
});
