import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { AlertType, Severity } from '@hakiki/contract/alert-values';
import type { Alert, AlertWeek, PublishedAlert } from '@hakiki/contract/alerts';
import { listLimits } from '@hakiki/contract/limits';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { useDatabase, withoutPrimary } from '../../../../test/support/database.ts';
import { makeAlert, makeProvider, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { Random } from '../../../seed/random.ts';
import { noticeSql } from '../../../app.ts';
import { type AlertPagesDeps, getPublished } from './pages.ts';
import { toSeverityRanges } from './public-list.ts';
import { createAlertPages } from './store.ts';

const test = useDatabase();
const server = useServer(test, { settings: { replyCacheSeconds: 0, rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { putAsShownWithReason, confirmProposal, markShown } = createConsoleClient(server);
const db = () => test.database.db;
const UNKNOWN = '01890000-0000-7000-8000-00000000dead';

let admin: Admin;
let secondAdmin: Admin;
let memberCookie: string;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
  const { id } = await makeUser(db());
  memberCookie = (await makeSession(db(), { userId: id })).cookie;
});

const get = (path: string, cookie = '') => server.get(path, { headers: { cookie } });
const deleteAllFilings = () => test.deleteAllRows('fraud_alerts', 'reports', 'filings');
const listAlerts = async (query = '', cookie = '') => {
  const response = await get(`/api/fraud-alerts${query}`, cookie);
  return { alerts: (await response.json()) as Alert[], total: Number(response.headers.get('X-Total-Count')) };
};
const getAlert = async (id: string, cookie = '') => {
  const response = await get(`/api/fraud-alerts/${id}`, cookie);
  return [response.status, (await response.json()) as PublishedAlert] as const;
};
const january = (number: number) => new Date(Date.UTC(2026, 0, number));

describe('GET /api/fraud-alerts', () => {
  it('a visitor who reads all pages sees every active alert once, severest and newest first [WARN-02] [DEC-16]', async () => {
    await deleteAllFilings();
    const random = new Random(7, 'pages');
    const expected: { id: string; severity: Severity; createdAt: number }[] = [];
    for (let made = 0; made < 47; made += 1) {
      const severity = random.pick(['Low', 'Medium', 'High', 'Critical'] as const);
      const createdAt = january(1 + random.below(25));
      const { id } = await makeAlert(db(), { severity, createdAt });
      expected.push({ id, severity, createdAt: createdAt.getTime() });
    }
    await makeAlert(db(), { status: 'pending' });
    await makeAlert(db(), { status: 'rejected' });
    const rank = ['Critical', 'High', 'Medium', 'Low'];
    expected.sort(
      (range, other) =>
        rank.indexOf(range.severity) - rank.indexOf(other.severity) ||
        other.createdAt - range.createdAt ||
        (range.id < other.id ? 1 : -1),
    );
    const pages = [];
    for (const offset of [0, 20, 40, 60]) pages.push(await listAlerts(`?offset=${offset}`));
    expect(listLimits.alertsPage).toBe(20);
    expect(pages.map(({ alerts }) => alerts.length)).toEqual([20, 20, 7, 0]);
    expect(pages.map(({ total }) => total)).toEqual([47, 47, 47, 47]);
    expect(pages.flatMap(({ alerts }) => alerts.map(({ id }) => id))).toEqual(expected.map(({ id }) => id));
  });

  it('the list filters by country, type and severity, alone and combined, ignoring letter case, and counts the matches [WARN-02] [DEC-08]', async () => {
    await deleteAllFilings();
    const make = (title: string, alertType: AlertType, severity: Severity, affectedCountries: string[]) =>
      makeAlert(db(), { title, alertType, severity, affectedCountries });
    await make('a', 'phishing', 'High', ['kenya']);
    await make('b', 'phishing', 'Low', ['kenya', 'south africa']);
    await make('c', 'scam', 'High', ['south africa']);
    await make('d', 'rug_pull', 'Critical', []);
    const found = async (query: string) => {
      const { alerts, total } = await listAlerts(query);
      return [alerts.map(({ title }) => title).join(''), total];
    };
    expect(await found('?country=Kenya')).toEqual(['ab', 2]);
    expect(await found('?country=South-Africa')).toEqual(['cb', 2]);
    expect(await found('?type=PHISHING')).toEqual(['ab', 2]);
    expect(await found('?type=phishing,scam&severity=high')).toEqual(['ca', 2]);
    expect(await found('?severity=Critical,Low')).toEqual(['db', 2]);
    expect(await found('?country=kenya&type=phishing&severity=Low')).toEqual(['b', 1]);
    expect(await found('?country=kenya&limit=1&offset=1')).toEqual(['b', 2]);
    expect(await found('?country=atlantis')).toEqual(['', 0]);
    expect(await found('?severity=dreadful')).toEqual(['', 0]);
    expect((await get('/api/fraud-alerts?offset=-1')).status).toBe(400);
  });

  it('the list of one provider holds only the active alerts about it [WARN-04]', async () => {
    await deleteAllFilings();
    const provider = await makeProvider(db());
    const about = { affectedProviderId: provider.id };
    await makeAlert(db(), { ...about, title: 'older', severity: 'High', createdAt: january(1) });
    await makeAlert(db(), { ...about, title: 'newer', severity: 'High', createdAt: january(2) });
    await makeAlert(db(), { ...about, title: 'worst', severity: 'Critical', createdAt: january(1) });
    await makeAlert(db(), { ...about, status: 'pending' });
    await makeAlert(db(), { ...about, status: 'rejected', publishedAt: january(1), withdrawnAt: january(2) });
    await makeAlert(db());
    const { alerts, total } = await listAlerts(`?provider=${provider.id}&limit=2`);
    expect([alerts.map(({ title }) => title), total]).toEqual([['worst', 'newer'], 3]);
    expect((await listAlerts(`?provider=${UNKNOWN}`)).total).toBe(0);
  });

  it('everyone gets the full alert, a visitor and a member the same, from a shared cache [DEC-16]', async () => {
    await deleteAllFilings();
    const provider = await makeProvider(db());
    const { id } = await makeAlert(db(), {
      title: 'A scheme',
      description: 'x'.repeat(300),
      advice: 'Pay nothing more.',
      language: 'fr',
      createdAt: january(3),
      affectedProviderId: provider.id,
    });
    const expected = {
      id,
      title: 'A scheme',
      description: 'x'.repeat(300),
      advice: 'Pay nothing more.',
      language: 'fr',
      alertType: 'ponzi_scheme',
      severity: 'High',
      isActive: true,
      isVerified: true,
      reportCount: 1,
      affectedCountries: ['nigeria'],
      affectedProvider: provider.id,
      createdAt: january(3).toISOString(),
      status: 'approved',
    };
    expect((await listAlerts()).alerts).toEqual([expected]);
    expect((await listAlerts('', memberCookie)).alerts).toEqual([expected]);
    expect((await get('/api/fraud-alerts', memberCookie)).headers.get('Cache-Control')).toContain('s-maxage=30');
  });

  it('the list names no reporter, not even to the reporter, and no provider without a page [DEC-16]', async () => {
    await deleteAllFilings();
    const hidden = await makeProvider(db(), { reviewState: 'pending' });
    await makeAlert(db(), { affectedProviderId: hidden.id });
    const [alert] = (await listAlerts('', memberCookie)).alerts;
    expect(alert).toHaveProperty('affectedProvider', null);
    expect(alert).not.toHaveProperty('createdBy');
  });
});

describe('GET /api/fraud-alerts/:id', () => {
  it('an alert page shows everyone the full text, the advice, the indicators, the provider and when it was checked [WARN-03] [DEC-16]', async () => {
    const provider = await makeProvider(db(), { name: 'Demo Zari Wallet' });
    const description = `They lead you to https://zari-bonus.example and @zari_bonus_desk. ${'Then they ask for more. '.repeat(9)}`;
    const { item } = await reporter.reportScam(
      { description, affectedProvider: 'demo zari wallet' },
      { language: 'fr' },
    );
    await server.running.services.cases.groupFiling(item.id);
    expect(await getAlert(item.id)).toEqual([404, { code: 'ALERT_NOT_FOUND', message: expect.any(String) }]);
    await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${item.id}`, {
      status: 'approved',
      advice: ' Pay nothing. ',
    });
    const [status, reply] = await getAlert(item.id);
    const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const expected = {
      id: item.id,
      publishedAt: isoTime,
      withdrawnAt: null,
      appealSince: null,
      alert: {
        id: item.id,
        title: item.title,
        description,
        advice: 'Pay nothing.',
        language: 'fr',
        alertType: item.alertType,
        severity: item.severity,
        isActive: true,
        isVerified: true,
        reportCount: 1,
        affectedCountries: item.affectedCountries,
        affectedProvider: provider.id,
        createdAt: item.createdAt,
        status: 'approved',
        checkedAt: isoTime,
        provider: { id: provider.id, name: 'Demo Zari Wallet' },
        indicators: [
          { kind: 'handle', value: '@zari_bonus_desk' },
          { kind: 'website', value: 'zari-bonus.example' },
        ],
        lostRand: null,
        reply: null,
      },
    };
    expect([status, reply]).toEqual([200, expected]);
    expect(await getAlert(item.id, memberCookie)).toEqual([200, expected]);
  });

  it('an alert page shows the sum of the losses, rounded, if at least three of its reports give an amount in rand [DEC-24]', async () => {
    const { id } = await makeAlert(db(), { lostCents: 100_000 });
    const merge = (overrides: Partial<Parameters<typeof makeAlert>[1]>) =>
      makeAlert(db(), { status: 'merged', mergedInto: id, ...overrides });
    const getLostRand = async () => (await getAlert(id))[1].alert?.lostRand;
    await merge({ lostCents: 234_500 });
    await merge({ lostCents: null });
    // It was merged by sampling, without being read.
    await merge({ lostCents: 900_000, isMergedUnread: true });
    expect(await getLostRand()).toBeNull();
    await merge({ lostCents: 1_000_000 });
    expect(await getLostRand()).toBe(13_000);
  });

  it('an alert names a provider without a public page by name only', async () => {
    const hidden = await makeProvider(db(), { reviewState: 'pending', name: 'Demo Hidden' });
    const typed = await makeAlert(db(), { affectedProviderName: 'Circle of ten' });
    const linked = await makeAlert(db(), { affectedProviderId: hidden.id, affectedProviderName: 'demo hidden' });
    const none = await makeAlert(db());
    const providers = [];
    for (const { id } of [typed, linked, none]) providers.push((await getAlert(id))[1].alert?.provider);
    expect(providers).toEqual([{ id: null, name: 'Circle of ten' }, { id: null, name: 'demo hidden' }, null]);
  });

  it('the page of a withdrawn alert says when it was withdrawn and nothing of its text [WARN-03] [DEC-15]', async () => {
    const { item } = await reporter.reportScam({ title: 'A slander of a demo broker' });
    const { id } = item;
    const { alerts, proposals } = server.running.services;
    await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, {
      status: 'approved',
      reason: 'A demo broker took it.',
    });
    const [, before] = await getAlert(id);
    const { proposal } = await alerts.update(admin.actor, id, { status: 'rejected', reason: 'It was a mistake.' });
    expect((await getAlert(id))[1].withdrawnAt).toBeNull();
    const { seen } = await proposals.show(secondAdmin.actor, proposal!.id);
    await proposals.confirm(secondAdmin.actor, proposal!.id, seen);
    expect(await getAlert(id)).toEqual([
      200,
      { id, publishedAt: before.publishedAt, withdrawnAt: expect.any(String), appealSince: null, alert: null },
    ]);
    const history = await (await get(`/api/fraud-alerts/${id}/history`)).json();
    expect(history).toEqual([
      { from: 'approved', to: 'rejected', reason: 'It was a mistake.', changes: [], createdAt: expect.any(String) },
      { from: 'pending', to: 'approved', reason: null, changes: [], createdAt: expect.any(String) },
    ]);
    await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, { status: 'approved' });
    expect((await getAlert(id))[1]).toEqual({
      id,
      publishedAt: before.publishedAt,
      withdrawnAt: null,
      appealSince: null,
      alert: expect.objectContaining({ title: 'A slander of a demo broker' }),
    });
  });

  it('an alert that was never public responds with 404 to visitors and members [WARN-03] [DEC-17]', async () => {
    const pending = await makeAlert(db(), { status: 'pending' });
    const rejected = await makeAlert(db(), { status: 'rejected' });
    for (const id of [pending.id, rejected.id, UNKNOWN, 'nonsense']) {
      for (const cookie of ['', memberCookie]) expect((await getAlert(id, cookie))[0]).toBe(404);
      expect((await get(`/api/fraud-alerts/${id}/history`)).status).toBe(404);
    }
  });

  it('the paths my-reports and active are not taken for an alert id', async () => {
    expect((await get('/api/fraud-alerts/my-reports')).status).toBe(401);
    expect(await (await get('/api/fraud-alerts/my-reports', memberCookie)).json()).toEqual([]);
    expect(Array.isArray(await (await get('/api/fraud-alerts/active')).json())).toBe(true);
  });
});

describe('the advice of an alert', () => {
  it('an administrator writes, changes and removes the advice with a second administrator, and the list of active alerts shows it [DEC-16]', async () => {
    await deleteAllFilings();
    const { id } = await makeAlert(db());
    const seen = async () => (await server.json<Alert[]>('/api/fraud-alerts/active'))[0]?.advice;
    let before: string | null = null;
    for (const [advice, expected] of [
      ['Keep your receipts.', 'Keep your receipts.'],
      ['Pay nothing more.', 'Pay nothing more.'],
      ['', null],
    ] as const) {
      const response = await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, { advice });
      const { proposal } = (await response.json()) as AdminAlert;
      expect(await seen()).toBe(before);
      expect((await confirmProposal(secondAdmin, proposal!.id)).status).toBe(200);
      expect(await seen()).toBe(expected);
      before = expected;
    }
    expect(
      (await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, { advice: 'x'.repeat(501) })).status,
    ).toBe(400);
  });

  it('an approval publishes its advice, and an approval without advice leaves the earlier advice', async () => {
    const { alerts } = server.running.services;
    const decided = async (options: { advice?: string }, advice: string | null) => {
      const { id } = await makeAlert(db(), { status: 'pending', advice });
      await markShown(admin, id);
      await test.database.transaction((tx) =>
        alerts.decide(tx, admin.actor, id, 'approved', { reason: 'Seen.', ...options }),
      );
      return (await getAlert(id))[1].alert?.advice;
    };
    expect(await decided({ advice: 'Call your bank.' }, null)).toBe('Call your bank.');
    expect(await decided({}, 'Written before.')).toBe('Written before.');
  });
});

it('a page of alerts is read only from the severities it shows', () => {
  const counts = new Map<Severity, number>([
    ['Critical', 3],
    ['High', 5],
    ['Low', 4],
  ]);
  const rangesOfPage = (offset: number, limit: number) =>
    toSeverityRanges(counts, { offset, limit }).map((range) => [range.severity, range.offset, range.limit]);
  expect(rangesOfPage(0, 2)).toEqual([['Critical', 0, 2]]);
  expect(rangesOfPage(2, 8)).toEqual([
    ['Critical', 2, 1],
    ['High', 0, 5],
    ['Low', 0, 2],
  ]);
  expect(rangesOfPage(9, 20)).toEqual([['Low', 1, 3]]);
  expect(rangesOfPage(12, 20)).toEqual([]);
});

describe('GET /api/alert-weeks', () => {
  it('counts the public alerts of each of the last 12 weeks by severity, also of one country', async () => {
    await deleteAllFilings();
    const DAY_MS = 86_400_000;
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
    await makeAlert(db(), { severity: 'Critical', affectedCountries: ['kenya'], publishedAt: daysAgo(0) });
    await makeAlert(db(), { severity: 'Critical', affectedCountries: ['ghana'], publishedAt: daysAgo(14) });
    await makeAlert(db(), { severity: 'Low', affectedCountries: ['kenya', 'ghana'], publishedAt: daysAgo(14) });
    await makeAlert(db(), { severity: 'High', affectedCountries: ['kenya'], publishedAt: daysAgo(90) });
    await makeAlert(db(), { severity: 'High', affectedCountries: ['kenya'], status: 'pending' });
    const listWeeks = async (query = '') => (await (await get(`/api/alert-weeks${query}`)).json()) as AlertWeek[];
    const all = await listWeeks();
    expect(all).toHaveLength(listLimits.alertWeeks);
    const none = { Low: 0, Medium: 0, High: 0, Critical: 0 };
    const filled = (weeks: AlertWeek[]) =>
      weeks.flatMap(({ counts }, index) => (JSON.stringify(counts) === JSON.stringify(none) ? [] : [[index, counts]]));
    expect(filled(all)).toEqual([
      [9, { ...none, Low: 1, Critical: 1 }],
      [11, { ...none, Critical: 1 }],
    ]);
    expect(filled(await listWeeks('?country=Kenya'))).toEqual([
      [9, { ...none, Low: 1 }],
      [11, { ...none, Critical: 1 }],
    ]);
    const mondays = all.map(({ week }) => new Date(`${week}T00:00:00Z`));
    expect(new Set(mondays.map((day) => day.getUTCDay()))).toEqual(new Set([1]));
    expect(mondays.at(-1)!.getTime() - mondays[0]!.getTime()).toBe(77 * DAY_MS);
  });
});

it('the page of an alert is read from a replica, so it stays while the primary is away [OPS-06]', async () => {
  await deleteAllFilings();
  const { id } = await makeAlert(db());
  const database = withoutPrimary(test.database);
  const { indicators } = server.running.services;
  const deps = { database, indicators, pages: createAlertPages(database, noticeSql) } as AlertPagesDeps;
  const [status, alert] = await getAlert(id);
  expect([status, await getPublished(deps, id)]).toEqual([200, alert]);
});
