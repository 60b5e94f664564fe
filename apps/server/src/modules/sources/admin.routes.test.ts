/** The console: administrators turn lists on and off, strike them, and decide about what waits. */
import { createHash } from 'node:crypto';
import type { ListSource, WaitingSnapshot } from '@hakiki/contract/sources-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../test/support/staff.ts';
import { createLog } from '../../platform/log/log.ts';
import { createImporting } from './importing.ts';
import { listSources } from './list-sources.ts';

const test = useDatabase();
const server = useServer(test);
const { getJson, post } = createConsoleClient(server);

let first: Admin;
let second: Admin;
const sources = listSources.map((source) => ({ ...source, minEntries: 1 }));
const phishdestroy = sources.find(({ slug }) => slug === 'phishdestroy')!;
const createImport = () =>
  createImporting({
    database: test.database,
    indicators: server.running.services.indicators,
    log: createLog('silent'),
    sources,
  });

beforeAll(async () => {
  first = await makeAdmin(test.database.db);
  second = await makeAdmin(test.database.db);
  await createImport().upsertSources();
});
beforeEach(async () => {
  await test.sql('truncate indicator_sightings');
  await test.sql('delete from source_snapshots');
  await test.deleteAllRows('safelist');
  await test.sql('delete from indicators');
  await test.sql(
    `update indicator_sources set is_enabled = false, strikes = 0, body_hash = null, last_ok_at = null, last_error = null`,
  );
});

const hosts = (count: number, name = 'listed') => Array.from({ length: count }, (_, n) => `${name}-${n}-demo.example`);
const importHosts = (list: unknown) => {
  const content = Buffer.from(typeof list === 'string' ? list : JSON.stringify(list));
  const sha256 = createHash('sha256').update(content).digest('hex');
  return createImport().importList(phishdestroy, { content, sha256, format: 'source', listedAt: new Date() });
};
const send = async (admin: Admin, path: string, body?: object) => {
  const response = await post(admin, `/api/admin/${path}`, body);
  const reply = (await response.json()) as ListSource & { code?: string };
  return response.status === 200 ? reply : [response.status, reply.code];
};
const turnOn = () => send(first, 'sources/phishdestroy/turn-on');
const readSource = async () =>
  (await getJson<ListSource[]>(first, '/api/admin/sources')).find(({ id }) => id === 'phishdestroy')!;
const readWaiting = (admin: Admin) => getJson<WaitingSnapshot>(admin, '/api/admin/sources/phishdestroy/snapshot');
const decide = (admin: Admin, act: 'apply' | 'refuse', { id, sha256 }: WaitingSnapshot) =>
  send(admin, `source-snapshots/${id}/${act}`, { sha256, reason: 'Looked at it.' });
const listAudit = async () =>
  (
    await test.sql(`select action, reason from audit_entries where action like 'source.%' order by id desc limit 3`)
  ).map(({ action, reason }) => [action, reason]);
const countActive = async () =>
  Number((await test.sql(`select count(*) as n from indicators where state = 'active'`))[0]!['n']);

describe('the lists in the console', () => {
  it('lists are off by default, show licence and state, and are open to administrators only [CHECK-13]', async () => {
    const moderator = await makeModerator(test.database.db);
    expect((await post(moderator, '/api/admin/sources/phishdestroy/turn-on')).status).toBe(403);
    const list = await getJson<ListSource[]>(first, '/api/admin/sources');
    expect(list.map(({ id }) => id)).toEqual(listSources.map(({ slug }) => slug));
    expect(new Set(list.map(({ condition }) => condition))).toEqual(new Set(['off']));
    expect(await readSource()).toEqual({
      id: 'phishdestroy',
      name: 'PhishDestroy',
      url: 'https://github.com/phishdestroy/destroylist',
      licence: 'MIT',
      licenceUrl: 'https://github.com/phishdestroy/destroylist/blob/main/LICENSE',
      mayShow: true,
      mayRepublish: true,
      needsOwnFile: false,
      isSafelist: false,
      tier: 'trusted',
      condition: 'off',
      strikes: 0,
      lastOkAt: null,
      lastTriedAt: null,
      nextRunAt: null,
      lastError: null,
      entries: null,
      appliedAt: null,
    });
    expect(await importHosts(hosts(3))).toBe('off');
  });

  it('an administrator turns a list on, imports it and turns it off with a reason, and each step is audited', async () => {
    expect(await turnOn()).toEqual(expect.objectContaining({ condition: 'new' }));
    expect(await importHosts(hosts(3))).toBe('applied');
    expect(await readSource()).toEqual(expect.objectContaining({ condition: 'good', entries: 3 }));
    expect(await send(first, 'sources/phishdestroy/turn-off', { reason: ' ' })).toEqual([400, 'INVALID_INPUT']);
    expect(await send(first, 'sources/phishdestroy/turn-off', { reason: 'Wrong twice.' })).toEqual(
      expect.objectContaining({
        condition: 'off',
      }),
    );
    await createImport().applyDecisions();
    expect(await countActive()).toBe(0);
    expect((await listAudit()).slice(0, 2)).toEqual([
      ['source.turned-off', 'Wrong twice.'],
      ['source.turned-on', null],
    ]);
    expect(await send(first, 'sources/unknown/turn-on')).toEqual([404, 'LIST_SOURCE_NOT_FOUND']);
    expect(await send(first, 'sources/phishdestroy/run')).toEqual([409, 'LISTS_NOT_FETCHED']);
  });

  it('the third strike turns a list off permanently and withdraws its entries', async () => {
    await turnOn();
    await importHosts(hosts(3));
    for (const strikes of [1, 2]) {
      expect(await send(first, 'sources/phishdestroy/strike', { reason: 'Accused a bank.' })).toEqual(
        expect.objectContaining({
          strikes,
          condition: 'good',
        }),
      );
    }
    expect(await send(second, 'sources/phishdestroy/strike', { reason: 'Again.' })).toEqual(
      expect.objectContaining({
        strikes: 3,
        condition: 'off',
      }),
    );
    await createImport().applyDecisions();
    expect(await countActive()).toBe(0);
    expect(await turnOn()).toEqual([409, 'SOURCE_BANNED']);
    expect(await send(first, 'sources/phishdestroy/strike', { reason: 'Again.' })).toEqual([409, 'SOURCE_BANNED']);
    expect(await importHosts(hosts(4))).toBe('off');
  });
});

