import { describe, expect, it } from 'vitest';
import { listSerious } from './advisories.ts';
import lockfile from '../package-lock.json' with { type: 'json' };
import { listAdded, checkAges } from './release-age.ts';
import { createBillOfMaterials } from './sbom.ts';

describe('advisories', () => {
  it('reports high and critical advisories only', () => {
    const vulnerabilities = {
      a: { severity: 'critical', range: '<2.0.0' },
      b: { severity: 'moderate', range: '*' },
      c: { severity: 'high', range: '1.x' },
    };
    expect(listSerious(JSON.stringify({ vulnerabilities }))).toEqual(['a <2.0.0: critical', 'c 1.x: high']);
    expect(listSerious(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  });

  it('does not report "no advisories" if the registry cannot be reached', () => {
    const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } };
    expect([listSerious(JSON.stringify(refused)), listSerious('')]).toEqual([undefined, undefined]);
  });
});

describe('new versions in the lockfile', () => {
  const before = { packages: { '': { version: '1' }, 'node_modules/a': { version: '1.0.0' } } };
  const after = {
    packages: {
      ...before.packages,
      'node_modules/@scope/b': { version: '2.0.0' },
      'node_modules/a/node_modules/c': { version: '3.0.0' },
      'node_modules/d': { name: 'real-d', version: '4.0.0' },
      'node_modules/@hakiki/web': { link: true },
      'node_modules/e/node_modules/a': { version: '1.0.0' },
    },
  };

  it('finds a new version anywhere in the lockfile', () => {
    expect(listAdded(before, after)).toEqual(['@scope/b@2.0.0', 'c@3.0.0', 'real-d@4.0.0']);
    expect(listAdded(after, after)).toEqual([]);
  });

  it('rejects a version that was published less than a week ago', async () => {
    const times: Record<string, Record<string, string>> = {
      '@scope/b': { '2.0.0': '2026-11-01T00:00:00Z', '1.9.0': '2026-01-01T00:00:00Z' },
      c: { '3.0.0': '2026-11-02T00:00:00Z' },
    };
    const now = Date.parse('2026-11-08T12:00:00Z');
    expect(await checkAges(listAdded(before, after), (name) => Promise.resolve(times[name]), now)).toEqual({
      young: ['c@3.0.0'],
      unknown: ['real-d@4.0.0'],
    });
  });
});

describe('the bill of materials', () => {
  it('lists production packages with version and hash, and no development tool', () => {
    const { bomFormat, specVersion, components } = createBillOfMaterials(lockfile.packages, {
      name: 'hakiki',
      version: '0.1.0',
    });
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['pg', 'hono', 'react', 'sharp', 'zod']));
    expect(
      names.filter((name) => ['vitest', '@playwright/test', 'lighthouse', '@hakiki/server'].includes(name)),
    ).toEqual([]);
    expect(components.filter(({ hashes }) => hashes.length !== 1)).toEqual([]);
  });

  it('writes each package as a standard package URL', () => {
    const packages = {
      '': { version: '0.1.0' },
      'node_modules/@scope/a': { version: '1.2.3', license: 'MIT', integrity: 'sha512-AAEC' },
      'node_modules/tool': { version: '1.0.0', dev: true },
    };
    expect(createBillOfMaterials(packages, { name: 'hakiki', version: '0.1.0' }).components).toEqual([
      {
        type: 'library',
        'bom-ref': 'node_modules/@scope/a@1.2.3',
        name: '@scope/a',
        version: '1.2.3',
        purl: 'pkg:npm/%40scope/a@1.2.3',
        scope: 'required',
        hashes: [{ alg: 'SHA-512', content: '000102' }],
        licenses: [{ expression: 'MIT' }],
      },
    ]);
  });
});
