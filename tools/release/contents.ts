/**
 * Lists the files of a release: the product's sources as committed, the built site, the lockfile and the documentation;
 * no tests and no development tools. Packages are installed by the lockfile, which has a hash of each.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Entry } from './archive.ts';

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

const shipped = [
  /^(?:README|CHANGELOG|SECURITY|SUPPORT)\.md$|^LICENSE$|^\.npmrc$|^\.env\.example$|^package(?:-lock)?\.json$/,
  // npm needs every workspace that the lockfile names.
  /^(?:apps|packages)\/[^/]+\/package\.json$|^(?:e2e|bench)\/package\.json$/,
  /^apps\/server\/(?:src|assets|messages)\//,
  /^apps\/server\/migrations\/(?:[^/]+\.sql|meta\/_journal\.json)$/,
  /^packages\/contract\/src\//,
  /^tools\/(?:node-version|quick-start)\.mjs$|^tools\/operator\//,
  /^ops\/|^docs\//,
];
const excluded =
  /\.test\.(?:tsx?|yml)$|(?:^|\/)tsconfig[^/]*\.json$|^apps\/server\/src\/seed\/|\/__snapshots__\/|^ops\/nginx\/edge\.ts$/;

const git = (root: string, args: readonly string[], input?: string): Buffer =>
  execFileSync('git', args, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES, ...(input !== undefined && { input }) });

export const readCommit = (root: string): { id: string; seconds: number } => {
  const [id = '', seconds = ''] = git(root, ['log', '-1', '--format=%H %ct']).toString().trim().split(' ');
  return { id, seconds: Number(seconds) };
};

export const hasUncommittedChanges = (root: string): boolean => git(root, ['status', '--porcelain']).length > 0;

interface CommittedFile {
  path: string;
  isExecutable: boolean;
}

function listCommitted(root: string): CommittedFile[] {
  return git(root, ['ls-tree', '-r', '-z', 'HEAD'])
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, mode, path] = /^(\d+) blob \S+\t(.+)$/s.exec(line) ?? [];
      return path === undefined ? [] : [{ path, isExecutable: mode === '100755' }];
    });
}

/** Reads the committed versions, not the working tree. */
function readCommitted(root: string, listed: readonly CommittedFile[]): Entry[] {
  const all = git(root, ['cat-file', '--batch'], listed.map(({ path }) => `HEAD:${path}\n`).join(''));
  let at = 0;
  return listed.map((one) => {
    const end = all.indexOf('\n', at);
    const length = Number(all.toString('utf8', at, end).split(' ')[2]);
    const content = all.subarray(end + 1, end + 1 + length);
    at = end + 2 + length;
    return { ...one, content };
  });
}

/** Relative imports of a source. */
const listRelativeImports = ({ path, content }: Entry): string[] =>
  /\.(?:ts|mjs)$/.test(path)
    ? [...content.toString().matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+)'/g)].map(([, target = '']) =>
        posix.join(posix.dirname(path), target),
      )
    : [];

/** Includes imported files from other folders, such as a tool that an operator's command uses. */
function listSources(root: string): Entry[] {
  const committed = new Map(listCommitted(root).map((one) => [one.path, one]));
  const found = new Map<string, Entry>();
  let next = [...committed.values()].filter(
    ({ path }) => shipped.some((pattern) => pattern.test(path)) && !excluded.test(path),
  );
  while (next.length > 0) {
    const read = readCommitted(root, next);
    for (const entry of read) found.set(entry.path, entry);
    const imported = new Set(read.flatMap(listRelativeImports).filter((path) => !found.has(path)));
    next = [...imported].flatMap((path) => committed.get(path) ?? []);
  }
  return [...found.values()];
}

function listBuiltSite(root: string): Entry[] {
  const folder = join(root, 'apps/web/build');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: file.slice(root.length + 1), content: readFileSync(file) };
    });
}

export const listContents = (root: string): Entry[] => [...listSources(root), ...listBuiltSite(root)];
