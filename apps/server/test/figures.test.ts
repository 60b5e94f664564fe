/**
 * Every figure that two places show, compared on the demo data. Each test names the places; the public page
 * /transparency defines the figures.
 */
import type { ApiKey, ApiUsage } from '@hakiki/contract/api-keys';
import type { AdminInvoice, MoneyFigures } from '@hakiki/contract/billing-admin';
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import type { Transparency } from '@hakiki/contract/decision-log';
import type { Stats } from '@hakiki/contract/directory';
import type { AdminStats, Overview } from '@hakiki/contract/overview-admin';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { RegtechCountries, RegtechMetric, RegtechReport } from '@hakiki/contract/regtech';
import type { RegtechMetricType } from '@hakiki/contract/regtech-values';
import type * as z from 'zod/mini';
import { beforeAll, describe, expect, it } from 'vitest';
import { appendAll } from '../src/modules/moderation/decision-log/appender.ts';
import { createRegtechService } from '../src/modules/regtech/service.ts';
import { seedAccounts } from '../src/seed/accounts.ts';
import { seedApi } from '../src/seed/demo-api.ts';
import { seedBusiness } from '../src/seed/demo-business.ts';
import { seedMoney } from '../src/seed/demo-money.ts';
import { seedDemoQueue } from '../src/seed/demo-queue.ts';
import { seedDemo } from '../src/seed/demo.ts';
import { findActor } from '../src/seed/signed-in.ts';
import { useDatabase } from './support/database.ts';
import { makeSession } from './support/factories.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { hasTestAdmin: true } });

const signIn = async (email: string) => {
  const { user } = (await findActor(test.database.db, email))!;
  return (await makeSession(test.database.db, { userId: user.id })).cookie;
};
const cookies: Record<'admin' | 'premium' | 'api', string> = { admin: '', premium: '', api: '' };
type Reader = keyof typeof cookies;

