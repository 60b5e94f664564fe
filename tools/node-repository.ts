/**
 * A stand-in for the package repository of NodeSource, for machines that cannot reach it: the same paths and a signed
 * index, with one package made of the npm packages of Node and npm.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { dirname, join } from 'node:path';

export const nodeRepositoryHost = 'deb.nodesource.com';
/** Beside the address of the site, which uses the same port. */
export const nodeRepositoryAddress = '127.0.0.2';

const release = 'node_24.x/dists/nodistro';
const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
const nodePackage = `node-linux-${process.arch}`;

const write = (file: string, text: string | Buffer) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const describe = (content: Buffer) => `${createHash('sha256').update(content).digest('hex')} ${content.length}`;

/** `nodejs` with npm, as a Debian package. */
function buildPackage(folder: string, version: string): string {
  const tree = join(folder, 'nodejs');
  const modules = join(tree, 'usr/lib/node_modules');
  execFileSync('npm', ['install', '--prefix', folder, '--loglevel=error', `${nodePackage}@${version}`, 'npm@11.19.1']);
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  cpSync(join(folder, 'node_modules', nodePackage, 'bin/node'), join(tree, 'usr/bin/node'));
  cpSync(join(folder, 'node_modules/npm'), join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(tree, 'usr/bin', name));
  const control = `Package: nodejs
Version: ${version}-1nodesource1
Architecture: ${arch}
Depends: libc6, libstdc++6, ca-certificates
Maintainer: a rehearsal <rehearsal@hakiki.test>
Description: stand-in for the package of NodeSource
`;
  write(join(tree, 'DEBIAN/control'), control);
  const pool = join(folder, 'site/node_24.x/pool/nodejs.deb');
  mkdirSync(dirname(pool), { recursive: true });
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, pool], { stdio: 'pipe' });
  return control;
}

function signIndex(folder: string, control: string): void {
  const site = join(folder, 'site');
  const file = readFileSync(join(site, 'node_24.x/pool/nodejs.deb'));
  const [sha256, size] = describe(file).split(' ');
  const index = Buffer.from(`${control}Filename: pool/nodejs.deb\nSize: ${size}\nSHA256: ${sha256}\n`);
  write(join(site, release, `main/binary-${arch}/Packages`), index);
  const text = `Origin: rehearsal
Suite: nodistro
Codename: nodistro
Date: ${new Date().toUTCString()}
Architectures: ${arch}
Components: main
SHA256:
 ${describe(index)} main/binary-${arch}/Packages
`;
  const home = join(folder, 'gpg');
  mkdirSync(home, { mode: 0o700 });
  const gpg = (args: string[], input?: string) =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--passphrase', '', ...args], {
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  gpg(['--quick-gen-key', 'rehearsal@hakiki.test', 'rsa3072', 'sign']);
  write(join(site, release, 'InRelease'), gpg(['--digest-algo', 'SHA256', '--clearsign'], text));
  write(join(site, 'gpgkey/nodesource-repo.gpg.key'), gpg(['--armor', '--export']));
}

/** Builds it in the folder and serves it. */
export async function startNodeRepository(
  folder: string,
  version: string,
  tls: { cert: Buffer; key: Buffer },
): Promise<{ stop: () => Promise<void> }> {
  mkdirSync(folder);
  signIndex(folder, buildPackage(folder, version));
  const server = createServer(tls, (asked, reply) => {
    const file = join(folder, 'site', new URL(asked.url ?? '/', 'https://localhost').pathname);
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    reply.writeHead(isFile ? 200 : 404).end(isFile ? readFileSync(file) : undefined);
  });
  await new Promise<void>((resolve) => server.listen(443, nodeRepositoryAddress, resolve));
  return {
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
