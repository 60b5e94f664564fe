import { alertTypes, type Severity } from '@hakiki/contract/alert-values';
import { Alert, type AlertId, type MyReport } from '@hakiki/contract/alerts';
import { type Tier, tiers } from '@hakiki/contract/entitlements';
import { listLimits } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { DEFAULT_REASON } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { decisionFields, expectedReply, anyTextHash } from '../../../../test/support/expected-replies.ts';
import { makeAlert, makeProvider, makeReport, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { replyCacheSeconds: 0 } });
const db = () => test.database.db;

const makeSignedInUser = async (userFields: Parameters<typeof makeUser>[1] = {}) => {
  const { id } = await makeUser(db(), userFields);
  const { cookie } = await makeSession(db(), { userId: id });
  return { id, cookie };
};
const get = (path: string, cookie = '') => server.get(path, { headers: { cookie } });
const listActiveAlerts = async (cookie = '') =>
  (await (await get('/api/fraud-alerts/active', cookie)).json()) as Alert[];
const findActiveAlert = async (id: AlertId, cookie = '') =>
  (await listActiveAlerts(cookie)).find((alert) => alert.id === id);
const readTotal = async () => Number((await get('/api/fraud-alerts/active')).headers.get('X-Total-Count'));
const deleteAllFilings = () => test.deleteAllRows('fraud_alerts', 'reports', 'filings');

