import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ViteUserConfig } from 'vitest/config';
import chaos from '../chaos/vitest.config.ts';
import gate from '../vitest.config.ts';
import nightly from '../vitest.nightly.config.ts';

interface Selection {
  include?: string[];
  exclude?: string[];
}

const listSelections = ({ test }: ViteUserConfig): Selection[] =>
  (test?.projects ?? [{ test: test ?? {} }]).flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
  );

const selects = (config: ViteUserConfig, file: string): boolean =>
  listSelections(config).some(
    ({ include = [], exclude = [] }) =>
      include.some((pattern) => matchesGlob(file, pattern)) && !exclude.some((pattern) => matchesGlob(file, pattern)),
  );

describe('the test runner', () => {
  it('runs every test file of the repository either before a merge or at night', () => {
    const files = globSync('{apps,packages,tools,ops,bench,chaos}/**/*.test.{ts,tsx}', {
      cwd: join(import.meta.dirname, '..'),
      exclude: (path) => path.includes('node_modules'),
    });
    const configs = [gate, chaos, nightly];
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => configs.filter((config) => selects(config, file)).length !== 1)).toEqual([]);
  });
});
