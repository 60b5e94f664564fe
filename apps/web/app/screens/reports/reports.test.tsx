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
import { listAlerts } from './list-alerts.ts';
import Reports, { loader } from './reports.tsx';
import { memberReportsQuery, myReportsQuery } from './reports-queries.ts';

const ACTIVE = '/api/fraud-alerts/active';
const HIGH_RISK = '/api/reports?severity=high,critical&limit=6';
const FIGURES = '/api/reports/figures';
const figures = { activeAlerts: 1234, totalReports: 56, criticalIssues: 7 };

const toDay = (number: number) => `2025-03-${String(number).padStart(2, '0')}T10:00:00Z`;
const makeAlert = (number: number, overrides: Record<string, unknown> = {}): Alert =>
  anAlert({ id: anId(number), title: `Alert ${number}`, createdAt: toDay(number), ...overrides });
const makeReport = (number: number, overrides: Record<string, unknown> = {}) =>
  aReport({ id: anId(number), createdAt: toDay(number), ...overrides });

interface PageOptions {
  alerts?: unknown;
  reports?: unknown;
  figuresResponse?: unknown;
  /** What the browser loads for a member after the page; the page itself contains none of it. */
  member?: { alerts?: unknown; reports?: unknown; own?: unknown; user?: unknown };
}

async function renderPage({
  alerts = pagedResponse([]),
  reports = pagedResponse([]),
  figuresResponse = figures,
  member,
}: PageOptions = {}) {
  const serverApi = createFakeApi({ [ACTIVE]: alerts, [HIGH_RISK]: reports, [FIGURES]: figuresResponse });
  const browserApi = createFakeApi({
    '/api/auth/user': member?.user ?? (member ? aUser() : errorResponse(401)),
    [ACTIVE]: member?.alerts ?? pagedResponse([]),
    [HIGH_RISK]: member?.reports ?? pagedResponse([]),
    '/api/fraud-alerts/my-reports': member?.own ?? [],
  });
  const store = new QueryStore(browserApi.api);
  const { context, page: cached } = createServerContext(serverApi.api);
  hydrateStore(store, await loader({ context } as unknown as Parameters<typeof loader>[0]));
  if (member) {
    const memberQueries = [authUser, memberAlerts, memberReportsQuery, myReportsQuery];
    hydrateStore(store, await prefetch(createServerContext(browserApi.api).context, memberQueries));
  }
  return { body: renderPageOnServer(Reports, { at: '/reports', store }), asked: serverApi.requests, cached };
}

const findSection = (body: HTMLElement, id: string) => body.querySelector<HTMLElement>(`section#${id}`)!;
const listIdNumbers = (body: HTMLElement, attribute: string) =>
  getAttributeValues(body, attribute).map((id) => Number(id.slice(-3)));
const findCard = (body: HTMLElement, number: number) =>
  within(body)
    .getAllByRole('article')
    .find((card) => Object.values(card.dataset).includes(anId(number)))!;
const listBlurred = (card: HTMLElement) =>
  [...card.querySelectorAll('p[data-teaser="true"][class*="blur-"]')].map(getText);

