import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Apart from the siege: it needs Debian's packages too, and the machine for itself. */
export default defineConfig({
  test: {
    name: 'cluster',
    root: join(import.meta.dirname, '../..'),
    include: ['siege/cluster/*.test.ts'],
    setupFiles: 'apps/server/test/setup.ts',
    testTimeout: 240_000,
  },
});
