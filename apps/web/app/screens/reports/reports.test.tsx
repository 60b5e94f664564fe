import type { Alert } from '@hakiki/contract/alerts';
import { listLimits, teaserLengths } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anAlert, aMyReport, anId, aReport, aUser } from '../../../test/factories.ts';
import { getFacts, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { memberAlerts } from '../../lib/alerts/queries.ts';
import { authUser } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../lib/api/use-query.ts';
import { listAlerts } from './listed-alerts.ts';
import Reports, { loader } from './reports.tsx';
import { memberReports, myReports } from './reports-reads.ts';

const ACTIVE = '/api/fraud-alerts/active';
const HIGH_RISK = '/api/reports?severity=high,critical&limit=6';
const FIGURES = '/api/reports/figures';
const figures = { activeAlerts: 1234, totalReports: 56, criticalIssues: 7 };

const day = (number: number) => `2025-03-${String(number).padStart(2, '0')}T10:00:00Z`;
const alertOf = (number: number, given: Record<string, unknown> = {}): Alert =>
  anAlert({ id: anId(number), title: `Alert ${number}`, createdAt: day(number), ...given });
const reportOf = (number: number, given: Record<string, unknown> = {}) =>
  aReport({ id: anId(number), createdAt: day(number), ...given });

interface Known {
  alerts?: unknown;
  reports?: unknown;
  counted?: unknown;
  /** What the browser loads for a member after the page; the page itself contains none of it. */
  member?: { alerts?: unknown; reports?: unknown; own?: unknown; user?: unknown };
}

async function page({
  alerts = pagedResponse([]),
  reports = pagedResponse([]),
  counted = figures,
  member,
}: Known = {}) {
  const onServer = createFakeApi({ [ACTIVE]: alerts, [HIGH_RISK]: reports, [FIGURES]: counted });
  const inBrowser = createFakeApi({
    '/api/auth/user': member?.user ?? (member ? aUser() : errorResponse(401)),
    [ACTIVE]: member?.alerts ?? pagedResponse([]),
    [HIGH_RISK]: member?.reports ?? pagedResponse([]),
    '/api/fraud-alerts/my-reports': member?.own ?? [],
  });
  const store = new QueryStore(inBrowser.api);
  const { context, page: cached } = createServerContext(onServer.api);
  hydrateStore(store, await loader({ context } as unknown as Parameters<typeof loader>[0]));
  if (member) {
    const later = [authUser, memberAlerts, memberReports, myReports];
    hydrateStore(store, await prefetch(createServerContext(inBrowser.api).context, later));
  }
  return { body: renderPageOnServer(Reports, { at: '/reports', store }), asked: onServer.requests, cached };
}

const section = (body: HTMLElement, id: string) => body.querySelector<HTMLElement>(`section#${id}`)!;
const numbersIn = (body: HTMLElement, attribute: string) =>
  getAttributeValues(body, attribute).map((id) => Number(id.slice(-3)));
const cardOf = (body: HTMLElement, number: number) =>
  within(body)
    .getAllByRole('article')
    .find((card) => Object.values(card.dataset).includes(anId(number)))!;
const blurredIn = (card: HTMLElement) =>
  [...card.querySelectorAll('p[data-teaser="true"][class*="blur-"]')].map(getText);

describe('the reports page', () => {
  it('the reports page is public and can be cached by the edge [REPORTS-01] [ROUTE-07] [DEC-47]', async () => {
    const { body, asked, cached } = await page({ alerts: pagedResponse([alertOf(1)]) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Fraud Reports and Alerts');
    expect(asked.toSorted()).toEqual([ACTIVE, HIGH_RISK, FIGURES].toSorted());
    expect(cached.cache).toBe('shared');
  });

  it('the reports page counts active alerts, all reports and critical issues, the same for every viewer [REPORTS-02] [DEC-19] [ROLE-07]', async () => {
    const expected = [
      ['Active alerts', '1,234'],
      ['Total reports', '56'],
      ['Critical issues', '7'],
    ];
    expect(getFacts((await page()).body)).toEqual(expected);
    const own = [aMyReport({ id: anId(9), status: 'pending' })];
    expect(getFacts((await page({ member: { own } })).body)).toEqual(expected);
  });

  it('the reports page lists the six newest alerts [REPORTS-03] [DEC-19]', async () => {
    const mixed = [3, 9, 1, 8, 2, 7, 5].map((number) => alertOf(number));
    expect(listLimits.reportsPageAlerts).toBe(6);
    expect(listAlerts(mixed).map(({ id }) => Number(id.slice(-3)))).toEqual([9, 8, 7, 5, 3, 2]);
    const { body } = await page({ alerts: pagedResponse(mixed.slice(0, 6), 7) });
    expect(numbersIn(section(body, 'alerts'), 'data-alert')).toEqual([9, 8, 7, 3, 2, 1]);
  });

  it('the reports page lists at most six reports, only high-risk ones, in any letter case [REPORTS-04] [REPORTS-05] [DEC-14]', async () => {
    const reports = [
      reportOf(20, { severity: 'Low' }),
      { ...reportOf(19), severity: 'critical' },
      { ...reportOf(18), severity: 'HIGH' },
      ...[17, 16, 15, 14, 13].map((number) => reportOf(number)),
    ];
    const { body } = await page({ reports: pagedResponse(reports) });
    expect(numbersIn(section(body, 'high-risk'), 'data-report')).toEqual([19, 18, 17, 16, 15, 14]);
    expect(getText(cardOf(body, 19))).toContain('Critical');
  });

  it('the reports page shows the report type with spaces instead of underscores [REPORTS-17]', async () => {
    const { body } = await page({ reports: pagedResponse([reportOf(1)]) });
    expect(getText(within(cardOf(body, 1)).getAllByRole('heading', { level: 3 })[0]!)).toBe('withdrawal issues');
  });
});

describe('a visitor on the reports page', () => {
  it('a visitor sees a blurred beginning of an alert with a link to sign up [REPORTS-06] [ROLE-07] [DEC-16]', async () => {
    expect(teaserLengths.alert).toBe(100);
    const teaser = 'They ask for a fee before anything is paid out and then for';
    const { body } = await page({ alerts: pagedResponse([alertOf(1, { description: teaser, descriptionCut: true })]) });
    const card = cardOf(body, 1);
    expect(blurredIn(card)).toEqual([`${teaser}...`]);
    const [title, signUp, ...more] = getLinks(card);
    expect(title).toEqual({ href: `/alerts/${anId(1)}`, text: 'Alert 1' });
    expect(signUp?.href).toBe('/signup');
    expect(signUp?.text).toContain('the rest of “Alert 1” is for members');
    expect(more).toEqual([]);
  });

  it('a visitor sees a short text without blur, and the advice [DEC-16] [REPORTS-06]', async () => {
    const { body } = await page({
      alerts: pagedResponse([
        alertOf(1, { description: 'They ask for a fee.', advice: 'Pay nothing more.' }),
        alertOf(2),
      ]),
    });
    expect(cardOf(body, 1).innerHTML).not.toContain('blur');
    expect(getLinks(cardOf(body, 1)).map(({ href }) => href)).toEqual([`/alerts/${anId(1)}`]);
    expect(getText(cardOf(body, 1))).toContain('What to do: Pay nothing more.');
    expect(getText(cardOf(body, 2))).toContain('What to do: Pay nothing in, and bring nobody else in.');
    expect(getLinks(section(body, 'alerts')).map(({ href }) => href)).toContain('/alerts');
  });

  it('a visitor sees a blurred beginning of a report with a link to sign up [REPORTS-07] [ROLE-07] [DEC-16]', async () => {
    expect(teaserLengths.report).toBe(80);
    const { body } = await page({
      reports: pagedResponse([reportOf(1, { description: 'Since May', descriptionCut: true })]),
    });
    const card = cardOf(body, 1);
    expect(blurredIn(card)).toEqual(['Since May...']);
    expect(getLinks(card).map(({ href }) => href)).toEqual(['/signup', `/appeal?report=${anId(1)}`]);
  });

  it('a visitor sees a link to sign up when there is nothing to show [REPORTS-09]', async () => {
    const { body } = await page();
    for (const id of ['alerts', 'high-risk']) {
      expect(getLinks(section(body, id))).toEqual([{ href: '/signup', text: 'Sign up' }]);
    }
    expect(getText(body)).toContain('No active alerts at the moment');
  });

  it('a visitor sees links to sign-up and to the plans at the end [REPORTS-11]', async () => {
    const { body } = await page();
    expect(getLinks([...body.querySelectorAll('section')].at(-1)!).map(({ href }) => href)).toEqual([
      '/signup',
      '/pricing',
    ]);
  });

  it('a visitor sees the page in French', async () => {
    setTestLanguage('fr');
    const { body } = await page({ alerts: pagedResponse([alertOf(1)]) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Signalements et alertes à la fraude');
    expect(getLinks(body).filter(({ href }) => !href?.startsWith('/fr/'))).toEqual([]);
  });
});

describe('a member on the reports page', () => {
  it('a member sees the full texts, with the provider [REPORTS-08]', async () => {
    const long = `They ask for a fee. ${'word '.repeat(200)}end`;
    const { body } = await page({
      alerts: pagedResponse([alertOf(1, { description: 'They ask', descriptionCut: true })]),
      member: {
        alerts: pagedResponse([alertOf(1, { description: long, affectedProvider: anId(77) })]),
        reports: pagedResponse([reportOf(2, { reporterLocation: 'Nakuru', providerId: anId(78) })]),
      },
    });
    expect(getText(cardOf(body, 1)).match(/word/g)).toHaveLength(200);
    expect(body.innerHTML).not.toContain('data-teaser');
    expect(getLinks(cardOf(body, 1))).toEqual([
      { href: `/alerts/${anId(1)}`, text: 'Alert 1' },
      { href: `/provider/${anId(77)}`, text: 'See the provider' },
    ]);
    expect(getText(cardOf(body, 2))).toContain('Nothing has been paid out since May.');
    expect(getText(cardOf(body, 2))).toContain('From Nakuru');
    expect(getLinks(cardOf(body, 2))[0]?.href).toBe(`/provider/${anId(78)}`);
  });

  it('a member sees their own reports among the public alerts: under review with a note, verified, rejected [REPORTS-12] [REPORTS-14] [REPORTS-15] [REPORTS-16] [DEC-20]', async () => {
    const { body } = await page({
      member: {
        alerts: pagedResponse([alertOf(4), alertOf(3)]),
        own: [
          aMyReport({ id: anId(6), status: 'pending', createdAt: day(6) }),
          aMyReport({ id: anId(3), status: 'approved', createdAt: day(3) }),
          aMyReport({ id: anId(2), status: 'rejected', createdAt: day(2) }),
        ],
      },
    });
    expect(numbersIn(section(body, 'alerts'), 'data-alert')).toEqual([6, 4, 3, 2]);
    const labelOf = (number: number) => cardOf(body, number).querySelector('[data-status]')?.textContent;
    expect([6, 4, 3, 2].map(labelOf)).toEqual(['Under Review', undefined, 'Verified', 'Rejected']);
    expect(getText(cardOf(body, 6))).toContain('It will be visible to everyone once verified by the team.');
    for (const number of [4, 3, 2]) expect(getText(cardOf(body, number))).not.toContain('visible to everyone');
  });

  it('a member sees each alert once, and no more than six [REPORTS-13] [REPORTS-03]', () => {
    const active = [9, 8, 7, 6, 5, 4].map((number) => alertOf(number));
    const own = [10, 9, 8].map((number) =>
      aMyReport({ id: anId(number), status: number === 10 ? 'pending' : 'approved', createdAt: day(number) }),
    );
    const stale = aMyReport({ id: anId(7), status: 'pending', createdAt: day(7) });
    const merged = listAlerts(active, [...own, stale]);
    expect(merged.map(({ id }) => Number(id.slice(-3)))).toEqual([10, 9, 8, 7, 6, 5]);
    expect(merged.find(({ id }) => id === anId(7))).toMatchObject({ ownStatus: 'approved', title: 'Alert 7' });
  });

  it('a member sees that their own pending issue report is under review [REPORTS-12] [REPORTS-14]', async () => {
    const { body } = await page({
      member: { reports: pagedResponse([reportOf(1, { status: 'pending' }), reportOf(2)]) },
    });
    expect(getText(cardOf(body, 1))).toContain('Under Review');
    expect(getText(cardOf(body, 1))).toContain('once verified by the team');
    expect(getText(cardOf(body, 2))).toContain('Being investigated');
  });

  it('a member sees a link to the directory when there is nothing to show [REPORTS-09]', async () => {
    const { body } = await page({ member: {} });
    expect(getLinks(section(body, 'alerts'))).toEqual([{ href: '/directory', text: 'Browse all providers' }]);
  });

  it('a member sees links to the scam report and the directory at the end [REPORTS-10]', async () => {
    const { body } = await page({ member: {} });
    expect(getLinks([...body.querySelectorAll('section')].at(-1)!).map(({ href }) => href)).toEqual([
      '/report-scam',
      '/directory',
    ]);
  });

  it('a member still sees the public alerts when their own could not be loaded, and can retry [DEC-65]', async () => {
    const { body } = await page({ member: { alerts: pagedResponse([alertOf(1)]), own: errorResponse(500) } });
    const part = section(body, 'alerts');
    expect(getText(part)).toContain('Could not load your own reports');
    expect(numbersIn(part, 'data-alert')).toEqual([1]);
  });
});

it('each section that could not be loaded says so and can be retried, and the others work [DEC-65]', async () => {
  const broken = await page({
    alerts: errorResponse(500),
    counted: errorResponse(503),
    reports: pagedResponse([reportOf(1)]),
  });
  expect(getText(broken.body)).toContain('Could not load the figures');
  expect(getText(section(broken.body, 'alerts'))).toMatch(/Could not load the alerts .*Try Again/);
  expect(numbersIn(broken.body, 'data-report')).toEqual([1]);
  expect(broken.cached.cache).toBe('never');
  const other = await page({ reports: errorResponse(500), alerts: pagedResponse([alertOf(1)]) });
  expect(getText(section(other.body, 'high-risk'))).toMatch(/Could not load the reports .*Try Again/);
  expect(numbersIn(other.body, 'data-alert')).toEqual([1]);
});