describe('GET /api/fraud-alerts/active', () => {
  it('the list of active alerts is empty with a total of 0 before the first approval', async () => {
    await deleteAllFilings();
    await makeAlert(db(), { status: 'pending' });
    const response = await get('/api/fraud-alerts/active');
    expect([await response.json(), response.headers.get('X-Total-Count')]).toEqual([[], '0']);
  });

  it('every reader gets the approved alerts and none that are pending or rejected [CALL-02] [SHAPE-14] [DEC-15] [ENT-15]', async () => {
    await deleteAllFilings();
    const { id: createdBy, cookie } = await makeSignedInUser();
    const admin = await makeSignedInUser({ isAdmin: true });
    for (const status of ['approved', 'pending', 'rejected'] as const) {
      await makeAlert(db(), { title: `This one is ${status}`, status, createdBy });
    }
    for (const viewerCookie of ['', cookie, admin.cookie]) {
      expect(
        (await listActiveAlerts(viewerCookie)).map(({ title, isActive, isVerified, status }) => [
          title,
          isActive,
          isVerified,
          status,
        ]),
      ).toEqual([['This one is approved', true, true, 'approved']]);
    }
    expect(await readTotal()).toBe(1);
  });

  it('the list of active alerts starts with the newest and returns the total beyond the page', async () => {
    await deleteAllFilings();
    const extra = 3;
    for (let day = 1; day <= listLimits.activeAlerts + extra; day += 1) {
      await makeAlert(db(), { title: `Reported on day ${day}`, createdAt: new Date(Date.UTC(2026, 0, day)) });
    }
    const titles = (await listActiveAlerts()).map(({ title }) => title);
    expect(titles).toHaveLength(listLimits.activeAlerts);
    expect([titles[0], titles.at(-1)]).toEqual([
      `Reported on day ${listLimits.activeAlerts + extra}`,
      `Reported on day ${extra + 1}`,
    ]);
    expect(await readTotal()).toBe(listLimits.activeAlerts + extra);
  });

  it('a signed-in member gets every field of an alert except its reporter [ENT-12] [ENT-13] [ENT-14] [DEC-16] [DEC-25]', async () => {
    await deleteAllFilings();
    const provider = await makeProvider(db());
    const reader = await makeSignedInUser();
    const reporter = await makeSignedInUser();
    for (const alertType of alertTypes) await makeAlert(db(), { alertType });
    for (const severity of ['Low', 'Medium', 'High', 'Critical'] as const) await makeAlert(db(), { severity });
    const description = 'Long. '.repeat(100);
    const { id } = await makeAlert(db(), {
      title: 'A scheme about a provider',
      description,
      alertType: 'rug_pull',
      severity: 'Critical',
      affectedCountries: ['kenya', 'south africa'],
      affectedProviderId: provider.id,
      affectedProviderName: provider.name,
      createdAt: new Date(Date.UTC(2026, 5, 1, 12)),
      createdBy: reporter.id,
    });
    await makeReport(db(), { fraudAlertId: id });
    const expected = {
      id,
      title: 'A scheme about a provider',
      description,
      advice: null,
      language: 'en',
      alertType: 'rug_pull',
      severity: 'Critical',
      isActive: true,
      isVerified: true,
      reportCount: 2,
      affectedCountries: ['kenya', 'south africa'],
      affectedProvider: provider.id,
      createdAt: '2026-06-01T12:00:00.000Z',
      status: 'approved',
    };
    expect(await findActiveAlert(id, reader.cookie)).toEqual(expected);
    expect(await findActiveAlert(id, reporter.cookie)).toEqual({ ...expected, createdBy: reporter.id });
    const alerts = await listActiveAlerts(reader.cookie);
    expect(new Set(alerts.map(({ alertType }) => alertType)).size).toBe(alertTypes.length);
    expect(new Set(alerts.map(({ severity }) => severity)).size).toBe(4);
    for (const alert of alerts) expect(Alert.safeParse(alert).error).toBeUndefined();
  });

  it('a visitor gets the first 100 characters of an alert, no provider and no reporter [DEC-16] [ROLE-07]', async () => {
    const provider = await makeProvider(db());
    const reporter = await makeSignedInUser();
    const make = (description: string) =>
      makeAlert(db(), { description, affectedProviderId: provider.id, createdBy: reporter.id });
    const long = await make('x'.repeat(101));
    const short = await make('x'.repeat(100));
    const lions = await make('🦁'.repeat(150));
    expect(await findActiveAlert(long.id)).toEqual(
      expectedReply('GET /api/fraud-alerts/active', { description: 'x'.repeat(100), descriptionCut: true }),
    );
    expect(await findActiveAlert(lions.id)).toEqual(
      expectedReply('GET /api/fraud-alerts/active', { description: '🦁'.repeat(100), descriptionCut: true }),
    );
    const shortAlert = await findActiveAlert(short.id);
    expect(shortAlert).toEqual(expectedReply('GET /api/fraud-alerts/active', { description: 'x'.repeat(100) }));
    expect(Object.keys(shortAlert!)).not.toContain('descriptionCut');
    for (const alert of await listActiveAlerts()) {
      expect(Object.keys(alert)).not.toContain('affectedProvider');
      expect(Object.keys(alert)).not.toContain('createdBy');
    }
  });

  it('an alert names its reporter to the reporter only [DEC-16] [ENT-12] [SAFE-04]', async () => {
    const reporter = await makeSignedInUser();
    const { id } = await makeAlert(db(), { createdBy: reporter.id });
    expect((await findActiveAlert(id, reporter.cookie))?.createdBy).toBe(reporter.id);
    const byVisitor = await makeAlert(db());
    expect(await findActiveAlert(byVisitor.id, reporter.cookie)).not.toHaveProperty('createdBy');
    const others = await Promise.all(tiers.map((subscriptionTier) => makeSignedInUser({ subscriptionTier })));
    for (const otherMember of [...others, await makeSignedInUser({ isAdmin: true })]) {
      const response = await (await get('/api/fraud-alerts/active', otherMember.cookie)).text();
      expect(response).not.toContain('createdBy');
      expect(response).not.toContain(reporter.id);
    }
    expect(await (await get('/api/fraud-alerts/active')).text()).not.toContain(reporter.id);
  });

  it('an alert counts one report, and one more for each issue report linked to it [DEC-15]', async () => {
    const { id } = await makeAlert(db());
    expect((await findActiveAlert(id))?.reportCount).toBe(1);
    for (const status of ['pending', 'investigating', 'resolved'] as const) {
      await makeReport(db(), { fraudAlertId: id, status });
    }
    expect((await findActiveAlert(id))?.reportCount).toBe(4);
    await test.sql('update reports set fraud_alert_id = null where fraud_alert_id = $1 and status = $2', [
      id,
      'pending',
    ]);
    expect((await findActiveAlert(id))?.reportCount).toBe(3);
    await test.sql('delete from reports where fraud_alert_id = $1', [id]);
    expect((await findActiveAlert(id))?.reportCount).toBe(1);
  });

  it('an alert that is set back to pending is no longer listed [DEC-15]', async () => {
    const { id } = await makeAlert(db());
    const before = await readTotal();
    await test.sql(`update fraud_alerts set status = 'pending' where id = $1`, [id]);
    expect([await findActiveAlert(id), await readTotal()]).toEqual([undefined, before - 1]);
  });
});

