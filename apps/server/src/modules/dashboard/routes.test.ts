import { reportTypes } from '@hakiki/contract/report-values';
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import { isHighRisk, riskLevels } from '@hakiki/contract/risk';
import { verificationStatuses, type ProviderId } from '@hakiki/contract/directory';
import { beforeEach, describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { expectedReply } from '../../../test/support/expected-replies.ts';
import { makeAlert, makeProvider, makeReport, makeSession, makeUser } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

const makeSignedInUser = async (userFields: Parameters<typeof makeUser>[1] = {}) => {
  const { id } = await makeUser(db(), userFields);
  const { cookie } = await makeSession(db(), { userId: id });
  return { id, cookie };
};
const makePremiumMember = () => makeSignedInUser({ subscriptionTier: 'premium' });
const getSummary = async (cookie: string) =>
  (await (await server.get('/api/dashboard/summary', { headers: { cookie } })).json()) as DashboardSummary;
const recordVisit = (id: string, cookie: string) =>
  server.post(`/api/providers/${id}/visit`, undefined, { method: 'PUT', headers: { cookie } });

beforeEach(() => test.deleteAllRows('providers', 'fraud_alerts', 'reports', 'filings'));

describe('GET /api/dashboard/summary', () => {
  it('the dashboard counts only what is public [DEC-19]', async () => {
    const { id: createdBy, cookie } = await makeSignedInUser();
    await makeAlert(db());
    await makeAlert(db(), { status: 'pending', createdBy });
    await makeReport(db());
    await makeReport(db(), { status: 'resolved' });
    await makeReport(db(), { status: 'pending', createdBy });
    expect(await getSummary(cookie)).toEqual(
      expectedReply('GET /api/dashboard/summary', { activeAlerts: 1, totalReports: 2 }),
    );
  });

  it('the dashboard counts providers with risk level High or flagged as high-risk, and verified ones as verified [DASH-15] [CONST-10]', async () => {
    const { cookie } = await makeSignedInUser();
    const providers = [];
    for (const verificationStatus of verificationStatuses) {
      for (const riskScore of riskLevels) {
        providers.push(await makeProvider(db(), { verificationStatus, riskScore, countries: ['kenya', 'ghana'] }));
      }
    }
    await makeProvider(db(), { verificationStatus: 'Flagged', reviewState: 'pending' });
    const isPublic = providers.filter(({ verificationStatus }) => verificationStatus !== 'Suspended');
    const { highRiskProviders, verifiedProviders } = await getSummary(cookie);
    expect(highRiskProviders).toBe(isPublic.filter(isHighRisk).length);
    expect([highRiskProviders, verifiedProviders]).toEqual([6, 3]);
    const isHigh = (riskScore: number, verificationStatus = 'Verified') =>
      isHighRisk({ riskScore, verificationStatus });
    expect([isHigh(69), isHigh(70), isHigh(100), isHigh(0, 'Flagged')]).toEqual([false, true, true, true]);
  });

  it('only members of plans with analysis get the analysis and the money saved', async () => {
    for (const subscriptionTier of ['free', 'api', 'enterprise'] as const) {
      const { cookie } = await makeSignedInUser({ subscriptionTier });
      expect(await getSummary(cookie)).toEqual(
        expectedReply('GET /api/dashboard/summary', { moneySaved: null, analysis: null }),
      );
    }
    expect(await summarizeResponse(await server.get('/api/dashboard/summary'))).toBe('401 NOT_SIGNED_IN');
  });

  it('the analysis uses the maintained counts and has a bar for each key, also without a count', async () => {
    const { cookie } = await makePremiumMember();
    await makeProvider(db(), { riskScore: 'High' });
    await makeProvider(db(), { riskScore: 'Low' });
    await makeProvider(db(), { riskScore: 'Low', countries: ['kenya', 'ghana'] });
    await makeAlert(db(), { severity: 'Critical', affectedCountries: ['kenya'] });
    await makeAlert(db(), { severity: 'Critical', affectedCountries: ['kenya', 'ghana'] });
    await makeAlert(db(), { severity: 'Low', affectedCountries: ['mali'], status: 'rejected' });
    await makeReport(db(), { reportType: 'phishing' });
    const { analysis } = await getSummary(cookie);
    expect(analysis).toEqual({
      providersByRisk: [
        { key: 'Low', n: 2 },
        { key: 'Medium', n: 0 },
        { key: 'High', n: 1 },
      ],
      alertsBySeverity: [
        { key: 'Low', n: 0 },
        { key: 'Medium', n: 0 },
        { key: 'High', n: 0 },
        { key: 'Critical', n: 2 },
      ],
      alertsByCountry: [
        { key: 'kenya', n: 2 },
        { key: 'ghana', n: 1 },
      ],
      reportsByType: reportTypes.map((key) => ({ key, n: key === 'phishing' ? 1 : 0 })),
    });
  });

  it('the analysis shows the countries with the most alerts if there are too many', async () => {
    const { cookie } = await makePremiumMember();
    await makeAlert(db(), { affectedCountries: Array.from({ length: 30 }, (_, n) => `first ${n}`) });
    await makeAlert(db(), { affectedCountries: Array.from({ length: 30 }, (_, n) => `second ${n}`) });
    await makeAlert(db(), { affectedCountries: ['zimbabwe'] });
    await makeAlert(db(), { affectedCountries: ['zimbabwe'] });
    const countries = (await getSummary(cookie)).analysis?.alertsByCountry;
    expect([countries?.length, countries?.[0]]).toEqual([60, { key: 'zimbabwe', n: 2 }]);
  });
});

describe('money saved', () => {
  const makeAlertAbout = (
    affectedProviderId: ProviderId,
    rand: number | null,
    status: 'approved' | 'pending' = 'approved',
  ) => makeAlert(db(), { affectedProviderId, lostCents: rand === null ? null : rand * 100, status });

  it('the money saved is an example of R45,000 while there is nothing to measure [REAL-17] [DASH-12]', async () => {
    const { cookie } = await makePremiumMember();
    const { moneySaved } = await getSummary(cookie);
    expect(moneySaved).toEqual({ amount: 45_000, basis: 'example' });
  });

  it('the money saved is the sum of the mean losses to each risky provider that the member viewed [REAL-17]', async () => {
    const { cookie } = await makePremiumMember();
    const flagged = await makeProvider(db(), { verificationStatus: 'Flagged', riskScore: 'Low' });
    const high = await makeProvider(db(), { riskScore: 'High' });
    const unseen = await makeProvider(db(), { riskScore: 'High' });
    const safe = await makeProvider(db(), { riskScore: 'Medium' });
    for (const { id } of [flagged, high, safe]) expect((await recordVisit(id, cookie)).status).toBe(200);
    expect((await getSummary(cookie)).moneySaved?.basis).toBe('example');
    for (const rand of [1000, 2000, null]) await makeAlertAbout(flagged.id, rand);
    await makeAlertAbout(flagged.id, 90_000, 'pending');
    await makeAlertAbout(high.id, 100.75);
    await makeAlertAbout(high.id, 100.5);
    for (const { id } of [unseen, safe]) await makeAlertAbout(id, 50_000);
    // 1500 for the first, 100.625 for the second.
    expect((await getSummary(cookie)).moneySaved).toEqual({ amount: 1601, basis: 'measured' });
  });

  it('a provider that a member views several times counts once, and for that member only [REAL-17]', async () => {
    const member = await makePremiumMember();
    const otherMember = await makePremiumMember();
    const { id } = await makeProvider(db(), { riskScore: 'High' });
    await makeAlertAbout(id, 700);
    await Promise.all(Array.from({ length: 5 }, () => recordVisit(id, member.cookie)));
    expect((await getSummary(member.cookie)).moneySaved).toEqual({ amount: 700, basis: 'measured' });
    expect((await getSummary(otherMember.cookie)).moneySaved?.basis).toBe('example');
  });

  it('a provider that is no longer risky does not count in the money saved [REAL-17] [DASH-15]', async () => {
    const { cookie } = await makePremiumMember();
    const { id } = await makeProvider(db(), { verificationStatus: 'Flagged', riskScore: 'Low' });
    await makeAlertAbout(id, 700);
    await recordVisit(id, cookie);
    expect((await getSummary(cookie)).moneySaved).toEqual({ amount: 700, basis: 'measured' });
    await test.sql(`update providers set verification_status = 'Verified' where id = $1`, [id]);
    expect((await getSummary(cookie)).moneySaved).toEqual({ amount: 45_000, basis: 'example' });
  });
});

describe('PUT /api/providers/:id/visit', () => {
  it('a visit is not stored for a plan without analysis or a provider that is not public', async () => {
    const { id } = await makeProvider(db());
    const hidden = await makeProvider(db(), { reviewState: 'pending' });
    const free = await makeSignedInUser();
    const { cookie } = await makePremiumMember();
    expect(await summarizeResponse(await recordVisit(id, free.cookie))).toBe('403 FORBIDDEN');
    expect(await summarizeResponse(await recordVisit(id, ''))).toBe('401 NOT_SIGNED_IN');
    for (const unknown of [hidden.id, '01890000-0000-7000-8000-00000000dead', 'nothing']) {
      expect(await summarizeResponse(await recordVisit(unknown, cookie))).toBe('404 PROVIDER_NOT_FOUND');
    }
    expect(await test.sql('select from provider_visits')).toEqual([]);
  });

  it('a visit is stored with its day only, which the database enforces [REAL-17]', async () => {
    const { id: userId, cookie } = await makePremiumMember();
    const { id } = await makeProvider(db());
    await recordVisit(id, cookie);
    const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
    const stored = await test.sql('select created_at from provider_visits where user_id = $1', [userId]);
    expect(stored).toEqual([{ created_at: new Date(today) }]);
    const exactTimeUpdate = test.sql('update provider_visits set created_at = now() where user_id = $1', [userId]);
    await expect(exactTimeUpdate).rejects.toThrow('provider_visits_by_day');
  });

  it('the visits are deleted with the account', async () => {
    const { id: userId, cookie } = await makePremiumMember();
    const { id } = await makeProvider(db());
    await recordVisit(id, cookie);
    expect(await test.sql('select from provider_visits where user_id = $1', [userId])).toHaveLength(1);
    await test.sql('delete from users where id = $1', [userId]);
    expect(await test.sql('select from provider_visits where user_id = $1', [userId])).toEqual([]);
  });
});
