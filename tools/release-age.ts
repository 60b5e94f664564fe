/**
 * A compromised package is usually detected within days. So a version that is new in the lockfile must have been public
 * for a week. Only changes against `main` are checked; offline, or without a `main`, the check prints that and passes.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MIN_AGE_DAYS = 7;
const DAY_MS = 24 * 3600_000;
const TIMEOUT_MS = 20_000;
const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

interface Lockfile {
  packages: Record<string, { name?: string; version?: string; link?: boolean }>;
}

const listPackages = ({ packages }: Lockfile): string[] =>
  Object.entries(packages).flatMap(([path, { name, version, link }]) => {
    const [, own] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return own && version && !link ? [`${name ?? own}@${version}`] : [];
  });

/** Returns name@version. */
export function listAdded(before: Lockfile, after: Lockfile): string[] {
  const known = new Set(listPackages(before));
  return [...new Set(listPackages(after))].filter((one) => !known.has(one)).toSorted();
}

/** Publication time of each version of a package. */
type Times = Record<string, string>;

const splitNameVersion = (added: string): [name: string, version: string] => {
  const at = added.lastIndexOf('@');
  return [added.slice(0, at), added.slice(at + 1)];
};

export async function checkAges(
  added: readonly string[],
  timesOf: (name: string) => Promise<Times | undefined>,
  now: number,
): Promise<{ young: string[]; unknown: string[] }> {
  const young: string[] = [];
  const unknown: string[] = [];
  for (const one of added) {
    const [name, version] = splitNameVersion(one);
    const published = Date.parse((await timesOf(name))?.[version] ?? '');
    if (Number.isNaN(published)) unknown.push(one);
    else if (now - published < MIN_AGE_DAYS * DAY_MS) young.push(one);
  }
  return { young, unknown };
}

const fetchTimes = async (name: string): Promise<Times | undefined> =>
  run('npm', ['view', name, 'time', '--json'], { cwd: root, timeout: TIMEOUT_MS }).then(
    ({ stdout }) => JSON.parse(stdout) as Times,
    () => undefined,
  );

/** At the merge base with `main`. */
async function readLockfileOfMain(): Promise<Lockfile | undefined> {
  for (const main of ['origin/main', 'main']) {
    try {
      const { stdout: base } = await run('git', ['merge-base', 'HEAD', main], { cwd: root });
      const { stdout } = await run('git', ['show', `${base.trim()}:package-lock.json`], {
        cwd: root,
        maxBuffer: 64 * 1024 * 1024,
      });
      return JSON.parse(stdout) as Lockfile;
    } catch {
      // Not every clone has both.
    }
  }
  return undefined;
}

if (import.meta.main) {
  const before = await readLockfileOfMain();
  const after = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  if (before) {
    const added = listAdded(before, after);
    const { young, unknown } = await checkAges(added, fetchTimes, Date.now());
    for (const one of unknown) console.log(`${one}: publication date unknown; not checked.`);
    for (const one of young)
      console.error(`${one} is younger than ${MIN_AGE_DAYS} days. Use the previous version, or wait.`);
    console.log(`${added.length} new in the lockfile, ${young.length} too young`);
    if (young.length > 0) process.exitCode = 1;
  } else console.log('There is no main to compare the lockfile with; nothing was checked.');
}