describe('GET /api/fraud-alerts/my-reports', () => {
  const listOwnReports = async (cookie: string, query = '') =>
    (await (await get(`/api/fraud-alerts/my-reports${query}`, cookie)).json()) as MyReport[];

  it("a member lists their own reports in every status, newest first, and no one else's [CALL-17] [ENT-20] [SHAPE-14] [DEC-26]", async () => {
    const { id: createdBy, cookie } = await makeSignedInUser();
    const otherMember = await makeSignedInUser();
    const at = (day: number) => new Date(Date.UTC(2026, 3, day));
    const provider = await makeProvider(db());
    const first = await makeAlert(db(), {
      createdBy,
      title: 'The first I reported',
      createdAt: at(1),
      affectedProviderName: 'A name as I typed it',
      affectedProviderId: provider.id,
    });
    await makeAlert(db(), { createdBy, title: 'The third I reported', status: 'rejected', createdAt: at(3) });
    await makeAlert(db(), { createdBy, title: 'The second I reported', status: 'pending', createdAt: at(2) });
    await makeAlert(db(), { createdBy: otherMember.id });
    await makeAlert(db());
    await makeReport(db(), { createdBy });
    const mine = await listOwnReports(cookie);
    expect(mine.map(({ title, status }) => [title, status])).toEqual([
      ['The third I reported', 'rejected'],
      ['The second I reported', 'pending'],
      ['The first I reported', 'approved'],
    ]);
    expect(mine.at(-1)).toEqual({
      id: first.id,
      title: 'The first I reported',
      alertType: 'ponzi_scheme',
      severity: 'High',
      description: first.description,
      affectedProvider: 'A name as I typed it',
      affectedCountries: ['nigeria'],
      status: 'approved',
      mergedInto: null,
      createdAt: '2026-04-01T00:00:00.000Z',
    });
    expect((await listOwnReports(cookie, '?limit=2')).map(({ title }) => title)).toEqual([
      'The third I reported',
      'The second I reported',
    ]);
    expect((await listOwnReports(cookie, '?limit=2&offset=2')).map(({ title }) => title)).toEqual([
      'The first I reported',
    ]);
    expect(await summarizeResponse(await get('/api/fraud-alerts/my-reports?limit=0', cookie))).toBe(
      '400 INVALID_INPUT',
    );
  });

  it('a visitor cannot list own reports [CALL-17]', async () => {
    expect(await summarizeResponse(await get('/api/fraud-alerts/my-reports'))).toBe('401 NOT_SIGNED_IN');
  });
});

describe('PUT /api/admin/fraud-alerts/:id/approve and /reject', () => {
  const decide = async (id: string, decision: string, cookie: string) => {
    await test.sql(
      `insert into shown_filings (filing_id, user_id) select f.id, u.id from filings f cross join users u
       where f.id::text = $1 on conflict do nothing`,
      [id],
    );
    const path = `/api/admin/fraud-alerts/${id}/${decision}`;
    return server.post(path, { reason: DEFAULT_REASON }, { method: 'PUT', headers: { cookie } });
  };

  it('an approval makes a pending alert public, and shows the administrator only whether the reporter has an account [SCAM-21] [DEC-15]', async () => {
    const admin = await makeSignedInUser({ isAdmin: true });
    const reporter = await makeSignedInUser();
    const { id } = await makeAlert(db(), { status: 'pending', createdBy: reporter.id });
    expect(await findActiveAlert(id)).toBeUndefined();
    const response = await decide(id, 'approve', admin.cookie);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:id/approve', {
        id,
        status: 'approved',
        isActive: true,
        isVerified: true,
        affectedProvider: null,
        hasAccount: true,
        ...decisionFields({ canUndo: true }),
      }),
    );
    expect(await findActiveAlert(id)).toEqual(
      expectedReply('GET /api/fraud-alerts/active', { id, isActive: true, isVerified: true }),
    );
    expect(
      await test.sql(
        `select actor_kind, actor_id, action, detail,
           (select decided_at is not null from fraud_alerts where id = $1) as decided
         from audit_entries where subject = $1::text`,
        [id],
      ),
    ).toEqual([
      {
        actor_kind: 'user',
        actor_id: admin.id,
        action: 'alert.approved',
        detail: { before: 'pending', versionAfter: anyTextHash },
        decided: true,
      },
    ]);
  });

  it('a rejected alert is visible to its reporter only [DEC-15]', async () => {
    const admin = await makeSignedInUser({ isAdmin: true });
    const reporter = await makeSignedInUser();
    const { id } = await makeAlert(db(), { status: 'pending', createdBy: reporter.id });
    expect(await (await decide(id, 'reject', admin.cookie)).json()).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:id/reject', {
        status: 'rejected',
        isActive: false,
        isVerified: false,
        affectedProvider: null,
        hasAccount: true,
        ...decisionFields({ canUndo: true }),
      }),
    );
    for (const cookie of ['', admin.cookie, reporter.cookie]) expect(await findActiveAlert(id, cookie)).toBeUndefined();
    const mine = (await (await get('/api/fraud-alerts/my-reports', reporter.cookie)).json()) as MyReport[];
    expect(mine.map(({ status }) => status)).toEqual(['rejected']);
  });

  it('of ten concurrent decisions on a pending alert exactly one succeeds [DEC-15]', async () => {
    const admin = await makeSignedInUser({ isAdmin: true });
    const { id } = await makeAlert(db(), { status: 'pending' });
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, attempt) => decide(id, attempt % 2 ? 'approve' : 'reject', admin.cookie)),
    );
    const outcomes = await Promise.all(responses.map(summarizeResponse));
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '409 ALREADY_DECIDED')).toHaveLength(9);
    for (const status of ['approved', 'rejected'] as const) {
      const decided = await makeAlert(db(), { status });
      for (const decision of ['approve', 'reject']) {
        expect(await summarizeResponse(await decide(decided.id, decision, admin.cookie))).toBe('409 ALREADY_DECIDED');
      }
    }
  });

  it('deciding an unknown alert responds with 404', async () => {
    const { cookie } = await makeSignedInUser({ isAdmin: true });
    for (const id of ['01890000-0000-7000-8000-00000000dead', 'nothing']) {
      expect(await summarizeResponse(await decide(id, 'approve', cookie))).toBe('404 ALERT_NOT_FOUND');
      expect(await summarizeResponse(await decide(id, 'reject', cookie))).toBe('404 ALERT_NOT_FOUND');
    }
  });

  it('only an administrator can decide an alert, not even its reporter', async () => {
    const { id: createdBy, cookie } = await makeSignedInUser({ subscriptionTier: 'premium' });
    const { id } = await makeAlert(db(), { status: 'pending', createdBy });
    for (const decision of ['approve', 'reject']) {
      expect(await summarizeResponse(await decide(id, decision, cookie))).toBe('403 FORBIDDEN');
      expect(await summarizeResponse(await decide(id, decision, ''))).toBe('401 NOT_SIGNED_IN');
    }
    expect(await test.sql('select status from fraud_alerts where id = $1', [id])).toEqual([{ status: 'pending' }]);
  });
});

