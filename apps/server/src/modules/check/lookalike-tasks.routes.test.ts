/** Look-alikes that people ask about become tasks of moderators, and staff protect further names. */
import type { CheckAnswer } from '@hakiki/contract/check';
import type { AdminLookalike, ProtectedName } from '@hakiki/contract/lookalikes-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../test/support/staff.ts';
import { createLog } from '../../platform/log/log.ts';
import { createNoticer, type NoticedLookalike } from './lookalike-tasks.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { post, getJson, approve } = createConsoleClient(server);

let administrator: Admin;
let moderator: Admin;
let secondModerator: Admin;
let providerId: string;
beforeAll(async () => {
  administrator = await makeAdmin(test.database.db);
  moderator = await makeModerator(test.database.db);
  secondModerator = await makeModerator(test.database.db);
});
beforeEach(async () => {
  await test.sql('truncate providers, fraud_alerts, indicators, filings, lookalikes, protected_names cascade');
  ({ id: providerId } = await makeProvider(test.database.db, {
    name: 'Kilimapay',
    website: 'https://kilimapay.example',
    verificationStatus: 'Verified',
  }));
});

const today = () => new Date().toISOString().slice(0, 10);
const check = async (input: string) => (await server.post('/api/check', { input })).json() as Promise<CheckAnswer>;
const list = (staff: Admin, state = 'open') => getJson<AdminLookalike[]>(staff, `/api/admin/lookalikes?state=${state}`);
const decide = (staff: Admin, id: string, body: object) => post(staff, `/api/admin/lookalikes/${id}/decision`, body);
const countWork = async (staff: Admin) =>
  (await getJson<{ kind: string; count: number }[]>(staff, '/api/admin/work')).find(({ kind }) => kind === 'lookalikes')
    ?.count;
const readProblem = async (response: Response) => {
  const { code, fields } = (await response.json()) as { code: string; fields?: Record<string, string> };
  return [response.status, code, ...Object.keys(fields ?? {})].join(' ');
};
const listAudit = () =>
  test.sql("select action, subject, reason from audit_entries where action like 'lookalike.%' order by at");

async function askAbout(host: string): Promise<AdminLookalike> {
  await check(`https://${host}/claim?for=private-person`);
  const found = (await list(moderator)).find((one) => one.host === host);
  if (!found) throw new Error(`${host} is in no list`);
  return found;
}

