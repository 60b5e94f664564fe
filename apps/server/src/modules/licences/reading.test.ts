/** A register over real connections: unchanged, changed, broken, hostile. Nothing becomes public without two people. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RegisterId } from '@hakiki/contract/licences';
import { licenceLimits } from '@hakiki/contract/licence-values';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { createGuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import { createLog } from '../../platform/log/log.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { createRegisterReading } from './reading.ts';

const test = useDatabase();
const recorded = readFileSync(new URL('register.answer.csv', import.meta.url));

let respond: (response: ServerResponse, headers: NodeJS.Dict<string | string[]>) => void;
const upstream = createServer((request, response) => {
  response.on('error', () => undefined);
  respond(response, request.headers);
});
beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

const send =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': 'text/csv', ...headers }).end(body);
  };

let registerId: RegisterId;
beforeEach(async () => {
  registerId = uuidv7<RegisterId>();
  await test.sql(`update licence_registers set file_url = null`);
  await test.sql(
    `insert into licence_registers (id, country, authority, name, url, file_url, format)
     values ($1, 'mauritius', 'Demo Authority', 'Demo register', 'https://authority.example',
       'https://authority.example/register.csv', 'csv')`,
    [registerId],
  );
});

async function readNow() {
  const fetch = createGuardedFetch({
    contact: 'https://hakiki.example/contact',
    isProduction: false,
    testInternet: { port: (upstream.address() as AddressInfo).port, addressesOf: () => ['196.25.1.1'] },
    timeoutMs: 2000,
  });
  await test.sql('update licence_registers set next_run_at = now() where id = $1', [registerId]);
  await createRegisterReading({ database: test.database, fetch, log: createLog('silent') }).runDue();
  const [register] = await test.sql('select fault, failures from licence_registers where id = $1', [registerId]);
  return register;
}
const listProposals = () =>
  test.sql('select kind, state, proposed_by from licence_proposals where subject = $1 order by created_at, id', [
    registerId,
  ]);
const countEntries = async () =>
  (await test.sql('select count(*)::int as n from licences where register_id = $1', [registerId]))[0]!['n'];

describe('reading a register', () => {
  it('proposes what changes, stores the bytes, and publishes nothing itself [LIC-06]', async () => {
    respond = send(recorded);
    expect(await readNow()).toEqual({ fault: null, failures: 0 });
    expect(await listProposals()).toEqual([{ kind: 'file', state: 'open', proposed_by: null }]);
    expect(await countEntries()).toBe(0);
    expect(
      await test.sql('select content, is_uploaded from licence_files where register_id = $1', [registerId]),
    ).toEqual([{ content: recorded, is_uploaded: false }]);
  });

  it('replaces a reading that nobody has looked at by a newer one [LIC-06]', async () => {
    respond = send(recorded);
    await readNow();
    respond = send(`${recorded.toString()}Mopani Ltd,VA-9,licensed,,,\n`);
    await readNow();
    expect((await listProposals()).map(({ state }) => state)).toEqual(['withdrawn', 'open']);
  });

  it('asks only for a changed file, and an unchanged one that waits for people is no check', async () => {
    respond = send(recorded, { ETag: '"1"' });
    await readNow();
    const asked: unknown[] = [];
    respond = (response, headers) => {
      asked.push(headers['if-none-match']);
      response.writeHead(304).end();
    };
    expect(await readNow()).toEqual({ fault: null, failures: 0 });
    expect(asked).toEqual(['"1"']);
    expect(await test.sql('select from licence_checks where register_id = $1', [registerId])).toEqual([]);
    expect(await listProposals()).toHaveLength(1);
  });

  it.each([
    ['an error', send('busy', {}, 500), 'status'],
    ['a page instead of data', send('<html>Maintenance</html>'), 'unreadable: columns'],
    ['ten times the size', send('x'.repeat(10 * licenceLimits.fileBytes)), /too.large/],
    ['another address', send('', { Location: 'http://127.0.0.1/' }, 302), 'redirect'],
    [
      'an answer that is cut off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Length': '5000' }).write(recorded);
        setTimeout(() => response.destroy(), 50);
      },
      'unreachable',
    ],
    [
      'an answer without an end',
      (response: ServerResponse): void => {
        response.writeHead(200, { 'Content-Type': 'text/csv' }).write('holder,');
      },
      'too-slow',
    ],
  ] as const)('notes %s as a failure and changes nothing [LIC-06]', async (_, answer, fault) => {
    respond = answer;
    expect(await readNow()).toEqual({ fault: expect.stringMatching(fault), failures: 1 });
    expect(await listProposals()).toEqual([]);
    respond = send(recorded);
    expect(await readNow()).toEqual({ fault: null, failures: 0 });
    expect(await listProposals()).toHaveLength(1);
  });
});
