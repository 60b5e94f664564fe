/**
 * `npm install` silently omits optional platform packages it cannot find, and `npm ci` then fails on another machine.
 * So every optional dependency named in the lockfile must have its own entry there.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/** The folders that Node searches, from the package's own node_modules up to the root's. */
function listSearchPaths(name: string, path: string): string[] {
  const parts = path === '' ? [] : path.split('/');
  const folders = Array.from({ length: parts.length + 1 }, (_, length) => parts.slice(0, length).join('/'));
  return folders.map((folder) => (folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`));
}

export function listMissingEntries({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !listSearchPaths(name, path).some((place) => place in packages))
      .map((name) => `${name}, wanted by ${path === '' ? 'the root' : path}`),
  );
}

if (import.meta.main) {
  const lockfile = JSON.parse(await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lockfile;
  const missing = listMissingEntries(lockfile);
  for (const entry of missing) console.error(`package-lock.json has no entry for ${entry}`);
  console.log(`${Object.keys(lockfile.packages).length} packages in the lockfile, ${missing.length} missing`);
  if (missing.length > 0) process.exitCode = 1;
}