async function read<Reply>(path: string, reader?: Reader): Promise<Reply> {
  const response = await server.get(path, reader && { headers: { cookie: cookies[reader] } });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Reply;
}
async function countAll(path: string, reader?: Reader): Promise<number> {
  const response = await server.get(path, reader && { headers: { cookie: cookies[reader] } });
  expect(response.status, path).toBe(200);
  return Number(response.headers.get('X-Total-Count'));
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const readMetrics = async (type: RegtechMetricType) =>
  (await read<RegtechMetric[]>('/api/regtech/metrics', 'premium')).filter(({ metricType }) => metricType === type);
const listSummaries = (query: string) => read<RegtechReport[]>(`/api/regtech/reports?limit=200${query}`, 'premium');

beforeAll(async () => {
  const target = { databaseUrl: test.url, appSecret: 'a secret of the tests of figures' };
  await seedDemo(target);
  await seedDemoQueue(target);
  const { services, database } = server.running;
  await seedAccounts(database.db);
  await seedMoney(services, database.db);
  await seedBusiness(services, database.db);
  await seedApi(services, database.db);
  // The worker: the nightly job of RegTech and the public log.
  await createRegtechService({ database: test.database, publicUrl: '' }).runNightlyUpdate();
  await appendAll(test.database);
  cookies.admin = await signIn('admin@hakiki.example');
  cookies.premium = await signIn('premium@hakiki.example');
  cookies.api = await signIn('api@hakiki.example');
}, 300_000);

describe('figures of the register', () => {
  it('home page, directory, dashboard and RegTech count the same providers', async () => {
    const stats = await read<Stats>('/api/stats');
    const dashboard = await read<DashboardSummary>('/api/dashboard/summary', 'premium');
    const verified = await countAll('/api/providers?verificationStatus=Verified&limit=1');
    const highRisk = await countAll('/api/providers?riskScore=High&limit=1');
    expect(stats.totalProviders).toBe(await countAll('/api/providers?limit=1'));
    expect([stats.verifiedProviders, dashboard.verifiedProviders]).toEqual([verified, verified]);
    expect(dashboard.highRiskProviders).toBe(highRisk);
    const [riskRating] = await readMetrics('risk_rating');
    expect(riskRating!.value).toBeCloseTo((100 * highRisk) / stats.totalProviders, 6);
  });

  it('home page, its map and RegTech count the same countries', async () => {
    const { countries } = await read<Stats>('/api/stats');
    const [coverage] = await readMetrics('coverage');
    expect(coverage!.value).toBe(countries);
    const drafts = await listSummaries('&status=draft');
    expect(drafts.filter(({ figures }) => figures.providers !== null)).toHaveLength(countries);
  });

  it('the draft of RegTech counts the providers of a country like the directory', async () => {
    const drafts = await listSummaries('&status=draft&country=kenya');
    expect(drafts[0]!.figures.providers).toBe(await countAll('/api/providers?country=kenya&limit=1'));
    for (const status of ['Verified', 'Flagged'] as const) {
      expect(drafts[0]!.figures[status === 'Verified' ? 'verified' : 'flagged'], status).toBe(
        await countAll(`/api/providers?country=kenya&verificationStatus=${status}&limit=1`),
      );
    }
  });

  it('the console counts as many verified providers as the public pages', async () => {
    const console = await read<AdminStats>('/api/admin/stats', 'admin');
    const { verifiedProviders } = await read<Stats>('/api/stats');
    expect(console.verifiedProviders).toBe(verifiedProviders);
    expect(console.totalProviders).toBe(await countAll('/api/admin/providers?limit=1', 'admin'));
  });
});

describe('figures for regulators', () => {
  it('the table of countries, the CSV file and the published summaries have the same figures', async () => {
    const { period, countries } = await read<RegtechCountries>('/api/regtech/countries', 'premium');
    const summaries = await listSummaries(`&status=published&period=${period}`);
    const byCountry = new Map(summaries.map(({ country, figures }) => [normaliseCountry(country), figures]));
    expect(countries.length).toBeGreaterThan(10);
    expect(new Map(countries.map(({ country, figures }) => [country, figures]))).toEqual(byCountry);
    const csv = await (await server.get('/api/regtech/figures/file', { headers: { cookie: cookies.premium } })).text();
    const complaints = csv.split('\r\n').flatMap((line) => {
      const [month, , country, figure, value] = line.split(',');
      const isOfCountry = month === period && figure === 'complaints' && country !== '';
      return isOfCountry ? [[normaliseCountry(country!), Number(value)] as const] : [];
    });
    expect(new Map(complaints)).toEqual(new Map([...byCountry].map(([name, figures]) => [name, figures.complaints])));
    for (const { figures, complaints: year } of countries) expect(year.at(-1)).toBe(figures.complaints);
  });
});

describe('figures of alerts and reports', () => {
  it('dashboard, lists, /reports and console count the same public alerts and reports', async () => {
    const alerts = await countAll('/api/fraud-alerts?limit=1');
    const reports = await countAll('/api/reports?limit=1');
    const dashboard = await read<DashboardSummary>('/api/dashboard/summary', 'premium');
    expect([dashboard.activeAlerts, dashboard.totalReports]).toEqual([alerts, reports]);
    const figures = await read<Record<string, number>>('/api/reports/figures');
    const critical = sum(
      await Promise.all(['fraud-alerts', 'reports'].map((list) => countAll(`/api/${list}?severity=Critical&limit=1`))),
    );
    expect(figures).toEqual({ activeAlerts: alerts, totalReports: reports, criticalIssues: critical });
    const console = await read<{ approved: number }>('/api/admin/fraud-alerts/counts', 'admin');
    expect(console.approved).toBe(alerts);
  });

  it('RegTech counts as complaints what the lists show, with the reports that were merged into an alert', async () => {
    const { approved, merged } = await read<Record<'approved' | 'merged', number>>(
      '/api/admin/fraud-alerts/counts',
      'admin',
    );
    const reports = await countAll('/api/reports?limit=1');
    const complaints = await readMetrics('audit_findings');
    expect(sum(complaints.map(({ value }) => value))).toBe(approved + merged + reports);
  });

  it('/transparency counts every filing that the console has', async () => {
    const { allTime } = await read<Transparency>('/api/transparency');
    const counts = await read<Record<string, number>>('/api/admin/fraud-alerts/counts', 'admin');
    const today = await test.sql(
      `select (select count(*)::int from fraud_alerts where created_at >= current_date) as alerts,
        (select count(*)::int from reports where created_at >= current_date) as reports`,
    );
    expect(allTime.received.alerts + Number(today[0]!['alerts'])).toBe(sum(Object.values(counts)));
    expect(allTime.received.reports + Number(today[0]!['reports'])).toBe(
      await countAll('/api/admin/reports?limit=1', 'admin'),
    );
  });
});

describe('figures of decisions', () => {
  it('the overview counts decisions and reversals, and computes the median, like /transparency from the public log', async () => {
    const { decisions, reversed, medianHoursToDecision } = await read<Overview>('/api/admin/overview', 'admin');
    const [logged] = await test.sql(`
      with lines as (
        select l.* from decision_log l join decisions d on d.id = l.source_id
        where d.created_at >= now() - interval '30 days' and l.kind = 'decision'
          and l.reversal is distinct from 'undone'
          and not exists (select from decision_log undo where undo.reverses = l.number and undo.reversal = 'undone')
      )
      select count(*) filter (where subject not in ('appeal', 'dispute') and from_value <> to_value)::int as decisions,
        count(*) filter (where reversal = 'reversed')::int as reversed,
        percentile_disc(0.5) within group (order by waited_hours)
          filter (where subject in ('alert', 'report', 'provider')) as "medianHoursToDecision"
      from lines`);
    expect({ decisions, reversed, medianHoursToDecision }).toEqual(logged);
  });
});

describe('figures of money', () => {
  it('the overview counts paid invoices as received, and agrees with the ledger', async () => {
    const money = await read<MoneyFigures>('/api/admin/money', 'admin');
    const invoices = await read<z.infer<typeof AdminInvoice>[]>('/api/admin/invoices?status=paid&limit=200', 'admin');
    expect(money.receivedCents).toBe(sum(invoices.map(({ totalCents }) => totalCents)));
    const [ledger] = await test.sql(`
      select sum(e.amount)::int as cents from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.name in ('bank', 'gateway', 'fees')`);
    expect(money.receivedCents - money.refundedCents).toBe(ledger!['cents']);
  });
});

describe('figures of the API', () => {
  it('usage page and rate limit header name the same rest of the quota', async () => {
    const { services, database } = server.running;
    const actor = (await findActor(database.db, 'api@hakiki.example'))!;
    const options = { name: 'Figures', isTest: false, addresses: [], permissions: ['read:providers' as const] };
    const { key } = await services.apiKeys.create(actor, options, undefined);
    const response = await server.get('/api/v1/providers?limit=1', { headers: { authorization: `Bearer ${key}` } });
    const left = Number(/"month";r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1]);
    await services.apiKeys.flush();
    expect((await read<ApiUsage>('/api/api-keys/usage', 'api')).remaining).toBe(left);
  });

  it('a key shows a last use exactly when the usage page counts its calls', async () => {
    const { keys: used } = await read<ApiUsage>('/api/api-keys/usage', 'api');
    const keys = await read<ApiKey[]>('/api/api-keys', 'api');
    expect(used.length).toBeGreaterThan(1);
    expect(
      keys
        .filter(({ lastUsed }) => lastUsed)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(used.map(({ id }) => id).toSorted());
  });
});
