/** Builds a release and verifies it as an operator does, with Debian's tar, sha256sum and ssh-keygen. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBillOfMaterials, type LockedPackage } from '../sbom.ts';
import { type Cluster, findFreePort, startTemporaryPostgres } from '../pg.ts';
import { createArchive } from './archive.ts';
import { extractSection } from './notes.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `hakiki-${manifest.version}-candidate`;
const folder = mkdtempSync(join(tmpdir(), 'hakiki-release-'));
const key = join(folder, 'key');
const archive = join(folder, 'one', `${name}.tar.gz`);

/** Dependencies of a package in the lockfile. */
interface PackageDependencies {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const release = (out: string, env: Record<string, string> = {}) =>
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'release.ts'), '--key', key, '--candidate', '--built', '--out', join(folder, out)],
    { encoding: 'utf8', cwd: folder, env: { ...process.env, ...env }, stdio: 'pipe' },
  );

beforeAll(() => {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'a key for this test', '-f', key]);
  release('one');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As docs/runbooks/release.md describes. */
function verify(file: string) {
  const signers = join(folder, 'allowed_signers');
  writeFileSync(signers, `release@hakiki ${readFileSync(`${key}.pub`, 'utf8')}`);
  const args = ['-Y', 'verify', '-f', signers, '-I', 'release@hakiki', '-n', 'hakiki-release', '-s', `${archive}.sig`];
  const signature = spawnSync('ssh-keygen', args, { input: readFileSync(file) }).status === 0;
  const checksum = spawnSync('sha256sum', ['-c', `${name}.tar.gz.sha256`], { cwd: dirname(file) }).status === 0;
  return { signature, checksum };
}

describe('a release', () => {
  it('a release has the same bytes when it is built again at another time, in another folder and locale [OPS-08]', () => {
    release('two', { TZ: 'Pacific/Auckland', LANG: 'fr_FR.UTF-8', LC_ALL: 'C', HOME: folder });
    const files = readdirSync(join(folder, 'one')).toSorted((one, other) => one.localeCompare(other));
    expect(files).toEqual(
      ['.Dockerfile', '.md', '.sbom.json', '.tar.gz', '.tar.gz.sha256', '.tar.gz.sig'].map((end) => name + end),
    );
    for (const file of files) {
      const [one, two] = ['one', 'two'].map((out) => readFileSync(join(folder, out, file)));
      expect(one!.equals(two!), file).toBe(true);
    }
  });

  it('a release built elsewhere takes the signature of the first one, and it verifies [OPS-08]', () => {
    const tool = join(import.meta.dirname, 'release.ts');
    const options = ['--signature', `${archive}.sig`, '--candidate', '--built', '--out', join(folder, 'signed')];
    execFileSync(process.execPath, [tool, ...options], { cwd: folder, stdio: 'pipe' });
    expect(readFileSync(join(folder, 'signed', `${name}.tar.gz.sig`))).toEqual(readFileSync(`${archive}.sig`));
    expect(verify(join(folder, 'signed', `${name}.tar.gz`))).toEqual({ signature: true, checksum: true });
  });

  it('checksum and signature verify a release, and fail if one byte differs [OPS-08]', () => {
    expect(verify(archive)).toEqual({ signature: true, checksum: true });
    const changed = readFileSync(archive);
    changed[changed.length >> 1]! ^= 1;
    const elsewhere = join(folder, 'changed', `${name}.tar.gz`);
    mkdirSync(dirname(elsewhere));
    writeFileSync(elsewhere, changed);
    writeFileSync(`${elsewhere}.sha256`, readFileSync(`${archive}.sha256`));
    expect(verify(elsewhere)).toEqual({ signature: false, checksum: false });
  });

  it('a release contains no owner, one time, and correct executable flags [OPS-08]', () => {
    const lines = execFileSync('tar', ['-tvzf', archive, '--numeric-owner', '--utc', '--full-time'], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/));
    const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
    const [day, time] = new Date(Number(seconds) * 1000).toISOString().slice(0, 19).split('T');
    expect(new Set(lines.map(([, owner, , date, at]) => [owner, date, at].join(' ')))).toEqual(
      new Set([`0/0 ${day} ${time}`]),
    );
    expect(new Set(lines.map(([mode]) => mode))).toEqual(
      new Set(lines.some(([mode]) => mode === '-rwxr-xr-x') ? ['-rw-r--r--', '-rwxr-xr-x'] : ['-rw-r--r--']),
    );
  });
});

