import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Apart from the other tests: it needs the built site, and the machine for itself as far as there is one. */
export default defineConfig({
  test: {
    name: 'siege',
    root: join(import.meta.dirname, '..'),
    include: ['siege/*.test.ts'],
    setupFiles: 'apps/server/test/setup.ts',
    testTimeout: 300_000,
  },
});