describe('the reports page', () => {
  it('the reports page is public and can be cached by the edge [REPORTS-01] [ROUTE-07] [DEC-47]', async () => {
    const { body, asked, cached } = await renderPage({ alerts: pagedResponse([makeAlert(1)]) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Fraud Reports and Alerts');
    expect(asked.toSorted()).toEqual([ACTIVE, HIGH_RISK, FIGURES].toSorted());
    expect(cached.cache).toBe('shared');
  });

  it('the reports page counts active alerts, all reports and critical issues, the same for every viewer [REPORTS-02] [DEC-19] [ROLE-07]', async () => {
    const expectedStats = [
      ['Active alerts', '1,234'],
      ['Total reports', '56'],
      ['Critical issues', '7'],
    ];
    expect(getFacts((await renderPage()).body)).toEqual(expectedStats);
    const own = [aMyReport({ id: anId(9), status: 'pending' })];
    expect(getFacts((await renderPage({ member: { own } })).body)).toEqual(expectedStats);
  });

  it('the reports page lists the six newest alerts [REPORTS-03] [DEC-19]', async () => {
    const unsortedAlerts = [3, 9, 1, 8, 2, 7, 5].map((number) => makeAlert(number));
    expect(listLimits.reportsPageAlerts).toBe(6);
    expect(listAlerts(unsortedAlerts).map(({ id }) => Number(id.slice(-3)))).toEqual([9, 8, 7, 5, 3, 2]);
    const { body } = await renderPage({ alerts: pagedResponse(unsortedAlerts.slice(0, 6), 7) });
    expect(listIdNumbers(findSection(body, 'alerts'), 'data-alert')).toEqual([9, 8, 7, 3, 2, 1]);
  });

  it('the reports page lists at most six reports, only high-risk ones, in any letter case [REPORTS-04] [REPORTS-05] [DEC-14]', async () => {
    const reports = [
      makeReport(20, { severity: 'Low' }),
      { ...makeReport(19), severity: 'critical' },
      { ...makeReport(18), severity: 'HIGH' },
      ...[17, 16, 15, 14, 13].map((number) => makeReport(number)),
    ];
    const { body } = await renderPage({ reports: pagedResponse(reports) });
    expect(listIdNumbers(findSection(body, 'high-risk'), 'data-report')).toEqual([19, 18, 17, 16, 15, 14]);
    expect(getText(findCard(body, 19))).toContain('Critical');
  });

  it('the reports page shows the report type with spaces instead of underscores [REPORTS-17]', async () => {
    const { body } = await renderPage({ reports: pagedResponse([makeReport(1)]) });
    expect(getText(within(findCard(body, 1)).getAllByRole('heading', { level: 3 })[0]!)).toBe('withdrawal issues');
  });
});

describe('a visitor on the reports page', () => {
  it('a visitor sees a blurred beginning of an alert with a link to sign up, and beside it one to the open alert [REPORTS-06] [ROLE-07] [DEC-16]', async () => {
    expect(teaserLengths.alert).toBe(100);
    const teaser = 'They ask for a fee before anything is paid out and then for';
    const { body } = await renderPage({
      alerts: pagedResponse([makeAlert(1, { description: teaser, descriptionCut: true })]),
    });
    const card = findCard(body, 1);
    expect(listBlurred(card)).toEqual([`${teaser}...`]);
    const [title, open, signUp, ...more] = getLinks(card);
    expect(title).toEqual({ href: `/alerts/${anId(1)}`, text: 'Alert 1' });
    expect(open).toEqual({ href: `/alerts/${anId(1)}`, text: 'Read the whole alert : Alert 1' });
    // Not "to read it": the alert is open to everyone.
    expect(signUp).toEqual({ href: '/signup', text: 'Sign up : Alert 1' });
    expect(more).toEqual([]);
  });

  it('a visitor sees a short text without blur, and the advice [DEC-16] [REPORTS-06]', async () => {
    const { body } = await renderPage({
      alerts: pagedResponse([
        makeAlert(1, { description: 'They ask for a fee.', advice: 'Pay nothing more.' }),
        makeAlert(2),
      ]),
    });
    expect(findCard(body, 1).innerHTML).not.toContain('blur');
    expect(getLinks(findCard(body, 1)).map(({ href }) => href)).toEqual([`/alerts/${anId(1)}`]);
    expect(getText(findCard(body, 1))).toContain('What to do: Pay nothing more.');
    expect(getText(findCard(body, 2))).toContain('What to do: Pay nothing in, and bring nobody else in.');
    expect(getLinks(findSection(body, 'alerts')).map(({ href }) => href)).toContain('/alerts');
  });

  it('a visitor sees a blurred beginning of a report with a link to sign up [REPORTS-07] [ROLE-07] [DEC-16]', async () => {
    expect(teaserLengths.report).toBe(80);
    const { body } = await renderPage({
      reports: pagedResponse([makeReport(1, { description: 'Since May', descriptionCut: true })]),
    });
    const card = findCard(body, 1);
    expect(listBlurred(card)).toEqual(['Since May...']);
    expect(getLinks(card).map(({ href }) => href)).toEqual(['/signup', `/appeal?report=${anId(1)}`]);
  });

  it('a visitor sees a link to sign up when there is nothing to show [REPORTS-09]', async () => {
    const { body } = await renderPage();
    for (const id of ['alerts', 'high-risk']) {
      expect(getLinks(findSection(body, id))).toEqual([{ href: '/signup', text: 'Sign up' }]);
    }
    expect(getText(body)).toContain('No active alerts at the moment');
  });

  it('a visitor sees links to sign-up and to the plans at the end [REPORTS-11]', async () => {
    const { body } = await renderPage();
    expect(getLinks([...body.querySelectorAll('section')].at(-1)!).map(({ href }) => href)).toEqual([
      '/signup',
      '/pricing',
    ]);
  });

  it('a visitor sees the page in French', async () => {
    setTestLanguage('fr');
    const { body } = await renderPage({ alerts: pagedResponse([makeAlert(1)]) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Signalements et alertes à la fraude');
    expect(getLinks(body).filter(({ href }) => !href?.startsWith('/fr/'))).toEqual([]);
  });
});

describe('a member on the reports page', () => {
  it('a member sees the full texts, with the provider [REPORTS-08]', async () => {
    const long = `They ask for a fee. ${'word '.repeat(200)}end`;
    const { body } = await renderPage({
      alerts: pagedResponse([makeAlert(1, { description: 'They ask', descriptionCut: true })]),
      member: {
        alerts: pagedResponse([makeAlert(1, { description: long, affectedProvider: anId(77) })]),
        reports: pagedResponse([makeReport(2, { reporterLocation: 'Nakuru', providerId: anId(78) })]),
      },
    });
    expect(getText(findCard(body, 1)).match(/word/g)).toHaveLength(200);
    expect(body.innerHTML).not.toContain('data-teaser');
    expect(getLinks(findCard(body, 1))).toEqual([
      { href: `/alerts/${anId(1)}`, text: 'Alert 1' },
      { href: `/provider/${anId(77)}`, text: 'See the provider' },
    ]);
    expect(getText(findCard(body, 2))).toContain('Nothing has been paid out since May.');
    expect(getText(findCard(body, 2))).toContain('From Nakuru');
    expect(getLinks(findCard(body, 2))[0]?.href).toBe(`/provider/${anId(78)}`);
  });

  it('a member sees their own reports among the public alerts: under review with a note, verified, rejected [REPORTS-12] [REPORTS-14] [REPORTS-15] [REPORTS-16] [DEC-20]', async () => {
    const { body } = await renderPage({
      member: {
        alerts: pagedResponse([makeAlert(4), makeAlert(3)]),
        own: [
          aMyReport({ id: anId(6), status: 'pending', createdAt: toDay(6) }),
          aMyReport({ id: anId(3), status: 'approved', createdAt: toDay(3) }),
          aMyReport({ id: anId(2), status: 'rejected', createdAt: toDay(2) }),
        ],
      },
    });
    expect(listIdNumbers(findSection(body, 'alerts'), 'data-alert')).toEqual([6, 4, 3, 2]);
    const getStatusLabel = (number: number) => findCard(body, number).querySelector('[data-status]')?.textContent;
    expect([6, 4, 3, 2].map(getStatusLabel)).toEqual(['Under Review', undefined, 'Verified', 'Rejected']);
    expect(getText(findCard(body, 6))).toContain('It will be visible to everyone once verified by the team.');
    for (const number of [4, 3, 2]) expect(getText(findCard(body, number))).not.toContain('visible to everyone');
  });

  it('a member sees each alert once, and no more than six [REPORTS-13] [REPORTS-03]', () => {
    const active = [9, 8, 7, 6, 5, 4].map((number) => makeAlert(number));
    const own = [10, 9, 8].map((number) =>
      aMyReport({ id: anId(number), status: number === 10 ? 'pending' : 'approved', createdAt: toDay(number) }),
    );
    const staleReport = aMyReport({ id: anId(7), status: 'pending', createdAt: toDay(7) });
    const mergedAlerts = listAlerts(active, [...own, staleReport]);
    expect(mergedAlerts.map(({ id }) => Number(id.slice(-3)))).toEqual([10, 9, 8, 7, 6, 5]);
    expect(mergedAlerts.find(({ id }) => id === anId(7))).toMatchObject({ ownStatus: 'approved', title: 'Alert 7' });
  });

  it('a member sees that their own pending issue report is under review [REPORTS-12] [REPORTS-14]', async () => {
    const { body } = await renderPage({
      member: { reports: pagedResponse([makeReport(1, { status: 'pending' }), makeReport(2)]) },
    });
    expect(getText(findCard(body, 1))).toContain('Under Review');
    expect(getText(findCard(body, 1))).toContain('once verified by the team');
    expect(getText(findCard(body, 2))).toContain('Being investigated');
  });

  it('a member sees a link to the directory when there is nothing to show [REPORTS-09]', async () => {
    const { body } = await renderPage({ member: {} });
    expect(getLinks(findSection(body, 'alerts'))).toEqual([{ href: '/directory', text: 'Browse all providers' }]);
  });

  it('a member sees links to the scam report and the directory at the end [REPORTS-10]', async () => {
    const { body } = await renderPage({ member: {} });
    expect(getLinks([...body.querySelectorAll('section')].at(-1)!).map(({ href }) => href)).toEqual([
      '/report-scam',
      '/directory',
    ]);
  });

  it('a member still sees the public alerts when their own could not be loaded, and can retry [DEC-65]', async () => {
    const { body } = await renderPage({ member: { alerts: pagedResponse([makeAlert(1)]), own: errorResponse(500) } });
    const alertsSection = findSection(body, 'alerts');
    expect(getText(alertsSection)).toContain('Could not load your own reports');
    expect(listIdNumbers(alertsSection, 'data-alert')).toEqual([1]);
  });
});

it('each section that could not be loaded says so and can be retried, and the others work [DEC-65]', async () => {
  const failedPage = await renderPage({
    alerts: errorResponse(500),
    figuresResponse: errorResponse(503),
    reports: pagedResponse([makeReport(1)]),
  });
  expect(getText(failedPage.body)).toContain('Could not load the figures');
  expect(getText(findSection(failedPage.body, 'alerts'))).toMatch(/Could not load the alerts .*Try Again/);
  expect(listIdNumbers(failedPage.body, 'data-report')).toEqual([1]);
  expect(failedPage.cached.cache).toBe('never');
  const otherPage = await renderPage({ reports: errorResponse(500), alerts: pagedResponse([makeAlert(1)]) });
  expect(getText(findSection(otherPage.body, 'high-risk'))).toMatch(/Could not load the reports .*Try Again/);
  expect(listIdNumbers(otherPage.body, 'data-alert')).toEqual([1]);
});
