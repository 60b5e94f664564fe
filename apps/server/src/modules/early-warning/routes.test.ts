import type { ProviderDetails, ProviderId } from '@hakiki/contract/directory';
import type { AdminWatch } from '@hakiki/contract/watches-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../test/support/staff.ts';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider, makeReport, makeUser, makeWithdrawalWatch } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import type { Log } from '../../platform/log/log.ts';
import { earlyWarningJobs } from './jobs.ts';
import { createEarlyWarningService } from './service.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { post, putAsShownWithReason, getJson } = createConsoleClient(server);
const db = () => test.database.db;
const log = { info: () => undefined } as unknown as Log;

const NOW = Date.parse('2026-06-30T03:20:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS);

/** Runs the job the given number of nights after the first. */
const runNightlyCheck = (nightCount = 0) => {
  const { services } = server.running;
  const earlyWarning = createEarlyWarningService({
    ...services,
    database: test.database,
    clock: () => NOW + nightCount * DAY_MS,
  });
  return earlyWarningJobs({ earlyWarning, log })[0]!.run({}, { id: String(nightCount) });
};

let moderator: Admin;
let admin: Admin;
beforeAll(async () => {
  moderator = await makeModerator(db());
  admin = await makeAdmin(db());
});
beforeEach(() => test.deleteAllRows('providers', 'reports', 'filings', 'withdrawal_watches'));

type ReportFields = Parameters<typeof makeReport>[1];
const createProvider = (given: Parameters<typeof makeProvider>[1] = {}) =>
  makeProvider(db(), { createdAt: daysAgo(800), userCount: null, ...given }).then(({ id }) => id);
/** Creates reports of the given number of people, spread over the last days. */
const createReports = async (providerId: ProviderId, count: number, fields: ReportFields = {}, ago = 1) => {
  for (let index = 0; index < count; index += 1) {
    await makeReport(db(), { providerId, createdAt: daysAgo(ago + (index % 10)), ...fields });
  }
};
const listWatches = (state = 'waiting', by = moderator) =>
  getJson<AdminWatch[]>(by, `/api/admin/watches?state=${state}`);
const listProviderNames = async (state = 'waiting') =>
  (await listWatches(state)).map(({ providerName }) => providerName);
const decide = async (id: string, decision: 'approve' | 'reject', by = moderator) =>
  summarizeResponse(await putAsShownWithReason(by, `/api/admin/watches/${id}/${decision}`));
const getProvider = (id: ProviderId) => server.json<ProviderDetails>(`/api/providers/${id}`);
const listAuditEntries = (subject: string) =>
  test.sql('select actor_kind, action, detail from audit_entries where subject = $1 order by at, id', [subject]);

async function createConfirmedWatch(people = 9): Promise<{ providerId: ProviderId; id: string }> {
  const providerId = await createProvider({ name: 'Watched' });
  await createReports(providerId, people);
  await runNightlyCheck();
  const [watch] = await listWatches();
  expect(await decide(watch!.id, 'approve')).toBe('200');
  return { providerId, id: watch!.id };
}

describe('opening a watch', () => {
  it('a rise of withdrawal reports opens one watch with its numbers, however often the job runs [EARLY-01]', async () => {
    const providerId = await createProvider({ name: 'Slow Pay' });
    await createReports(providerId, 6);
    await createReports(await createProvider({ name: 'Quiet' }), 4);
    await Promise.all([runNightlyCheck(), runNightlyCheck()]);
    await runNightlyCheck();
    const listed = await server.get('/api/admin/watches', { headers: { cookie: moderator.cookie } });
    expect(listed.headers.get('x-total-count')).toBe('1');
    const listedWatches = (await listed.json()) as AdminWatch[];
    expect(listedWatches).toEqual([
      {
        id: expect.any(String) as string,
        providerId,
        providerName: 'Slow Pay',
        people: 6,
        usual: expect.closeTo(0.05) as number,
        raiseAt: 5,
        calmAt: 2,
        countedAt: '2026-06-30T03:20:00.000Z',
        days: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
        withAccount: 0,
        status: 'pending',
        createdAt: '2026-06-30T03:20:00.000Z',
      },
    ]);
    expect(await listAuditEntries(listedWatches[0]!.id)).toEqual([
      {
        actor_kind: 'system',
        action: 'watch.raised',
        detail: { provider: providerId, people: 6, usual: listedWatches[0]!.usual, raiseAt: 5 },
      },
    ]);
    expect((await getProvider(providerId)).withdrawalWatch).toBeNull();
  });

  it('pending, rejected and unread reports and reports of other types do not open a watch [EARLY-01]', async () => {
    const providerId = await createProvider();
    for (const status of ['pending', 'rejected', 'merged'] as const) await createReports(providerId, 20, { status });
    await createReports(providerId, 20, { reportType: 'phishing' });
    await createReports(providerId, 4);
    await runNightlyCheck();
    expect(await listWatches()).toEqual([]);
    await createReports(providerId, 1);
    await runNightlyCheck();
    expect((await listWatches())[0]?.people).toBe(5);
  });

  it('several reports of one account count as one person [EARLY-01]', async () => {
    const providerId = await createProvider();
    const { id: createdBy } = await makeUser(db());
    await createReports(providerId, 30, { createdBy });
    await createReports(providerId, 3);
    await runNightlyCheck();
    expect(await listWatches()).toEqual([]);
    await createReports(providerId, 1);
    await runNightlyCheck();
    expect(await listWatches()).toEqual([expect.objectContaining({ people: 5, withAccount: 1 })]);
  });

  it("a usual number of reports opens no watch, and one account's past reports do not make a number usual [EARLY-01]", async () => {
    const regularProvider = await createProvider({ name: 'Used to it' });
    for (let window = 0; window < 12; window += 1) await createReports(regularProvider, 5, {}, 30 + window * 14);
    await createReports(regularProvider, 7);
    // Five accounts that report repeatedly count as five in each window.
    const fewReporters = await createProvider({ name: 'Known by few' });
    for (let person = 0; person < 5; person += 1) {
      const { id: createdBy } = await makeUser(db());
      for (let window = 0; window < 12; window += 1)
        await createReports(fewReporters, 1, { createdBy }, 30 + window * 14);
    }
    await createReports(fewReporters, 7);
    const floodedProvider = await createProvider({ name: 'Flooded before' });
    const { id: createdBy } = await makeUser(db());
    for (let window = 0; window < 12; window += 1)
      await createReports(floodedProvider, 5, { createdBy }, 30 + window * 14);
    await createReports(floodedProvider, 7);
    await runNightlyCheck();
    expect(await listProviderNames()).toEqual(['Flooded before']);
  });

  it('a provider with many users is allowed more reports than an unknown one [EARLY-01]', async () => {
    // By the register's user counts: one user in 40,000 reports in two weeks.
    const large = await createProvider({ name: 'Large', userCount: 300_000 });
    for (let window = 0; window < 26; window += 1) await createReports(large, 10, {}, 14.5 + window * 14);
    const since = daysAgo(20);
    await createReports(await createProvider({ name: 'New and large', userCount: 100_000, createdAt: since }), 11);
    await createReports(await createProvider({ name: 'New and small', userCount: 10, createdAt: since }), 11);
    await runNightlyCheck();
    expect(await listProviderNames()).toEqual(['New and small']);
  });

  it('a flagged, suspended or unlisted provider gets no watch [EARLY-01]', async () => {
    for (const given of [
      { verificationStatus: 'Flagged' },
      { verificationStatus: 'Suspended' },
      { reviewState: 'pending' },
    ] as const) {
      await createReports(await createProvider(given), 30);
    }
    await runNightlyCheck();
    expect(await test.sql('select from withdrawal_watches')).toEqual([]);
  });
});

describe('deciding a watch', () => {
  it('a watch that a moderator confirms is published with its numbers until the decision is undone [EARLY-02]', async () => {
    const { providerId, id } = await createConfirmedWatch();
    expect((await getProvider(providerId)).withdrawalWatch).toEqual({
      people: 9,
      usual: 0.1,
      calmAt: 2,
      since: '2026-06-30T03:20:00.000Z',
      countedAt: '2026-06-30T03:20:00.000Z',
    });
    expect([await listProviderNames(), await listProviderNames('published')]).toEqual([[], ['Watched']]);
    const [{ id: decision }] = (await test.sql('select id from decisions where subject_id = $1', [id])) as [
      { id: string },
    ];
    expect(await summarizeResponse(await post(moderator, `/api/admin/decisions/${decision}/undo`))).toBe('200');
    expect((await getProvider(providerId)).withdrawalWatch).toBeNull();
    expect(await listProviderNames()).toEqual(['Watched']);
  });

  it('of two concurrent decisions on a watch the second fails as already decided', async () => {
    const { id } = await makeWithdrawalWatch(db(), { providerId: await createProvider() });
    const outcomes = await Promise.all([decide(id, 'approve'), decide(id, 'reject', admin)]);
    expect(outcomes.toSorted()).toEqual(['200', '409 ALREADY_DECIDED']);
    expect(await decide('01890000-0000-7000-8000-00000000dead', 'approve')).toBe('404 WATCH_NOT_FOUND');
  });

  it('a moderator cannot decide a watch that has ended or that counts their own report [EARLY-02]', async () => {
    const providerId = await createProvider();
    await createReports(providerId, 5);
    await createReports(providerId, 1, { createdBy: moderator.id });
    await runNightlyCheck();
    const [watch] = await listWatches();
    expect(await decide(watch!.id, 'approve')).toBe('403 OWN_REPORT');
    expect(await decide(watch!.id, 'approve', admin)).toBe('200');
    const endedWatch = await makeWithdrawalWatch(db(), {
      providerId: await createProvider(),
      endedAt: daysAgo(1),
      endedBy: 'fell',
    });
    expect(await decide(endedWatch.id, 'approve')).toBe('409 ALREADY_DECIDED');
  });

  it('a dismissed watch is reopened only when the number of people has doubled, or after it fell [EARLY-01]', async () => {
    const providerId = await createProvider();
    await createReports(providerId, 6);
    await runNightlyCheck();
    const [first] = await listWatches();
    expect(await decide(first!.id, 'reject')).toBe('200');
    await createReports(providerId, 5);
    await runNightlyCheck(1);
    expect(await listWatches()).toEqual([]);
    await createReports(providerId, 1);
    await runNightlyCheck(1);
    expect(await listWatches()).toEqual([expect.objectContaining({ people: 12, status: 'pending' })]);
    expect((await listAuditEntries(first!.id)).at(-1)).toEqual({
      actor_kind: 'system',
      action: 'watch.ended',
      detail: { provider: providerId, before: 'rejected', people: 12, why: 'grew' },
    });
  });
});

describe('the end of a watch', () => {
  it('a watch ends when the number falls below the lower threshold, and the end is recorded [EARLY-02]', async () => {
    const { providerId, id } = await createConfirmedWatch();
    await runNightlyCheck(8);
    expect((await getProvider(providerId)).withdrawalWatch).toEqual(
      expect.objectContaining({ people: 5, countedAt: '2026-07-08T03:20:00.000Z' }),
    );
    // Below the threshold to open, and above the threshold to end.
    await runNightlyCheck(10);
    expect((await getProvider(providerId)).withdrawalWatch?.people).toBe(3);
    await runNightlyCheck(11);
    expect((await getProvider(providerId)).withdrawalWatch).toBeNull();
    expect((await listAuditEntries(id)).at(-1)).toEqual({
      actor_kind: 'system',
      action: 'watch.ended',
      detail: { provider: providerId, before: 'approved', people: 2, why: 'fell' },
    });
    await runNightlyCheck(12);
    expect(await listProviderNames('published')).toEqual([]);
  });

  it('a watch ends when its reports are rejected [EARLY-02]', async () => {
    const { providerId } = await createConfirmedWatch();
    await test.sql(`update reports set status = 'rejected' where provider_id = $1`, [providerId]);
    await runNightlyCheck(1);
    expect((await getProvider(providerId)).withdrawalWatch).toBeNull();
  });

  it('a suspension ends a watch; a flag does not end a confirmed one [EARLY-02]', async () => {
    const { providerId, id } = await createConfirmedWatch();
    const setVerificationStatus = (status: string) =>
      test.sql('update providers set verification_status = $2 where id = $1', [providerId, status]);
    await setVerificationStatus('Flagged');
    await runNightlyCheck(1);
    expect((await getProvider(providerId)).withdrawalWatch?.people).toBe(9);
    await setVerificationStatus('Suspended');
    expect((await getProvider(providerId)).withdrawalWatch).toBeNull();
    await runNightlyCheck(1);
    expect((await listAuditEntries(id)).at(-1)?.['detail']).toEqual(expect.objectContaining({ why: 'unlisted' }));
    // Listed again with the same reports: a moderator is asked again.
    await setVerificationStatus('Limited');
    await runNightlyCheck(1);
    expect([await listProviderNames(), await listProviderNames('published')]).toEqual([['Watched'], []]);
  });

  it('a flag ends an undecided watch, and deleting the provider deletes the watch [EARLY-02]', async () => {
    const providerId = await createProvider();
    await createReports(providerId, 9);
    await runNightlyCheck();
    await test.sql(`update providers set verification_status = 'Flagged' where id = $1`, [providerId]);
    await runNightlyCheck(1);
    expect(await test.sql('select status, ended_by from withdrawal_watches')).toEqual([
      { status: 'pending', ended_by: 'flagged' },
    ]);
    await test.sql('delete from providers where id = $1', [providerId]);
    await runNightlyCheck(2);
    expect(await test.sql('select from withdrawal_watches')).toEqual([]);
  });
});