describe('a look-alike that somebody asks about', () => {
  it('is one task with the host, the protected name and its official site, and nothing about the person [CHECK-06]', async () => {
    expect(await countWork(moderator)).toBe(0);
    await check(
      'Dear private-person, your prize: https://private-token.kilimapay-bonus.example/claim?for=private-person',
    );
    await check('HTTPS://Other-Token.KILIMAPAY-BONUS.example');
    const rows = await test.sql('select * from lookalikes');
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/),
        host: 'kilimapay-bonus.example',
        rule: 'asToken',
        provider_id: providerId,
        name: 'Kilimapay',
        official_sites: ['kilimapay.example'],
        asks: expect.any(Number),
        first_asked_on: expect.any(Date),
        last_asked_on: expect.any(Date),
        state: 'open',
        reason: null,
        decided_by: null,
        decided_at: null,
        alert_id: null,
      },
    ]);
    expect(await list(moderator)).toEqual([
      {
        id: rows[0]!['id'],
        host: 'kilimapay-bonus.example',
        rule: 'asToken',
        of: { providerId, name: 'Kilimapay', officialHosts: ['kilimapay.example'] },
        asks: rows[0]!['asks'],
        firstAskedOn: today(),
        lastAskedOn: today(),
        state: 'open',
        reason: null,
        decidedBy: null,
        decidedAt: null,
        alertId: null,
      },
    ]);
    expect(await countWork(moderator)).toBe(1);
    expect(await test.sql('select from indicators')).toEqual([]);
    expect(JSON.stringify(server.log)).not.toMatch(/kilimapay-bonus|private-/);
  });

  it('is no task if it is official, already reported, or only its public page was opened [CHECK-06]', async () => {
    await check('app.kilimapay.example');
    expect((await server.get('/api/check/website/kilimapay-page.example')).status).toBe(200);
    await test.sql(
      `insert into indicators (key, kind, value) values
       (substring(sha256('website:kilimapay-known.example') for 16), 'website', 'kilimapay-known.example')`,
    );
    expect((await check('kilimapay-known.example')).verdict).toBe('reported');
    expect(await list(moderator)).toEqual([]);
  });

  it('has no hint any more when a moderator clears it, also below it, and nothing says that there was a warning [CHECK-06]', async () => {
    const start = new Date();
    const { id } = await askAbout('kilimapay-fans.example');
    const cleared = await decide(moderator, id, { outcome: 'cleared', reason: 'A club of the same valley.' });
    expect([cleared.status, await cleared.json()]).toEqual([
      200,
      expect.objectContaining({
        host: 'kilimapay-fans.example',
        state: 'cleared',
        reason: 'A club of the same valley.',
        decidedBy: moderator.email,
        alertId: null,
      }),
    ]);
    for (const host of ['kilimapay-fans.example', 'www.shop.kilimapay-fans.example']) {
      const { verdict, reasons, lookalike } = await check(host);
      expect([verdict, reasons, lookalike], host).toEqual(['nothingKnown', [], null]);
    }
    expect(await list(moderator)).toEqual([]);
    expect((await list(moderator, 'decided')).map(({ host }) => host)).toEqual(['kilimapay-fans.example']);
    expect(await test.sql('select from indicator_changes where at > $1', [start])).toEqual([]);
    expect(await listAudit()).toEqual([
      { action: 'lookalike.cleared', subject: id, reason: 'A club of the same valley.' },
    ]);
  });

  it('is decided once: a second decision is refused and starts no second report [CHECK-06]', async () => {
    const { id } = await askAbout('kilimapay-twice.example');
    const report = { outcome: 'reported', reason: 'It asks for the recovery phrase.', country: 'kenya' };
    const replies = await Promise.all([decide(moderator, id, report), decide(secondModerator, id, report)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await summarizeResponse(await decide(moderator, id, { ...report, outcome: 'cleared' }))).toBe(
      '409 ALREADY_DECIDED',
    );
    expect(await test.sql('select status from fraud_alerts')).toEqual([{ status: 'pending' }]);
  });

  it('becomes a scam report that another moderator decides, and warns nobody before [CHECK-06]', async () => {
    const { id } = await askAbout('kilimapay-seed.example');
    expect(await readProblem(await decide(moderator, id, { outcome: 'reported', reason: 'It asks.' }))).toBe(
      '400 INVALID_INPUT country',
    );
    const decided = await decide(moderator, id, {
      outcome: 'reported',
      reason: 'It asks for the recovery phrase.',
      country: 'kenya',
    });
    const { alertId, state } = (await decided.json()) as AdminLookalike;
    expect([decided.status, state]).toEqual([200, 'reported']);
    expect(
      await test.sql(
        'select id, title, description, status, affected_provider_id, affected_countries from fraud_alerts',
      ),
    ).toEqual([
      {
        id: alertId,
        title: 'Copy of Kilimapay: kilimapay-seed.example',
        description: 'It asks for the recovery phrase.\n\nkilimapay-seed.example',
        status: 'pending',
        affected_provider_id: null,
        affected_countries: ['kenya'],
      },
    ]);
    expect((await check('kilimapay-seed.example')).verdict).toBe('looksLike');
    await expect(approve(moderator, alertId!)).rejects.toMatchObject({ code: 'OWN_REPORT' });
    await approve(secondModerator, alertId!);
    expect((await check('kilimapay.example')).verdict).toBe('official');
  });

  it('cannot be cleared once there is a warning about it [CHECK-06]', async () => {
    const { id } = await askAbout('kilimapay-late.example');
    await test.sql(
      `insert into indicators (key, kind, value) values
       (substring(sha256('website:kilimapay-late.example') for 16), 'website', 'kilimapay-late.example')`,
    );
    const body = { outcome: 'cleared', reason: 'Looks fine.' };
    expect(await summarizeResponse(await decide(moderator, id, body))).toBe('409 LOOKALIKE_WARNED');
    expect((await check('kilimapay-late.example')).verdict).toBe('reported');
    expect((await list(moderator)).map(({ host }) => host)).toEqual(['kilimapay-late.example']);
  });
});

describe('a flood of invented look-alikes', () => {
  let now = 60_000_000;
  const createTestNoticer = () =>
    createNoticer({ database: test.database, log: createLog('silent'), clock: () => now });
  const noticed = (host: string): NoticedLookalike => ({
    host,
    rule: 'asToken',
    name: { providerId: null, name: 'Kilimapay', labels: [], officialSites: ['kilimapay.example'] },
  });
  const listHosts = () => test.sql('select host, asks from lookalikes order by host');

  it('writes at most 30 hosts a minute, and counts a host once in it [CHECK-06]', async () => {
    const notice = createTestNoticer();
    for (let n = 0; n < 50; n += 1) await notice([noticed(`kilimapay-${n}.example`)]);
    await notice([noticed('kilimapay-0.example')]);
    expect((await listHosts()).length).toBe(30);
    now += 60_000;
    await notice([noticed('kilimapay-0.example'), noticed('kilimapay-0.example')]);
    expect((await listHosts()).find(({ host }) => host === 'kilimapay-0.example')?.asks).toBe(2);
  });

  it('drops of 1,000 open tasks those that were asked about least, and no decided one [CHECK-06]', async () => {
    await test.sql(
      `insert into lookalikes (id, host, rule, name, official_sites, asks, last_asked_on, state, decided_at)
       select gen_random_uuid(), 'old-' || n || '.example', 'asToken', 'Kilimapay', '{}', case n when 7 then 1 else 2 end,
         '2026-01-01', case n when 0 then 'cleared' else 'open' end, case n when 0 then now() end
       from generate_series(0, 1000) n`,
    );
    now += 60_000;
    await createTestNoticer()([noticed('kilimapay-new.example')]);
    const hosts = (await listHosts()).map(({ host }) => host);
    expect(hosts.length).toBe(1001);
    expect(hosts).not.toContain('old-7.example');
    expect(hosts).toEqual(expect.arrayContaining(['kilimapay-new.example', 'old-0.example']));
  });

  it('lets the answer come also when the task cannot be stored [CHECK-06]', async () => {
    await test.sql('alter table lookalikes rename to lookalikes_away');
    try {
      expect((await check('kilimapay-broken.example')).verdict).toBe('looksLike');
    } finally {
      await test.sql('alter table lookalikes_away rename to lookalikes');
    }
  });
});

