/**
 * Builds a release: an archive, its checksum, and a signature that Debian's own tools verify
 * (docs/runbooks/release.md). The same commit gives the same bytes.
 *
 *   npm run release -- --key ~/.ssh/release          the version of package.json, from a clean checkout
 *   npm run release -- --key ~/.ssh/try --candidate  an unreleased state
 *   npm run release -- --signature <file>            takes the signature instead of making one, as the workflow does
 *   npm run release -- --prepare 1.0.0               changelog and versions for the commit of a release
 *   --built uses the last build of the site, --out sets the target folder
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBillOfMaterials, type LockedPackage } from '../sbom.ts';
import { createArchive, type Entry } from './archive.ts';
import { readCommit, listContents, hasUncommittedChanges } from './contents.ts';
import { formatNotices } from './notices.ts';
import { extractSection, formatUpgradeNotes } from './notes.ts';
import { prepareRelease } from './prepare.ts';

const root = join(import.meta.dirname, '../..');
/** The signature namespace, so that other signatures of the same key are not valid for a release. */
const NAMESPACE = 'hakiki-release';

const { values: options } = parseArgs({
  options: {
    key: { type: 'string' },
    signature: { type: 'string' },
    prepare: { type: 'string' },
    out: { type: 'string', default: join(root, 'release') },
    candidate: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

interface Signing {
  /** An ssh key to sign with. */
  key?: string | undefined;
  /** A signature that somebody made of the same archive. */
  signature?: string | undefined;
}

function sign(file: string, { key, signature }: Signing): void {
  // ssh-keygen asks before it overwrites a file.
  rmSync(`${file}.sig`, { force: true });
  if (signature) copyFileSync(signature, `${file}.sig`);
  else
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key!, '-n', NAMESPACE, file], {
      stdio: ['inherit', 'pipe', 'inherit'],
    });
}

function buildRelease(signing: Signing): string {
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
  // Copies of files in the archive, for those who need only one of them.
  writeFileSync(join(options.out, `${name}.sbom.json`), added['sbom.json']!);
  writeFileSync(join(options.out, `${name}.Dockerfile`), textOf('ops/container/Dockerfile'));
  sign(file, signing);
  return `${file}: ${all.length} files, ${(archive.length / 1_048_576).toFixed(1)} MB`;
}

const { key, signature, prepare } = options;
const isThere = (file: string | undefined) => file !== undefined && existsSync(file);
try {
  if (prepare !== undefined) {
    prepareRelease(root, prepare, new Date().toISOString().slice(0, 10));
    console.log(
      `Look at the changes, commit them as 'release: ${prepare}', then build the release (docs/runbooks/release.md).`,
    );
  } else if (isThere(key) || isThere(signature)) console.log(buildRelease({ key, signature }));
  else fail('--key names the ssh key to sign with; ssh-keygen -t ed25519 makes one.');
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
