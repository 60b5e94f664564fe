/** Runs the code examples of the webhook guide as they are printed. */
import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentEventTypes, WebhookEvent } from '@hakiki/contract/webhooks';
import { afterAll, expect, it } from 'vitest';
import { exampleEvents, verifyInPython, verifyInTypeScript } from './webhook-examples.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakiki-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const now = Math.floor(Date.now() / 1000);
const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const body = JSON.stringify({ type: 'alert.withdrawn', word: 'déjà' });
const signature = (secret: Buffer, timestamp: number) =>
  `v1,${createHmac('sha256', secret).update(`an-id.${timestamp}.${body}`).digest('base64')}`;
const headers = (timestamp: number, ...secrets: Buffer[]) => ({
  'webhook-id': 'an-id',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, timestamp)).join(' '),
});
const cases: [string, Record<string, string>, string, boolean][] = [
  ['signed', headers(now, key), body, true],
  ['signed by both secrets', headers(now, otherKey, key), body, true],
  ['signed by another', headers(now, otherKey), body, false],
  ['changed', headers(now, key), body.replace('alert', 'Alert'), false],
  ['under another id', { ...headers(now, key), 'webhook-id': 'another' }, body, false],
  ['old', headers(now - 400, key), body, false],
  [
    'with header names as some servers write them',
    Object.fromEntries(
      Object.entries(headers(now, key)).map(([name, value]) => [name.replace('webhook', 'Webhook'), value]),
    ),
    body,
    true,
  ],
  ['without headers', {}, body, false],
];
const secret = `whsec_${key.toString('base64')}`;
const expectedResults = cases.map(([name, , , isValid]) => [name, isValid]);
const toResults = (output: Buffer) =>
  (JSON.parse(output.toString()) as boolean[]).map((isValid, index) => [cases[index]![0], isValid]);
const serializedCases = JSON.stringify(cases.map(([, headers, text]) => [headers, text]));

it('the TypeScript example verifies signatures [HOOK-01]', () => {
  writeFileSync(join(folder, 'verify.ts'), verifyInTypeScript);
  writeFileSync(
    join(folder, 'run.ts'),
    `import { isFromHakiki } from './verify.ts';
     const cases = JSON.parse(process.argv[2]!) as [Record<string, string>, string][];
     console.log(JSON.stringify(cases.map(([headers, body]) => isFromHakiki(new Headers(headers), body, process.argv[3]!))));`,
  );
  expect(
    toResults(execFileSync(process.execPath, [join(folder, 'run.ts'), serializedCases, secret], { stdio: 'pipe' })),
  ).toEqual(expectedResults);
});

it('the Python example verifies signatures [HOOK-01]', () => {
  writeFileSync(join(folder, 'verify.py'), verifyInPython);
  const run = `import json, sys
from verify import is_from_hakiki
print(json.dumps([is_from_hakiki(headers, body.encode(), sys.argv[2]) for headers, body in json.loads(sys.argv[1])]))`;
  expect(
    toResults(execFileSync('python3', ['-c', run, serializedCases, secret], { cwd: folder, stdio: 'pipe' })),
  ).toEqual(expectedResults);
});

it('there is an example event of each type, in the format of a real event [HOOK-01]', () => {
  const events = exampleEvents.map((text) => WebhookEvent.parse(JSON.parse(text)));
  expect(events.map(({ type }) => type).toSorted()).toEqual([...sentEventTypes].toSorted());
});
