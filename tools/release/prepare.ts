/** Prepares the commit of a release: `npm run release -- --prepare 1.0.0`. It changes files only; you commit them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseSection } from './notes.ts';

/** The client has versions of its own: it changes with the public API. */
const OWN_VERSION = 'packages/client';

const listPackages = (root: string): string[] => [
  ...['e2e', 'bench'],
  ...['apps', 'packages'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)),
];

/** Replaces text only, so that the format of the file stays. */
function changeFile(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
}

const setVersion = (version: string) => (manifest: string) =>
  manifest.replace(/("version": )"[^"]+"/, `$1${JSON.stringify(version)}`);

export function prepareRelease(root: string, version: string, day: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`'${version}' is not a version such as 1.0.0.`);
  changeFile(join(root, 'CHANGELOG.md'), (text) => releaseSection(text, version, day));
  const packages = listPackages(root).filter((folder) => folder !== OWN_VERSION);
  for (const folder of ['', ...packages]) changeFile(join(root, folder, 'package.json'), setVersion(version));
  changeFile(join(root, 'package-lock.json'), (text) => {
    const lockfile = JSON.parse(text) as { version: string; packages: Record<string, { version: string }> };
    lockfile.version = version;
    for (const folder of ['', ...packages]) lockfile.packages[folder]!.version = version;
    return `${JSON.stringify(lockfile, undefined, 2)}\n`;
  });
}
