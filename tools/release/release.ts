/**
 * Builds a release: an archive, its checksum, and a signature that Debian's own tools verify
 * (docs/runbooks/release.md). The same commit gives the same bytes.
 *
 *   npm run release -- --key ~/.ssh/release          the version of package.json, from a clean checkout
 *   npm run release -- --key ~/.ssh/try --candidate  an unreleased state
 *   --built uses the last build of the site, --out sets the target folder
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBillOfMaterials, type LockedPackage } from '../sbom.ts';
import { createArchive, type Entry } from './archive.ts';
import { readCommit, listContents, hasUncommittedChanges } from './contents.ts';
import { formatNotices } from './notices.ts';
import { extractSection, formatUpgradeNotes } from './notes.ts';

const root = join(import.meta.dirname, '../..');
/** The signature namespace, so that other signatures of the same key are not valid for a release. */
const NAMESPACE = 'hakiki-release';

const { values: options } = parseArgs({
  options: {
    key: { type: 'string' },
    out: { type: 'string', default: join(root, 'release') },
    candidate: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function buildRelease(key: string): string {
  if (!options.candidate && hasUncommittedChanges(root))
    fail('The checkout has changes that are in no commit: a release is made of a commit.');
  if (!options.built) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  if (!existsSync(join(root, 'apps/web/build/server/index.js'))) fail('The site is not built: leave --built out.');

  const entries = listContents(root);
  const textOf = (path: string): string => entries.find((entry) => entry.path === path)!.content.toString();
  const { version: ours } = JSON.parse(textOf('package.json')) as { version: string };
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, LockedPackage> };
  const commit = readCommit(root);
  const version = options.candidate ? `${ours}-candidate` : ours;
  const notes = formatUpgradeNotes(
    version,
    extractSection(textOf('CHANGELOG.md'), options.candidate ? 'Unreleased' : ours),
  );
  const added: Record<string, string> = {
    'UPGRADING.md': notes,
    'NOTICES.txt': formatNotices(root, packages),
    'sbom.json': `${JSON.stringify(createBillOfMaterials(packages, { name: 'hakiki', version }), null, 2)}\n`,
    'release.json': `${JSON.stringify({ version, commit: commit.id }, null, 2)}\n`,
  };
  const name = `hakiki-${version}`;
  const all: Entry[] = [
    ...entries,
    ...Object.entries(added).map(([path, text]) => ({ path, content: Buffer.from(text) })),
  ].map((entry) => ({ ...entry, path: `${name}/${entry.path}` }));

  mkdirSync(options.out, { recursive: true });
  const archive = createArchive(all, commit.seconds);
  const file = join(options.out, `${name}.tar.gz`);
  writeFileSync(file, archive);
  writeFileSync(`${file}.sha256`, `${createHash('sha256').update(archive).digest('hex')}  ${name}.tar.gz\n`);
  writeFileSync(join(options.out, `${name}.md`), notes);
  // ssh-keygen asks before it overwrites a file.
  rmSync(`${file}.sig`, { force: true });
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', NAMESPACE, file], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  return `${file}: ${all.length} files, ${(archive.length / 1_048_576).toFixed(1)} MB`;
}

const { key } = options;
if (!key || !existsSync(key)) fail('--key names the ssh key to sign with; ssh-keygen -t ed25519 makes one.');
try {
  console.log(buildRelease(key));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
