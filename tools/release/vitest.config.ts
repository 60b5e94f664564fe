import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Separate from the other tests, because it packs the built site. */
export default defineConfig({
  test: {
    name: 'release',
    root: join(import.meta.dirname, '../..'),
    include: ['tools/release/*.test.ts'],
    setupFiles: 'apps/server/test/setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
