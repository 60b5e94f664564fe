import { describe, expect, it } from 'vitest';
import { listSerious } from './advisories.ts';
import lockfile from '../package-lock.json' with { type: 'json' };
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