describe('a quarantined list', () => {
  it('a quarantined list shows its changes, and one administrator applies additions with a reason [CHECK-13]', async () => {
    await turnOn();
    await importHosts(hosts(20));
    await importHosts([...hosts(20), ...hosts(60, 'new'), 'no host']);
    const waiting = await readWaiting(first);
    expect(waiting).toEqual({
      id: expect.any(String),
      sourceId: 'phishdestroy',
      sourceName: 'PhishDestroy',
      isSafelist: false,
      createdAt: expect.any(String),
      reasons: ['change'],
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      bytes: expect.any(Number),
      entries: 80,
      listedBefore: 20,
      added: 60,
      gone: 0,
      unreadable: 1,
      conflicts: 0,
      samples: { added: expect.any(Array), gone: [], conflicts: [] },
      isApplicable: true,
      needsSecondPerson: false,
      isProposed: false,
      isOwnProposal: false,
      isApplying: false,
    });
    expect(waiting.samples.added).toHaveLength(50);
    const work = await getJson<{ kind: string; count: number }[]>(first, '/api/admin/work');
    expect(work.find(({ kind }) => kind === 'sources')?.count).toBe(1);
    expect(await decide(first, 'apply', { ...waiting, sha256: 'f'.repeat(64) })).toEqual([409, 'PROPOSAL_OVERTAKEN']);
    expect(await decide(first, 'apply', waiting)).toEqual(expect.objectContaining({ condition: 'applying' }));
    expect(await decide(second, 'refuse', waiting)).toEqual([409, 'ALREADY_DECIDED']);
    expect(await countActive()).toBe(20);
    await createImport().applyDecisions();
    expect(await countActive()).toBe(80);
    expect(await readSource()).toEqual(expect.objectContaining({ condition: 'good', entries: 80 }));
    expect((await listAudit())[0]).toEqual(['source.snapshot-applied', 'Looked at it.']);
  });

  it('a quarantined list that removes many warnings needs two administrators [CHECK-13]', async () => {
    await turnOn();
    await importHosts(hosts(40));
    await importHosts(hosts(10));
    const waiting = await readWaiting(first);
    expect(waiting).toEqual(expect.objectContaining({ needsSecondPerson: true, gone: 30 }));
    expect(await decide(first, 'apply', waiting)).toEqual(expect.objectContaining({ condition: 'waiting' }));
    await createImport().applyDecisions();
    expect(await countActive()).toBe(40);
    expect(await decide(first, 'apply', waiting)).toEqual([403, 'OWN_PROPOSAL']);
    expect(await readWaiting(first)).toEqual(expect.objectContaining({ isProposed: true, isOwnProposal: true }));
    expect(await readWaiting(second)).toEqual(expect.objectContaining({ isProposed: true, isOwnProposal: false }));
    expect(await decide(second, 'apply', waiting)).toEqual(expect.objectContaining({ condition: 'applying' }));
    await createImport().applyDecisions();
    expect(await countActive()).toBe(10);
    expect((await listAudit()).slice(0, 2)).toEqual([
      ['source.snapshot-applied', 'Looked at it.'],
      ['source.snapshot-proposed', 'Looked at it.'],
    ]);
  });

  it('a quarantined list can be refused, and an unreadable one can only be refused [CHECK-13]', async () => {
    await turnOn();
    await importHosts(hosts(40));
    await importHosts('<html>Sign in</html>');
    const waiting = await readWaiting(first);
    expect(waiting).toEqual(expect.objectContaining({ reasons: ['unreadable'], isApplicable: false, entries: 0 }));
    expect(await decide(first, 'apply', waiting)).toEqual([409, 'SNAPSHOT_UNREADABLE']);
    expect(await decide(first, 'refuse', waiting)).toEqual(expect.objectContaining({ condition: 'good', entries: 40 }));
    expect(await importHosts('<html>Sign in</html>')).toBe('known');
    expect((await getJson<{ code: string }>(first, '/api/admin/sources/phishdestroy/snapshot')).code).toBe(
      'SNAPSHOT_NOT_FOUND',
    );
    expect(await countActive()).toBe(40);
  });
});
