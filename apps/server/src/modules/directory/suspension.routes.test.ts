import type { PublicDecision } from '@hakiki/contract/decisions';
import type { Provider, ProviderDetails } from '@hakiki/contract/directory';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../test/support/staff.ts';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeEvidence, makeProvider, makeReview, makeSession, makeUser } from '../../../test/support/factories.ts';
import { createReporter } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { putAsShownWithReason, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});
beforeEach(() => test.sql('truncate providers cascade'));

const toPath = (id: string) => `/api/providers/${id}`;
const edit = (id: string, body: object) => putAsShownWithReason(admin, `/api/admin/providers/${id}`, body);
const suspend = (id: string) => edit(id, { verificationStatus: 'Suspended', reason: 'It stopped paying out.' });
const toReadPaths = (id: string) =>
  ['', '/reviews', '/reviews/summary', '/evidence', '/history', '/similar'].map((part) => toPath(id) + part);

describe('a public provider that is suspended', () => {
  it('leaves every list and keeps its page with the reasons and the date, until its status changes again [DEC-02] [VERD-11]', async () => {
    const { id } = await makeProvider(db(), {
      name: 'Demo Halted',
      verificationStatus: 'Flagged',
      flaggedReasons: ['Reported by 14 people.'],
      countries: ['togo'],
    });
    const before = await server.json<ProviderDetails>(toPath(id));
    expect(before.suspension).toBeNull();
    await suspend(id);

    expect(await server.json(toPath(id))).toEqual({
      ...before,
      verificationStatus: 'Suspended',
      suspension: { since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), reason: 'It stopped paying out.' },
    });
    const lists = ['/api/providers', '/api/providers?search=halted', '/api/providers?verificationStatus=Suspended'];
    for (const list of lists) expect(await server.json(list), list).toEqual([]);
    expect(await server.json('/api/stats')).toEqual({
      totalProviders: 0,
      verifiedProviders: 0,
      flaggedProviders: 0,
      countries: 0,
    });
    expect(await server.json('/api/stats/countries')).toEqual([]);
    const sitemaps = await (await server.get('/sitemap.xml')).text();
    expect(sitemaps).not.toContain('/sitemaps/providers');

    const { proposal } = (await (await edit(id, { verificationStatus: 'Limited' })).json()) as {
      proposal: { id: string };
    };
    expect(await server.json<ProviderDetails>(toPath(id))).toHaveProperty('verificationStatus', 'Suspended');
    await confirmProposal(secondAdmin, proposal.id);
    expect(await server.json(toPath(id))).toEqual({ ...before, verificationStatus: 'Limited' });
    expect((await server.json<Provider[]>('/api/providers')).map((one) => one.id)).toEqual([id]);
  });

  it('keeps reviews, evidence, history and harmless similar providers on its page [DEC-02] [VERD-11] [WARN-11]', async () => {
    const { id: providerId } = await makeProvider(db(), { verificationStatus: 'Verified' });
    const { id: reviewId, createdAt } = await makeReview(db(), { providerId });
    const evidence = await makeEvidence(db(), { providerId, kind: 'warning', checkedOn: '2999-12-31' });
    const harmless = await makeProvider(db(), { name: 'Harmless', verificationStatus: 'Limited' });
    await makeProvider(db(), { name: 'Flagged too', verificationStatus: 'Flagged' });
    await makeProvider(db(), { name: 'Suspended too', verificationStatus: 'Suspended' });
    await suspend(providerId);

    const [, reviews, summary, found, history, similar] = await Promise.all(
      toReadPaths(providerId).map((path) => server.json(path)),
    );
    expect(reviews).toEqual([
      {
        id: reviewId,
        rating: 4,
        experience: 'Paid out within a day.',
        issueType: 'none',
        userLocation: 'nigeria',
        language: 'en',
        createdAt: createdAt.toISOString(),
        reply: null,
      },
    ]);
    expect(summary).toEqual({ rating: '4.0', reviewCount: 1, distribution: [0, 0, 0, 1, 0], issues: [] });
    const { providerId: _, createdAt: __, withdrawnAt: ___, withdrawnReason: ____, ...shown } = evidence;
    expect(found).toEqual([{ ...shown, isOld: false, pictureUrl: null }]);
    expect(history).toEqual([
      {
        from: 'Verified',
        to: 'Suspended',
        reason: 'It stopped paying out.',
        changes: [],
        createdAt: expect.any(String),
      },
    ]);
    expect((similar as Provider[]).map(({ name }) => name)).toEqual(['Harmless']);
    // It is not listed as similar to another provider either.
    expect(await server.json(`${toPath(harmless.id)}/similar`)).toEqual([]);
  });

  it('can be reported and named in a report, but neither reviewed nor listed again by that [DEC-02] [DEC-25]', async () => {
    const { id: providerId, name } = await makeProvider(db(), { name: 'Demo Halted' });
    await suspend(providerId);
    const { item } = await reporter.reportIssue({ providerId });
    expect(await test.sql('select provider_id from reports where id = $1', [item.id])).toEqual([
      { provider_id: providerId },
    ]);
    const scam = await reporter.reportScam({ affectedProvider: name.toUpperCase() });
    expect(await test.sql('select affected_provider_id from fraud_alerts where id = $1', [scam.item.id])).toEqual([
      { affected_provider_id: providerId },
    ]);

    const { id: userId } = await makeUser(db(), { subscriptionTier: 'premium' });
    const { cookie } = await makeSession(db(), { userId });
    const review = { rating: 5, experience: 'They pay me.', issueType: 'none', userLocation: 'kenya' };
    const response = await server.post(`${toPath(providerId)}/reviews`, review, { headers: { cookie } });
    expect(await summarizeResponse(response)).toBe('404 PROVIDER_NOT_FOUND');
    expect(await server.json('/api/providers')).toEqual([]);
  });

  it('shows the last of several suspensions, and none that was not decided here [DEC-02]', async () => {
    const { id } = await makeProvider(db());
    await suspend(id);
    const { proposal } = (await (await edit(id, { verificationStatus: 'Pending' })).json()) as {
      proposal: { id: string };
    };
    await confirmProposal(secondAdmin, proposal.id);
    await edit(id, { verificationStatus: 'Suspended', reason: 'Again.' });
    await edit(id, { riskScore: 'High', reason: 'Only a figure.' });
    const history = await server.json<PublicDecision[]>(`${toPath(id)}/history`);
    const at = { createdAt: expect.any(String) };
    expect(history).toEqual([
      {
        from: 'Suspended',
        to: 'Suspended',
        reason: 'Only a figure.',
        changes: [{ field: 'riskScore', from: 'Medium', to: 'High' }],
        ...at,
      },
      { from: 'Pending', to: 'Suspended', reason: 'Again.', changes: [], ...at },
      { from: 'Suspended', to: 'Pending', reason: DEFAULT_REASON, changes: [], ...at },
      { from: 'Pending', to: 'Suspended', reason: 'It stopped paying out.', changes: [], ...at },
    ]);
    // An edit of other fields is no suspension.
    expect((await server.json<ProviderDetails>(toPath(id))).suspension).toEqual({
      since: history[1]?.createdAt,
      reason: 'Again.',
    });
    const enteredSuspended = await makeProvider(db(), { verificationStatus: 'Suspended' });
    expect((await server.json<ProviderDetails>(toPath(enteredSuspended.id))).suspension).toEqual({
      since: null,
      reason: null,
    });
  });
});

describe('a provider that was never public', () => {
  it.each(['pending', 'rejected'] as const)('responds 404 everywhere while it is %s [DEC-02]', async (reviewState) => {
    const { id } = await makeProvider(db(), { reviewState });
    for (const path of toReadPaths(id))
      expect(await summarizeResponse(await server.get(path)), path).toBe('404 PROVIDER_NOT_FOUND');
    // A suspended submission is rejected: there is no warning to keep.
    await suspend(id);
    for (const path of toReadPaths(id))
      expect(await summarizeResponse(await server.get(path)), path).toBe('404 PROVIDER_NOT_FOUND');
  });
});