describe('protected names', () => {
  const name = {
    name: 'Pesalink Demo',
    otherNames: ['Pesamoja'],
    officialHosts: ['https://www.pesalink-demo.example/home', 'pesamoja.example'],
    sourceUrl: 'https://register.example/operators',
  };
  const path = '/api/admin/protected-names';
  const add = (staff: Admin, body: object = {}) => post(staff, path, { ...name, ...body });

  it('of staff are protected at once, with their official addresses and source, until they are removed [CHECK-06]', async () => {
    expect((await check('pesamoja-login.example')).verdict).toBe('nothingKnown');
    const added = await add(administrator);
    const row = (await added.json()) as ProtectedName;
    expect([added.status, row]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Pesalink Demo',
        otherNames: ['Pesamoja'],
        officialHosts: ['pesalink-demo.example', 'pesamoja.example'],
        sourceUrl: 'https://register.example/operators',
        addedBy: administrator.email,
        createdAt: expect.any(String),
      },
    ]);
    expect(await getJson(moderator, path)).toEqual([row]);
    const { verdict, lookalike } = await check('pesamoja-login.example');
    expect([verdict, lookalike?.of]).toEqual([
      'looksLike',
      { providerId: null, name: 'Pesalink Demo', officialHosts: ['pesalink-demo.example', 'pesamoja.example'] },
    ]);
    expect((await check('app.pesamoja.example')).verdict).toBe('nothingKnown');
    const removed = await server.post(`${path}/${row.id}`, undefined, {
      method: 'DELETE',
      headers: { cookie: administrator.cookie },
    });
    expect(removed.status).toBe(200);
    expect((await check('pesamoja-login.example')).verdict).toBe('nothingKnown');
    expect(
      await test.sql(
        "select action from audit_entries where action like 'protected-name.%' and subject = $1 order by at",
        [row.id],
      ),
    ).toEqual([{ action: 'protected-name.added' }, { action: 'protected-name.removed' }]);
  });

  it('are told to who asks about them, without a verdict, and not beside a sign of a scam [CHECK-01] [CHECK-02]', async () => {
    const known = { name: 'Kwanza Bank', officialHosts: ['kwanza-bank.example'] };
    expect((await add(administrator, { ...known, otherNames: [] })).status).toBe(201);
    const ask = async (input: string) => {
      const answer = await check(input);
      return [answer.verdict, answer.readings.map(({ value }) => value), answer.reasons, answer.known];
    };
    expect(await ask('kwanza bank')).toEqual(['nothingKnown', ['kwanza bank'], [], known]);
    expect(await ask('Is Kwanza Bank licensed in Kenya?')).toEqual(['nothingKnown', ['Kwanza Bank'], [], known]);
    expect(await ask('https://kwanza-bank.example/login')).toEqual([
      'nothingKnown',
      ['kwanza-bank.example'],
      [],
      known,
    ]);
    expect((await check('https://app.kwanza-bank.example')).known).toEqual(known);
    expect((await check('Kwanza Bank: 12% per day')).known).toBeNull();
    expect((await check('another bank')).known).toBeNull();
  });

  it.each([
    [{ name: 'Cash' }, '400 INVALID_INPUT name'],
    [{ name: 'MTN' }, '400 INVALID_INPUT name'],
    [{ officialHosts: ['no address'] }, '400 INVALID_INPUT officialHosts'],
    [{ officialHosts: [' '] }, '400 INVALID_INPUT officialHosts'],
    [{ sourceUrl: 'somewhere' }, '400 INVALID_INPUT sourceUrl'],
  ])('are refused with %o, because they would accuse strangers or have no source [CHECK-06]', async (body, reply) => {
    expect(await readProblem(await add(administrator, body))).toBe(reply);
  });

  it('are added by administrators alone', async () => {
    expect(await summarizeResponse(await add(moderator))).toBe('403 FORBIDDEN');
  });

  it('include the authorities of all countries without a row [CHECK-06]', async () => {
    const { verdict, lookalike } = await check('fsca-refunds.example');
    expect([verdict, lookalike?.of.providerId, lookalike?.of.officialHosts]).toEqual([
      'looksLike',
      null,
      ['fsca.co.za'],
    ]);
  });
});
