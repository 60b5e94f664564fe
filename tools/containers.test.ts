/** Checks the files of ops/container against each other; `npm run compose-trial` runs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const compose = readText('ops/container/compose.yaml');

/** The text of each service. */
const services = new Map(
  compose
    .slice(compose.indexOf('\nservices:\n'), compose.indexOf('\nnetworks:\n'))
    .split(/^ {2}(?=[a-z])/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf(':')), text]),
);
const namesWith = (pattern: RegExp) => [...services].filter(([, text]) => pattern.test(text)).map(([name]) => name);

it('the runbook of containers needs at most five lines of settings, which compose.yaml reads [OPS-01]', () => {
  const page = readText('docs/runbooks/containers.md');
  const blocks = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, text = '']) => text);
  const lines = blocks.flatMap((text) => [...text.matchAll(/^ *([A-Z_]+)=\S+$/gm)].map(([, name]) => name));
  expect(lines).toEqual(['DOMAIN', 'EMAIL', 'SMTP_URL', 'PROXY', 'LISTEN']);
  const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(required).toEqual(lines.slice(0, 3));
  for (const name of lines) expect(compose).toContain(`\${${name}:`);
});

it('no server, edge or database container mounts the volume with the secrets of the worker', () => {
  expect(namesWith(/\bsettings:\/etc\/hakiki|\*everything/)).toEqual(['setup', 'worker', 'backup', 'hakiki']);
  expect(compose.split('\nservices:')[0]).not.toContain('settings:');
});

it('every container of compose.yaml has a read-only file system, no capabilities but those listed, and a memory limit', () => {
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    "security_opt: ['no-new-privileges:true']",
    'mem_limit: 1g',
  ])
    expect(compose.split('\nservices:')[0]).toContain(`\n  ${line}\n`);
  expect(namesWith(/<<: \*(?:hakiki|server)\n/)).toEqual([...services.keys()]);
  expect(namesWith(/user: root/)).toEqual(['setup', 'edge', 'backup', 'certificate', 'hakiki']);
});

it('ops/container/run knows every command of compose.yaml that is not a command of hakiki', () => {
  const commands = [...compose.matchAll(/command: \[([\w-]+)\]/g)].map(([, name = '']) => name);
  const branches = [...readText('ops/container/run').matchAll(/^ {2}([a-z-]+)\) /gm)].map(([, name]) => name);
  const known = new Set(['server', 'worker', ...branches]);
  expect(commands.filter((name) => !known.has(name))).toEqual([]);
  expect(commands).toContain('nightly-backup');
});
