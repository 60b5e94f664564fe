import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { extractSection, releaseSection } from './notes.ts';
import { prepareRelease } from './prepare.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'hakiki-prepare-'));
afterAll(() => rmSync(folder, { recursive: true }));

const manifests = [
  'package.json',
  ...['apps', 'packages'].flatMap((place) =>
    readdirSync(join(root, place)).map((name) => `${place}/${name}/package.json`),
  ),
  'e2e/package.json',
  'bench/package.json',
];
for (const file of [...manifests, 'package-lock.json', 'CHANGELOG.md']) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  cpSync(join(root, file), join(folder, file));
}
const readJson = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { version: string };

describe('preparing a release', () => {
  it('preparing 99.0.0 turns the unreleased changes into its section and sets the version everywhere [OPS-08]', () => {
    const before = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    const lines = readFileSync(join(root, 'package-lock.json'), 'utf8').split('\n');
    const client = readJson('packages/client/package.json').version;
    prepareRelease(folder, '99.0.0', '2026-11-19');

    const after = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    expect(after).toContain('\n## [Unreleased]\n\n## [99.0.0] - 2026-11-19\n');
    expect(extractSection(after, '99.0.0')).toBe(extractSection(before, 'Unreleased'));
    expect(extractSection(after, 'Unreleased')).toBe('');
    for (const file of manifests)
      expect(readJson(file).version, file).toBe(file.startsWith('packages/client') ? client : '99.0.0');
    // Only the versions of our own packages change.
    const changed = readFileSync(join(folder, 'package-lock.json'), 'utf8').split('\n');
    expect(changed).toHaveLength(lines.length);
    expect(changed.filter((line, place) => line !== lines[place]).map((line) => line.trim())).toEqual(
      Array.from({ length: manifests.length }, () => '"version": "99.0.0",'),
    );
  });

  it('a version is prepared once, has three numbers, and needs changes [OPS-08]', () => {
    expect(() => prepareRelease(folder, '99.0.0', '2026-11-19')).toThrow('has a section for 99.0.0 already');
    expect(() => prepareRelease(folder, '99', '2026-11-19')).toThrow("'99' is not a version");
    expect(() => releaseSection('# Changelog\n\n## [Unreleased]\n', '1.0.0', '2026-11-19')).toThrow(
      'no unreleased changes',
    );
  });
});
