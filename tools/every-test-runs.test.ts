import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import cluster from '../chaos/cluster/vitest.config.ts';
import chaos from '../chaos/vitest.config.ts';
import config from '../vitest.config.ts';

const patterns = [
  ...(config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
  ),
  // These run as their own stages, after the build.
  ...(chaos.test?.include ?? []),
  ...(cluster.test?.include ?? []),
];

describe('the test runner', () => {
  it('runs every test file of the repository', () => {
    const files = globSync('{apps,packages,tools,ops,bench,chaos}/**/*.test.{ts,tsx}', {
      cwd: join(import.meta.dirname, '..'),
      exclude: (path) => path.includes('node_modules'),
    });
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
  });
});