describe('/api/alert-preferences', () => {
  const getPreferences = (cookie: string) => get('/api/alert-preferences', cookie);
  const setPreferences = (cookie: string, requested: unknown) =>
    server.post('/api/alert-preferences', requested, { method: 'PUT', headers: { cookie } });

  it('a member without stored preferences gets both severities and all countries [DEC-60]', async () => {
    const { cookie } = await makeSignedInUser({ subscriptionTier: 'premium' });
    expect(await (await getPreferences(cookie)).json()).toEqual({
      severities: ['Critical', 'High'],
      countries: [],
      getsEmail: false,
    });
  });

  it("a member's preferences are normalized, stored, and visible to that member only [DEC-60]", async () => {
    const member = await makeSignedInUser({ subscriptionTier: 'premium' });
    const otherMember = await makeSignedInUser({ subscriptionTier: 'premium' });
    const requested = { severities: ['High', 'High'], countries: [' South-Africa', 'south africa', 'Kenya', ''] };
    const stored = { severities: ['High'], countries: ['south africa', 'kenya'], getsEmail: false };
    expect(await (await setPreferences(member.cookie, requested)).json()).toEqual(stored);
    expect(await (await getPreferences(member.cookie)).json()).toEqual(stored);
    expect(await (await getPreferences(otherMember.cookie)).json()).toEqual({
      severities: ['Critical', 'High'],
      countries: [],
      getsEmail: false,
    });
    const nothing = { severities: [], countries: [], getsEmail: false };
    expect(await (await setPreferences(member.cookie, nothing)).json()).toEqual(nothing);
    expect(await (await getPreferences(member.cookie)).json()).toEqual(nothing);
  });

  it('a member cannot ask for announcements below High [DEC-60]', async () => {
    const { cookie } = await makeSignedInUser({ subscriptionTier: 'premium' });
    const response = await setPreferences(cookie, { severities: ['Low'], countries: [] });
    expect(await summarizeResponse(response)).toBe('400 INVALID_INPUT');
  });

  it('only members of plans with analysis can read and set alert preferences [DEC-60]', async () => {
    const outcomesFor = async (tier: Tier) => {
      const { cookie } = await makeSignedInUser({ subscriptionTier: tier });
      const responses = [
        await getPreferences(cookie),
        await setPreferences(cookie, { severities: ['Critical'], countries: [] }),
      ];
      return Promise.all(responses.map(summarizeResponse));
    };
    expect(await outcomesFor('premium')).toEqual(['200', '200']);
    for (const tier of ['free', 'api', 'enterprise'] as const) {
      expect(await outcomesFor(tier)).toEqual(['403 FORBIDDEN', '403 FORBIDDEN']);
    }
    expect(await summarizeResponse(await getPreferences(''))).toBe('401 NOT_SIGNED_IN');
  });
});

describe('severities', () => {
  it('the database rejects a severity in any other form [DEC-14]', async () => {
    await expect(makeAlert(db(), { severity: 'critical' as Severity })).rejects.toThrow();
    await expect(makeAlert(db(), { severity: 'Severe' as Severity })).rejects.toThrow();
  });
});
