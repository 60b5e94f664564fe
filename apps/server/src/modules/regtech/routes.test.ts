import type { RegtechCountries, RegtechReport } from '@hakiki/contract/regtech';
import { beforeEach, describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import {
  makeAlert,
  makeNewsItem,
  makeProvider,
  makeReport,
  makeSession,
  makeUser,
} from '../../../test/support/factories.ts';
import { extractPdfText } from '../../../test/support/pdf-text.ts';
import { useServer } from '../../../test/support/server.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Log } from '../../platform/log/log.ts';
import { regtechJobs } from './jobs.ts';
import { createRegtechService } from './service.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

const PUBLIC_URL = 'https://hakiki.test';
const log = { info: () => undefined } as unknown as Log;
/** Runs the job on the given night. */
const runNightlyUpdate = (day: string) =>
  regtechJobs({
    regtech: createRegtechService({
      database: test.database,
      publicUrl: PUBLIC_URL,
      clock: () => Date.parse(`${day}T03:05:00Z`),
    }),
    log,
  })[0]!.run({}, { id: day });

const signInMember = async (userFields: Parameters<typeof makeUser>[1] = { userType: 'regtech' }) => {
  const { id } = await makeUser(db(), userFields);
  return (await makeSession(db(), { userId: id })).cookie;
};
const readRows = async <Row>(path: string, cookie: string) =>
  (await (await server.get(`/api/regtech/${path}`, { headers: { cookie } })).json()) as Row[];

/** Records the decision that made it public. */
const insertDecision = (subject: 'alert' | 'report', subjectId: string, toValue: string, at: string) =>
  test.sql(
    `insert into decisions (id, subject, subject_id, from_value, to_value, created_at) values ($1, $2, $3, 'pending', $4, $5)`,
    [uuidv7(), subject, subjectId, toValue, at],
  );
const publicAlert = async (at: string, fields: Parameters<typeof makeAlert>[1] = {}) => {
  const createdAt = new Date(Date.parse(at) - 6 * 3_600_000);
  const alert = await makeAlert(db(), { affectedCountries: ['kenya'], severity: 'High', createdAt, ...fields });
  await insertDecision('alert', alert.id, alert.status, at);
  return alert;
};

const getPdf = (id: string, cookie: string) => server.get(`/api/regtech/reports/${id}/file`, { headers: { cookie } });
const readPdfText = async (id: string, cookie: string) =>
  (await extractPdfText(new Uint8Array(await (await getPdf(id, cookie)).arrayBuffer()))).replaceAll(/\s+/g, ' ');

const formatPublishedDate = ({ createdAt }: RegtechReport) =>
  new Date(createdAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Published summaries cannot be deleted, so each test uses its own year. */
let year = 2030;
beforeEach(async () => {
  year += 2;
  await test.deleteAllRows('providers', 'fraud_alerts', 'reports', 'filings', 'regtech_drafts', 'regtech_metrics');
});
const inYear = (day: string) => `${year}-${day}`;
const listReportsOfYear = async (cookie: string, query = '') =>
  (await readRows<RegtechReport>(`reports?limit=200${query}`, cookie)).filter(({ period }) =>
    period.startsWith(`${year}`),
  );

describe('access to the three RegTech endpoints', () => {
  it.each(['metrics', 'reports', 'alerts'])(
    'GET /api/regtech/%s is for premium, business and regtech accounts [ROLE-10] [CALL-24] [CALL-25] [CALL-26] [DEC-31]',
    async (path) => {
      const outcome = async (cookie: string) =>
        summarizeResponse(await server.get(`/api/regtech/${path}`, { headers: { cookie } }));
      expect(await outcome('')).toBe('401 NOT_SIGNED_IN');
      for (const given of [
        {},
        { subscriptionTier: 'api' },
        { subscriptionTier: 'enterprise' },
        { isAdmin: true },
      ] as const) {
        expect(await outcome(await signInMember(given))).toBe('403 FORBIDDEN');
      }
      for (const given of [
        { subscriptionTier: 'premium' },
        { userType: 'business' },
        { userType: 'regtech' },
      ] as const) {
        const response = await server.get(`/api/regtech/${path}`, { headers: { cookie: await signInMember(given) } });
        expect(response.status).toBe(200);
      }
    },
  );

  it('an invalid month, status or page is rejected', async () => {
    const cookie = await signInMember();
    for (const query of ['period=2026-13', 'status=secret', 'limit=201', 'offset=-1']) {
      expect(await summarizeResponse(await server.get(`/api/regtech/reports?${query}`, { headers: { cookie } }))).toBe(
        '400 INVALID_INPUT',
      );
    }
  });
});

describe('privacy of reporters', () => {
  it('a regulator learns nothing about reporters: not their account, location, words or single losses', async () => {
    const reporter = await makeUser(db(), { email: 'canary-reporter@example.com', firstName: 'Canaryname' });
    const { id: providerId } = await makeProvider(db(), { countries: ['kenya'] });
    await publicAlert(inYear('05-02T10:00:00Z'), { createdBy: reporter.id, lostCents: 77_131_700, title: 'Control' });
    const report = await makeReport(db(), {
      createdBy: reporter.id,
      providerId,
      status: 'investigating',
      reporterLocation: 'Canaryville',
      description: 'Words of a canary.',
    });
    await insertDecision('report', report.id, 'investigating', inYear('05-03T10:00:00Z'));
    await runNightlyUpdate(inYear('05-20'));
    await runNightlyUpdate(inYear('06-01'));
    const cookie = await signInMember();
    const [published] = await listReportsOfYear(cookie, '&country=kenya&status=published');
    const result = JSON.stringify([
      await readPdfText(published!.id, cookie),
      await readRows('metrics', cookie),
      await readRows('reports?limit=200', cookie),
      await readRows('alerts', cookie),
    ]);
    expect(result).toContain('Control');
    expect((await listReportsOfYear(cookie, '&country=kenya'))[1]?.figures.complaints).toBe(2);
    for (const secret of [
      reporter.id,
      'canary-reporter',
      'Canaryname',
      'Canaryville',
      'Words of',
      '771317',
      report.id,
    ]) {
      expect(result).not.toContain(secret);
    }
  });
});

describe('regtech metrics', () => {
  it('the metrics of each month are computed from public providers and complaints [ENT-29] [SHAPE-19] [DEC-64] [REAL-26]', async () => {
    const cookie = await signInMember();
    await makeProvider(db(), { regulatoryCompliance: 90, riskScore: 'Low', countries: ['kenya', 'ghana'] });
    await makeProvider(db(), { regulatoryCompliance: 60, riskScore: 'High', countries: ['kenya'] });
    await makeProvider(db(), {
      regulatoryCompliance: 0,
      riskScore: 'Low',
      countries: ['mali'],
      reviewState: 'pending',
    });
    await makeProvider(db(), { regulatoryCompliance: 0, countries: ['togo'], verificationStatus: 'Suspended' });
    await publicAlert(inYear('05-02T10:00:00Z'));
    await runNightlyUpdate(inYear('05-20'));
    await runNightlyUpdate(inYear('05-20'));
    const result = (await readRows<object>('metrics', cookie)).slice(0, 4);
    const metric = (metricType: string, value: number) => ({
      id: expect.any(String) as string,
      metricType,
      value,
      period: inYear('05'),
      calculatedAt: expect.any(String) as string,
    });
    expect(result).toEqual([
      metric('audit_findings', 1),
      metric('compliance_score', 75),
      metric('coverage', 2),
      metric('risk_rating', 50),
    ]);
  });

  it('risk and coverage are those that the directory and the home page show', async () => {
    const lowScores = { regulatoryCompliance: 10, userSatisfaction: 10, securityMeasures: 10 };
    await makeProvider(db(), { ...lowScores, riskScore: 'Low', countries: ['kenya', 'other'] });
    await makeProvider(db(), { riskScore: 'Low', countries: ['kenya'] });
    await runNightlyUpdate(inYear('05-20'));
    const metrics = await readRows<{ metricType: string; value: number }>('metrics', await signInMember());
    const find = (type: string) => metrics.find(({ metricType }) => metricType === type)?.value;
    expect({ risk: find('risk_rating'), coverage: find('coverage') }).toEqual({ risk: 50, coverage: 1 });
  });

  it('the metrics about providers are left out if there are no providers', async () => {
    await runNightlyUpdate(inYear('05-20'));
    const [first, second] = await readRows<{ metricType: string; period: string }>('metrics', await signInMember());
    expect([first?.metricType, first?.period, second?.period]).toEqual(['audit_findings', inYear('05'), inYear('04')]);
  });
});

describe('monthly summaries', () => {
  it('a monthly summary is a draft until the month closes, and is then published with the final figures [ENT-28] [SHAPE-19] [DEC-64]', async () => {
    const cookie = await signInMember();
    await makeProvider(db(), { verificationStatus: 'Verified', countries: ['kenya'] });
    await makeProvider(db(), { verificationStatus: 'Flagged', countries: ['kenya'] });
    for (const lostCents of [100_000, 250_000, 50_000]) {
      await publicAlert(inYear('05-02T10:00:00Z'), { lostCents, severity: 'Critical' });
    }
    const summary = {
      id: expect.any(String) as string,
      title: `Kenya: May ${year}`,
      reportType: 'monthly_summary',
      priority: 'high',
      country: 'Kenya',
      content:
        'Complaints made public: 3. New schemes: 3. Losses told of: R4,000. Median time to a decision: 6 hours. Listed providers: 2, of them 1 verified and 1 flagged.',
      period: inYear('05'),
      figures: { complaints: 3, schemes: 3, lostRand: 4000, medianHours: 6, providers: 2, verified: 1, flagged: 1 },
      createdAt: expect.any(String) as string,
    };
    await runNightlyUpdate(inYear('05-31'));
    // Nightly sums would reveal single losses.
    expect(await listReportsOfYear(cookie)).toEqual([
      {
        ...summary,
        content: summary.content.replace(' Losses told of: R4,000.', ''),
        figures: { ...summary.figures, lostRand: null },
        status: 'draft',
      },
    ]);
    await runNightlyUpdate(inYear('06-01'));
    expect(await listReportsOfYear(cookie, `&period=${inYear('05')}`)).toEqual([{ ...summary, status: 'published' }]);
    expect(await listReportsOfYear(cookie, '&status=draft')).toEqual([
      {
        ...summary,
        title: `Kenya: June ${year}`,
        priority: 'low',
        content: 'Complaints made public: 0. New schemes: 0. Listed providers: 2, of them 1 verified and 1 flagged.',
        status: 'draft',
        period: inYear('06'),
        figures: { ...summary.figures, complaints: 0, schemes: 0, lostRand: null, medianHours: null },
      },
    ]);
  });

  it('a month and country have one summary, also when concurrent jobs close the month', async () => {
    const cookie = await signInMember();
    await publicAlert(inYear('05-02T10:00:00Z'), { affectedCountries: ['kenya', 'ghana'] });
    await Promise.all([
      runNightlyUpdate(inYear('06-01')),
      runNightlyUpdate(inYear('06-01')),
      runNightlyUpdate(inYear('06-02')),
    ]);
    await runNightlyUpdate(inYear('06-03'));
    const published = await listReportsOfYear(cookie, '&status=published');
    expect(published.map(({ country, period }) => [country, period])).toEqual([
      ['Ghana', inYear('05')],
      ['Kenya', inYear('05')],
    ]);
  });

  it('a month and country have one summary, also when the job failed after closing the month', async () => {
    const cookie = await signInMember();
    await publicAlert(inYear('05-02T10:00:00Z'));
    let transactions = 0;
    const failingDatabase = Object.create(test.database, {
      transaction: {
        value: (work: Parameters<typeof test.database.transaction>[0]) => {
          transactions += 1;
          const isLast = transactions > 12;
          return isLast ? Promise.reject(new Error('The worker is gone.')) : test.database.transaction(work);
        },
      },
    }) as typeof test.database;
    const failingService = createRegtechService({
      database: failingDatabase,
      publicUrl: PUBLIC_URL,
      clock: () => Date.parse(inYear('06-01T03:05:00Z')),
    });
    await expect(failingService.runNightlyUpdate()).rejects.toThrow('The worker is gone.');
    const before = await listReportsOfYear(cookie);
    expect(before.map(({ country, status }) => [country, status])).toEqual([['Kenya', 'published']]);
    await runNightlyUpdate(inYear('06-01'));
    expect(await listReportsOfYear(cookie, '&status=published')).toEqual(before);
  });

  it('a published summary is available as a PDF with every figure and its explanation; a draft is not [ENT-28]', async () => {
    const cookie = await signInMember();
    await makeProvider(db(), { verificationStatus: 'Verified', countries: ['côte d’ivoire'] });
    for (const lostCents of [1_000_000, 250_000, 50_000]) {
      await publicAlert(inYear('05-02T10:00:00Z'), { lostCents, affectedCountries: ['côte d’ivoire'] });
    }
    await runNightlyUpdate(inYear('05-31'));
    const [draft] = await listReportsOfYear(cookie);
    expect(await summarizeResponse(await getPdf(draft!.id, cookie))).toBe('404 REPORT_NOT_FOUND');
    await runNightlyUpdate(inYear('06-01'));
    const [published] = await listReportsOfYear(cookie, '&status=published');
    const response = await getPdf(published!.id, cookie);
    const headers = ['content-type', 'content-disposition', 'cache-control'].map((name) => response.headers.get(name));
    expect(headers).toEqual([
      'application/pdf',
      `attachment; filename="hakiki-regtech-cote-d-ivoire-${year}-05.pdf"`,
      'private, no-cache',
    ]);
    expect(await readPdfText(published!.id, cookie)).toBe(
      `Côte D’Ivoire: May ${year} Monthly summary, published ${formatPublishedDate(published!)}. Priority: medium. ` +
        'Complaints 3 Alerts and reports about the country that first became public in the month. One that concerns several ' +
        'countries is counted in each. New schemes 3 Alerts among them. Further reports of the same thing are counted into its ' +
        'alert and not here. Losses in rand R13,000 Sum of what the alerts of the month say was lost, where it was told in rand, ' +
        "from 3 alerts on. Median hours to a decision 6 Half of the month's complaints were decided in less time. Told from 3 " +
        'complaints on. Listed providers 1 Of the country, on the last night of the month. Verified 1 Of those. Flagged 0 Of ' +
        'those. From what is public in the register of Hakiki. It holds nothing about the people who report. ' +
        'Method: counted from the register when the month had closed, and not changed afterwards. Months are in UTC. A figure ' +
        'with too few people behind it is not published. Definitions: http://hakiki.test/figures#regtech ' +
        `Cite as: Hakiki, monthly summary Côte D’Ivoire ${year}-05, published ${formatPublishedDate(published!)}. ` +
        `http://hakiki.test/regtech?tab=reports&country=c%C3%B4te+d%E2%80%99ivoire Summary ${published!.id}`,
    );
    // The same figures produce the same bytes.
    const bytes = async () => Buffer.from(await (await getPdf(published!.id, cookie)).arrayBuffer());
    expect((await bytes()).equals(await bytes())).toBe(true);
    expect(await summarizeResponse(await getPdf(published!.id, await signInMember({})))).toBe('403 FORBIDDEN');
    expect(await summarizeResponse(await getPdf(published!.id, ''))).toBe('401 NOT_SIGNED_IN');
  });

  it('a scheme that several people report counts once', async () => {
    const cookie = await signInMember();
    const { id: providerId } = await makeProvider(db(), { countries: ['kenya'] });
    const lead = await publicAlert(inYear('05-02T10:00:00Z'));
    await publicAlert(inYear('05-03T10:00:00Z'), { status: 'merged', mergedInto: lead.id });
    const report = await makeReport(db(), { providerId, status: 'investigating' });
    await insertDecision('report', report.id, 'investigating', inYear('05-03T10:00:00Z'));
    await runNightlyUpdate(inYear('06-01'));
    const [{ figures }] = (await listReportsOfYear(cookie, '&status=published')) as [RegtechReport];
    expect([figures.complaints, figures.schemes]).toEqual([3, 1]);
  });

  it('a published summary does not change; a complaint that is decided later counts in the later month', async () => {
    const cookie = await signInMember();
    const createdAt = new Date(inYear('05-30T10:00:00Z'));
    await publicAlert(inYear('05-30T12:00:00Z'));
    await runNightlyUpdate(inYear('06-01'));
    const before = await listReportsOfYear(cookie, '&status=published');
    await publicAlert(inYear('06-02T12:00:00Z'), { createdAt });
    await publicAlert(inYear('06-02T12:00:00Z'), { createdAt, affectedCountries: ['ghana'] });
    await runNightlyUpdate(inYear('06-03'));
    expect(await listReportsOfYear(cookie, '&status=published')).toEqual(before);
    expect(
      (await listReportsOfYear(cookie, '&status=draft')).map(({ country, figures }) => [country, figures.complaints]),
    ).toEqual([
      ['Ghana', 1],
      ['Kenya', 1],
    ]);
  });

  it('a complaint that is decided several times counts in one month only', async () => {
    const cookie = await signInMember();
    const provider = await makeProvider(db(), { countries: ['ghana'] });
    const report = await makeReport(db(), { providerId: provider.id, status: 'resolved', reporterLocation: 'Kampala' });
    await insertDecision('report', report.id, 'investigating', inYear('05-10T10:00:00Z'));
    await insertDecision('report', report.id, 'resolved', inYear('06-10T10:00:00Z'));
    await runNightlyUpdate(inYear('07-01'));
    const countedReports = (await listReportsOfYear(cookie)).filter(({ figures }) => figures.complaints > 0);
    expect(countedReports.map(({ period, country, figures }) => [period, country, figures.complaints])).toEqual([
      [inYear('05'), 'Ghana', 1],
    ]);
  });

  it('a summary contains only public complaints', async () => {
    const cookie = await signInMember();
    const withdrawn = await publicAlert(inYear('05-02T10:00:00Z'));
    await test.sql(`update fraud_alerts set status = 'rejected' where id = $1`, [withdrawn.id]);
    await publicAlert(inYear('05-02T10:00:00Z'), { status: 'pending' });
    await runNightlyUpdate(inYear('06-01'));
    expect(await listReportsOfYear(cookie)).toEqual([]);
  });

  it('a summary shows losses and times only if there are enough to hide single reporters', async () => {
    const cookie = await signInMember();
    for (const lostCents of [100_000, 250_000, null]) await publicAlert(inYear('05-02T10:00:00Z'), { lostCents });
    for (const lostCents of [100_000, 250_000]) {
      await publicAlert(inYear('05-02T10:00:00Z'), { lostCents, affectedCountries: ['ghana'] });
    }
    await runNightlyUpdate(inYear('06-01'));
    expect((await listReportsOfYear(cookie)).map(({ country, figures }) => [country, figures])).toEqual([
      [
        'Ghana',
        {
          complaints: 2,
          schemes: 2,
          lostRand: null,
          medianHours: null,
          providers: null,
          verified: null,
          flagged: null,
        },
      ],
      [
        'Kenya',
        { complaints: 3, schemes: 3, lostRand: null, medianHours: 6, providers: null, verified: null, flagged: null },
      ],
    ]);
  });

  it('a published summary cannot be changed or deleted in the database', async () => {
    await publicAlert(inYear('05-02T10:00:00Z'));
    await runNightlyUpdate(inYear('06-01'));
    for (const statement of [
      'update regtech_reports set complaints = 0',
      'delete from regtech_reports',
      'truncate regtech_reports',
      'delete from regtech_closings',
    ]) {
      await expect(test.sql(statement)).rejects.toThrow('is append-only');
    }
  });

  it('summaries are filtered by country, month and status, in pages with a total', async () => {
    const cookie = await signInMember();
    await publicAlert(inYear('05-02T10:00:00Z'), { affectedCountries: ['south africa', 'ghana'] });
    await publicAlert(inYear('06-02T10:00:00Z'), { affectedCountries: ['south africa'] });
    await runNightlyUpdate(inYear('06-20'));
    const listSummaries = async (query: string) => {
      const response = await server.get(`/api/regtech/reports?${query}`, { headers: { cookie } });
      const rows = (await response.json()) as RegtechReport[];
      return [response.headers.get('X-Total-Count'), ...rows.map(({ country, period }) => `${country} ${period}`)];
    };
    const may = inYear('05');
    const june = inYear('06');
    expect(await listSummaries('country=South-Africa&limit=1')).toEqual(['2', `South Africa ${june}`]);
    expect(await listSummaries('country=south%20africa&limit=1&offset=1')).toEqual(['2', `South Africa ${may}`]);
    expect(await listSummaries(`period=${may}`)).toEqual(['2', `Ghana ${may}`, `South Africa ${may}`]);
    expect(await listSummaries(`period=${june}&status=published`)).toEqual(['0']);
  });
});

describe('the countries of a month', () => {
  const addComplaints = async (country: string, day: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      await publicAlert(inYear(`${day}T10:00:00Z`), { affectedCountries: [country], lostCents: 100_000 });
  };

  it('each country has its ISO code, its figures of the month and the complaints of twelve months [DEC-64]', async () => {
    const cookie = await signInMember();
    await addComplaints('kenya', '05-02', 2);
    await addComplaints('kenya', '06-02', 3);
    await addComplaints('other', '06-03', 1);
    await runNightlyUpdate(inYear('07-01'));
    const read = async (query = '') =>
      (await (await server.get(`/api/regtech/countries${query}`, { headers: { cookie } })).json()) as RegtechCountries;
    const june = await read();
    const noCounts = { providers: null, verified: null, flagged: null };
    expect({ ...june, months: june.months.slice(0, 2) }).toEqual({
      period: inYear('06'),
      publishedAt: expect.any(String) as string,
      months: [inYear('06'), inYear('05')],
      countries: [
        {
          country: 'kenya',
          code: 'KE',
          figures: { complaints: 3, schemes: 3, lostRand: 3000, medianHours: 6, ...noCounts },
          complaints: [...Array.from({ length: 10 }, () => null), 2, 3],
        },
        {
          country: 'other',
          code: null,
          figures: { complaints: 1, schemes: 1, lostRand: null, medianHours: null, ...noCounts },
          complaints: [...Array.from({ length: 11 }, () => null), 1],
        },
      ],
    });
    const may = await read(`?period=${inYear('05')}`);
    expect(may.countries.map(({ country, figures }) => [country, figures.complaints])).toEqual([['kenya', 2]]);
    expect(await read(`?period=${inYear('07')}`)).toEqual({
      period: null,
      publishedAt: null,
      months: june.months,
      countries: [],
    });
  });

  it('the figures are one CSV file with one head and a row per month, country and figure [DEC-64]', async () => {
    const cookie = await signInMember();
    await makeProvider(db(), { regulatoryCompliance: 70, riskScore: 'High', countries: ['south africa'] });
    await addComplaints('south africa', '06-02', 1);
    await runNightlyUpdate(inYear('06-30'));
    await runNightlyUpdate(inYear('07-01'));
    const response = await server.get('/api/regtech/figures/file', { headers: { cookie } });
    expect(['content-type', 'content-disposition'].map((name) => response.headers.get(name))).toEqual([
      'text/csv; charset=utf-8',
      `attachment; filename="hakiki-regtech-${year - 1}-07-to-${inYear('06')}.csv"`,
    ]);
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toBe('period,country_code,country,figure,value,unit,as_of');
    const asOf = new Date().toISOString().slice(0, 10);
    const june = lines.filter((line) => line.startsWith(inYear('06')));
    expect(june).toEqual([
      `${inYear('06')},ZA,South Africa,complaints,1,count,${asOf}`,
      `${inYear('06')},ZA,South Africa,new_schemes,1,count,${asOf}`,
      `${inYear('06')},ZA,South Africa,listed_providers,1,count,${asOf}`,
      `${inYear('06')},ZA,South Africa,verified_providers,0,count,${asOf}`,
      `${inYear('06')},ZA,South Africa,flagged_providers,0,count,${asOf}`,
      `${inYear('06')},,,high_risk_providers,100,percent,${asOf}`,
      `${inYear('06')},,,coverage,1,countries,${asOf}`,
      `${inYear('06')},,,compliance_score,70,percent,${asOf}`,
      `${inYear('06')},,,complaints,1,count,${asOf}`,
    ]);
    expect(await summarizeResponse(await server.get('/api/regtech/figures/file'))).toBe('401 NOT_SIGNED_IN');
  });
});

describe('regtech alerts', () => {
  it('a regulator gets the approved alerts with regtech severities, newest first [ENT-27] [SHAPE-19] [DEC-64]', async () => {
    const cookie = await signInMember();
    const alerts = [];
    for (const [index, severity] of (['Critical', 'High', 'Medium', 'Low'] as const).entries()) {
      alerts.push(
        await makeAlert(db(), {
          severity,
          affectedCountries: ['south africa', 'kenya'],
          createdAt: new Date(Date.UTC(2026, 5, 10 - index)),
        }),
      );
    }
    for (const status of ['pending', 'rejected'] as const) await makeAlert(db(), { status });
    const severities = ['critical', 'warning', 'info', 'info'];
    expect(await readRows('alerts', cookie)).toEqual(
      alerts.map(({ id, title, description, createdAt }, index) => ({
        id,
        title,
        description,
        severity: severities[index],
        alertSeverity: (['Critical', 'High', 'Medium', 'Low'] as const)[index],
        country: 'South Africa, Kenya',
        isActive: true,
        createdAt: createdAt.toISOString(),
        source: null,
      })),
    );
  });

  it('a regulator also gets urgent news of authorities, with its source [DEC-64]', async () => {
    await test.sql('truncate news_items cascade');
    const cookie = await signInMember();
    const publishedAt = new Date('2026-06-09T08:00:00Z');
    const urgent = await makeNewsItem(db(), { priority: 'high', publishedAt });
    await makeNewsItem(db(), { priority: 'normal', publishedAt });
    for (const state of ['held', 'hidden'] as const) await makeNewsItem(db(), { priority: 'high', state, publishedAt });
    const newer = await makeAlert(db(), { createdAt: new Date('2026-06-10T08:00:00Z') });
    const older = await makeAlert(db(), { createdAt: new Date('2026-06-08T08:00:00Z') });
    const result = await readRows<{ id: string }>('alerts', cookie);
    expect(result.map(({ id }) => id)).toEqual([newer.id, urgent.id, older.id]);
    expect(result[1]).toEqual({
      id: urgent.id,
      title: urgent.title,
      description: urgent.summary,
      severity: 'warning',
      alertSeverity: 'High',
      country: 'Kenya',
      isActive: true,
      createdAt: '2026-06-09T08:00:00.000Z',
      source: { name: urgent.sourceName, url: urgent.sourceUrl },
    });
  });

  it('a regulator can filter alerts and urgent news by country and severity [ENT-27]', async () => {
    await test.sql('truncate news_items cascade');
    const cookie = await signInMember();
    const kenyan = await makeAlert(db(), { severity: 'High', affectedCountries: ['kenya', 'ghana'] });
    const critical = await makeAlert(db(), { severity: 'Critical', affectedCountries: ['south africa'] });
    const urgent = await makeNewsItem(db(), { priority: 'high', publishedAt: new Date('2026-01-01T08:00:00Z') });
    const listIds = async (query: string) =>
      (await readRows<{ id: string }>(`alerts?${query}`, cookie)).map(({ id }) => id);
    expect(await listIds('country=Kenya')).toEqual([kenyan.id, urgent.id]);
    expect(await listIds('country=South-Africa&severity=Critical')).toEqual([critical.id]);
    expect(await listIds('severity=High')).toEqual([kenyan.id, urgent.id]);
    expect(await listIds('country=kenya&severity=Low')).toEqual([]);
    expect(
      await summarizeResponse(await server.get('/api/regtech/alerts?severity=warning', { headers: { cookie } })),
    ).toBe('400 INVALID_INPUT');
  });

  it('a regulator gets at most fifty alerts', async () => {
    for (let n = 0; n < 51; n += 1) await makeAlert(db());
    expect(await readRows('alerts', await signInMember())).toHaveLength(50);
  });
});
