import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Separate from the other tests: it needs the built site, and the whole machine if possible. */
export default defineConfig({
  test: {
    name: 'chaos',
    root: join(import.meta.dirname, '..'),
    include: ['chaos/*.test.ts'],
    setupFiles: 'apps/server/test/setup.ts',
    testTimeout: 300_000,
  },
});