describe('contents of a release', () => {
  const unpacked = join(folder, name);
  const textOf = (path: string) => readFileSync(join(unpacked, path), 'utf8');
  const lockfile = () =>
    JSON.parse(textOf('package-lock.json')) as { packages: Record<string, LockedPackage & PackageDependencies> };
  beforeAll(() => execFileSync('tar', ['-xzf', archive, '-C', folder]));

  it('a release contains production files, and no test or tool [OPS-08]', () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(
      files.filter((path) => /\.test\.|(?:^|\/)(?:node_modules|test|chaos|__snapshots__)(?:\/|$)/.test(path)),
    ).toEqual([]);
    expect(
      ['apps/server/src/main.ts', 'apps/web/build/server/index.js', 'ops/nginx/hakiki.conf', 'LICENSE'].filter(
        (path) => !existsSync(join(unpacked, path)),
      ),
    ).toEqual([]);
    // No file imports a missing one.
    const missing = files
      .filter((path) => /^(?:apps|packages|tools)\/.*\.(?:ts|mjs)$/.test(path) && !path.includes('/build/'))
      .flatMap((path) =>
        [...textOf(path).matchAll(/ from '(\.{1,2}\/[^']+)'/g)].map(([, target = '']) => join(dirname(path), target)),
      )
      .filter((path) => !existsSync(join(unpacked, path)));
    expect(missing).toEqual([]);
  });

  it('a release lists every package in the bill of materials and includes its licence [OPS-08]', () => {
    const bill = createBillOfMaterials(lockfile().packages, {
      name: 'hakiki',
      version: `${manifest.version}-candidate`,
    });
    expect(JSON.parse(textOf('sbom.json'))).toEqual(bill);
    expect(bill.components.length).toBeGreaterThan(80);
    const notices = textOf('NOTICES.txt');
    const documented = new Set([...notices.matchAll(/^-{80}\n(\S+ \S+)\nLicence: \S/gm)].map(([, one]) => one));
    expect(documented).toEqual(new Set(bill.components.map(({ name, version }) => `${name} ${version}`)));
    expect(notices).toContain('Permission is hereby granted, free of charge');
  });

  it('a release contains the changes of the changelog [OPS-08]', () => {
    const section = extractSection(textOf('CHANGELOG.md'), 'Unreleased');
    expect(section).toContain('### For operators');
    expect(textOf('UPGRADING.md').endsWith(`## What changes\n\n${section}\n`)).toBe(true);
    expect(readFileSync(join(folder, 'one', `${name}.md`), 'utf8')).toBe(textOf('UPGRADING.md'));
    expect(() => extractSection(textOf('CHANGELOG.md'), '99.0.0')).toThrow('CHANGELOG.md has no section for 99.0.0.');
  });

  const workspaces = ['apps/server', 'apps/web', 'packages/contract'];
  /** The packages that ops/slim installs: dependencies of server and site, with theirs, for this platform. */
  function packagesThatRun(): Set<string> {
    const { packages } = lockfile();
    const found = new Set<string>();
    const placeOf = (name: string, from: string): string | undefined => {
      const inside = join(from, 'node_modules', name);
      if (packages[inside]) return inside;
      return from === '.' ? undefined : placeOf(name, dirname(from));
    };
    const follow = (from: string) => {
      const { dependencies, optionalDependencies } = packages[from]!;
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
        const place = placeOf(name, from);
        if (place === undefined || found.has(place) || packages[place]!.link || !existsSync(join(root, place)))
          continue;
        found.add(place);
        follow(place);
      }
    };
    for (const ours of workspaces) follow(ours);
    return found;
  }

  const installed = join(folder, 'installed');
  /** Installs like ops/slim and returns its output. */
  function installPackages(): string {
    cpSync(unpacked, installed, { recursive: true });
    for (const path of packagesThatRun()) {
      // A nested package is copied with its parent.
      if (/node_modules\/.*node_modules\//.test(path)) continue;
      mkdirSync(dirname(join(installed, path)), { recursive: true });
      // Hard links: deleting a name in the copy leaves our file.
      execFileSync('cp', ['-Rl', join(root, path), join(installed, path)]);
    }
    mkdirSync(join(installed, 'node_modules/@hakiki'));
    for (const ours of workspaces)
      symlinkSync(join(installed, ours), join(installed, 'node_modules/@hakiki', basename(ours)));
    return execFileSync(join(installed, 'ops/trim'), { encoding: 'utf8' });
  }

  it('a release takes at most 150 MB with its production packages [OPS-01]', () => {
    const [, size] = /^The installation takes (\d+) MB\.\n$/.exec(installPackages()) ?? [];
    expect(Number(size)).toBeLessThanOrEqual(150);
  });

  it('a release migrates an empty database, starts and serves a page with these packages [OPS-08]', async () => {
    const cluster: Cluster = await startTemporaryPostgres('release');
    const port = await findFreePort();
    const env = {
      PATH: process.env['PATH'],
      ENV_FILE: '/dev/null',
      NODE_ENV: 'test',
      DATABASE_URL: cluster.url(),
      PORT: String(port),
      DRAIN_SECONDS: '0',
    };
    try {
      execFileSync(process.execPath, ['apps/server/src/migrate.ts'], { cwd: installed, env, stdio: 'pipe' });
      const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: installed, env, stdio: 'ignore' });
      const ended = new Promise<number | null>((resolve) => server.on('exit', resolve));
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      while ((await ask('/readyz'))?.status !== 200) {
        expect(server.exitCode).toBe(null);
        await pause(100);
      }
      expect(await (await ask('/version'))?.json()).toEqual({
        name: 'hakiki',
        version: manifest.version,
        commit: 'unknown',
      });
      const page = await ask('/directory');
      expect([page?.status, await page?.text()]).toEqual([200, expect.stringMatching(/<\/html>\s*$/)]);
      server.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      await cluster.stop();
    }
  });
});

it('rejects a path that is too long for an archive, instead of truncating it [OPS-08]', () => {
  const path = 'x'.repeat(101);
  expect(() => createArchive([{ path, content: Buffer.alloc(0) }], 0)).toThrow('too long for an archive');
});
