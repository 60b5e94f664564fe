import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Separate from the chaos trials: it also needs Debian's packages, and the whole machine. */
export default defineConfig({
  test: {
    name: 'cluster',
    root: join(import.meta.dirname, '../..'),
    include: ['chaos/cluster/*.test.ts'],
    setupFiles: 'apps/server/test/setup.ts',
    testTimeout: 240_000,
  },
});
