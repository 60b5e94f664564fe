import type { RegtechAlert, RegtechCountries, RegtechMetric, RegtechReport } from '@hakiki/contract/regtech';
import { screen as page, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anId, aUser } from '../../../test/factories.ts';
import { getFacts, getLinks, getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer, renderInBrowser } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import * as screen from './regtech.tsx';

const METRICS = '/api/regtech/metrics';
const REPORTS = '/api/regtech/reports?status=published&limit=100';
const ALERTS = '/api/regtech/alerts';
const COUNTRIES = '/api/regtech/countries';
const KENYA = '/api/regtech/reports?country=kenya&limit=13';

const aSummary = (overrides: Partial<RegtechReport> = {}): RegtechReport => ({
  id: anId() as RegtechReport['id'],
  title: 'Kenya: October 2026',
  reportType: 'monthly_summary',
  priority: 'high',
  country: 'Kenya',
  content: 'Complaints made public: 12.',
  status: 'published',
  period: '2026-10',
  figures: { complaints: 12, schemes: 5, lostRand: 45_000, medianHours: 20, providers: 9, verified: 4, flagged: 2 },
  createdAt: '2026-11-01T03:05:00Z',
  ...overrides,
});
const aMetric = (metricType: RegtechMetric['metricType'], value: number, period = '2026-11'): RegtechMetric => ({
  id: anId() as RegtechMetric['id'],
  metricType,
  value,
  period,
  calculatedAt: '2026-11-18T03:05:00Z',
});
const anAlert = (overrides: Partial<RegtechAlert> = {}): RegtechAlert => ({
  id: anId(),
  title: 'Fees before a withdrawal',
  description: 'They ask for a fee first.',
  severity: 'critical',
  alertSeverity: 'Critical',
  country: 'South Africa, Kenya',
  isActive: true,
  createdAt: '2026-10-07T10:00:00Z',
  source: null,
  ...overrides,
});

const ghana = aSummary({
  id: anId(2) as RegtechReport['id'],
  country: 'Ghana',
  figures: {
    complaints: 30,
    schemes: null,
    lostRand: null,
    medianHours: null,
    providers: null,
    verified: null,
    flagged: null,
  },
});
const someCountries: RegtechCountries = {
  period: '2026-10',
  publishedAt: '2026-11-01T03:05:00Z',
  months: ['2026-10', '2026-09'],
  countries: [
    { country: 'ghana', code: 'GH', figures: ghana.figures, complaints: [null, 31, 30] },
    { country: 'kenya', code: 'KE', figures: aSummary().figures, complaints: [4, 0, 12] },
    { country: 'other', code: null, figures: { ...ghana.figures, complaints: 1 }, complaints: [null, null, 1] },
  ],
};
const metrics = [
  aMetric('compliance_score', 63.4),
  aMetric('coverage', 31),
  aMetric('compliance_score', 61, '2026-10'),
  aMetric('coverage', 30, '2026-10'),
];
const makeResponses = (overrides: Record<string, unknown> = {}) => ({
  '/api/auth/user': aUser({ userType: 'regtech' }),
  [METRICS]: metrics,
  [REPORTS]: pagedResponse([ghana, aSummary()], 240),
  [ALERTS]: [anAlert()],
  [COUNTRIES]: someCountries,
  [KENYA]: pagedResponse([
    aSummary({ period: '2026-11', status: 'draft' }),
    aSummary({ id: anId(3) as RegtechReport['id'] }),
  ]),
  ...overrides,
});
/** Renders the page on the server. */
const renderOnServer = async (at = '/regtech', overrides: Record<string, unknown> = {}) => {
  const { api, requests } = createFakeApi(makeResponses(overrides));
  const store = new QueryStore(api);
  const loaderArgs = { context: createServerContext(api).context, request: new Request(`http://site.example${at}`) };
  hydrateStore(store, await screen.loader(loaderArgs as unknown as Parameters<typeof screen.loader>[0]));
  return { body: renderPageOnServer(screen.default, { at, store }), requests };
};
/** Renders the page in a browser. */
const renderPageInBrowser = (at = '/regtech', overrides: Record<string, unknown> = {}) => {
  const { api, requests } = createFakeApi(makeResponses(overrides));
  return { body: renderInBrowser(<screen.default />, { at, store: new QueryStore(api) }), requests };
};
const findChart = (name: string) => within(page.getByText(name, { selector: 'figcaption' }).closest('figure')!);

describe('access to RegTech', () => {
  it('a visitor is asked to log in, and the page loads nothing [REG-02] [REG-06] [DEC-53]', async () => {
    const { body, requests } = await renderOnServer('/regtech', { '/api/auth/user': errorResponse(401) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('RegTech Dashboard');
    expect(getLinks(body)[0]).toEqual({ href: '/signup?login=true&next=%2Fregtech', text: 'Log In' });
    expect(requests).toEqual(['/api/auth/user']);
  });

  it.each([{}, { subscriptionTier: 'api' }, { subscriptionTier: 'enterprise' }])(
    'a user without the rights sees a link to the plans, and the page loads nothing [REG-03] [REG-06] [DEC-53] (%o)',
    async (given) => {
      const { body, requests } = await renderOnServer('/regtech', { '/api/auth/user': aUser(given) });
      expect(getLinks(body)).toEqual([{ href: '/pricing', text: 'See the plans' }]);
      expect(within(body).queryByRole('tab')).toBeNull();
      expect(requests).toEqual(['/api/auth/user']);
    },
  );

  it.each([{ subscriptionTier: 'premium' }, { userType: 'business' }, { userType: 'regtech' }])(
    'a user with the rights sees four tabs after the queries of RegTech [REG-01] [REG-06] [ROLE-10] [ROUTE-14] (%o)',
    async (given) => {
      const { body, requests } = await renderOnServer('/regtech', { '/api/auth/user': aUser(given) });
      expect(within(body).getAllByRole('tab').map(getText)).toEqual(['Overview', 'Alerts', 'Reports', 'Metrics']);
      expect(requests).toEqual(['/api/auth/user', METRICS, REPORTS, ALERTS, COUNTRIES]);
    },
  );

  it('the arrow keys, Home and End move between the tabs [REG-01]', async () => {
    renderPageInBrowser('/regtech?view=complaints');
    const overview = await page.findByRole('tab', { name: 'Overview', selected: true });
    overview.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(await page.findByRole('tab', { name: 'Alerts', selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(await page.findByRole('tab', { name: 'Metrics', selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{ArrowRight}');
    expect(await page.findByRole('tab', { name: 'Overview', selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{End}');
    expect(await page.findByRole('tab', { name: 'Metrics', selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{Home}');
    expect(await page.findByRole('tab', { name: 'Overview', selected: true })).toBe(document.activeElement);
  });
});

describe('the RegTech overview', () => {
  it('the RegTech overview shows the number of published reports, the newest score and the coverage [REG-04] [REG-05] [REAL-26]', async () => {
    const { body } = await renderOnServer();
    expect(getFacts(body)).toEqual([
      ['Published reports', '240'],
      ['Compliance score', '63%'],
      ['Coverage', '31 countries'],
    ]);
    expect(getText(body)).not.toContain('Sample');
  });

  it('the RegTech overview shows labelled samples while there is no data [REG-05] [REAL-26]', async () => {
    const { body } = await renderOnServer('/regtech', {
      [METRICS]: [],
      [REPORTS]: pagedResponse([]),
      [COUNTRIES]: { period: null, publishedAt: null, months: [], countries: [] },
    });
    expect(getFacts(body)).toEqual([
      ['Published reports', '0'],
      ['Compliance score', '87% Sample'],
      ['Coverage', '12 countries Sample'],
    ]);
    expect(getText(body)).toContain('No month has been summarised yet.');
  });

  const readTable = (body: HTMLElement) =>
    [...within(body).getByRole<HTMLTableElement>('table', { name: 'Complaints by country, Oct 2026' }).rows].map(
      ({ cells }) => [...cells].map(getText),
    );

  it('the RegTech overview is a table of all 54 countries with code, change, twelve months and losses [DEC-64]', async () => {
    const { body } = await renderOnServer();
    const [heads, ...rows] = readTable(body);
    expect(heads).toEqual([
      'Country',
      'Complaints',
      'Change',
      'Twelve months',
      'New schemes',
      'Losses in rand',
      'Median hours to a decision',
      'Verified',
      'Flagged',
    ]);
    expect(rows).toHaveLength(55);
    const withoutLabels = (cells: string[] | undefined) =>
      cells?.map((cell, index) => (index === 0 ? cell : cell.replace(`${heads![index]!} `, '')));
    expect(rows.slice(0, 3).map(withoutLabels)).toEqual([
      ['Ghana GH', '30', '-1', '–, 31, 30', '–', '–', '–', '–', '–'],
      ['Kenya KE', '12', '+12', '4, 0, 12', '5', 'R45,000', '20', '4', '2'],
      ['Other', '1', '+1', '–, –, 1', '–', '–', '–', '–', '–'],
    ]);
    expect(getLinks(body)).toContainEqual({ href: '/regtech?tab=metrics&country=kenya', text: 'Kenya' });
    expect(getLinks(body)).toContainEqual({ href: '/api/regtech/figures/file', text: 'Download all figures (CSV)' });
  });

  it('the table of countries is sorted by any column in both orders, and filtered, by links that can be shared', async () => {
    const names = async (at: string) => {
      const { body } = await renderOnServer(at, { [`${COUNTRIES}?period=2026-09`]: someCountries });
      return {
        body,
        names: readTable(body)
          .slice(1)
          .map(([name]) => name),
      };
    };
    const byLoss = await names('/regtech?sort=lostRand');
    expect([byLoss.names[0], byLoss.names.length]).toEqual(['Kenya KE', 55]);
    const head = within(byLoss.body).getByRole('columnheader', { name: 'Losses in rand' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    expect(getLinks(head)).toEqual([{ href: '/regtech?sort=-lostRand', text: 'Losses in rand' }]);
    expect((await names('/regtech?sort=-country')).names[0]).toBe('Zimbabwe ZW');
    expect((await names('/regtech?month=2026-09&view=complaints&sort=country')).names).toEqual([
      'Ghana GH',
      'Kenya KE',
      'Other',
    ]);
  });

  it('a figure has a definition, a day, a permalink with its month and a citation', async () => {
    renderPageInBrowser('/regtech?sort=change&view=complaints');
    const title = 'Complaints by country, Oct 2026';
    const permalink = await page.findByRole('link', { name: `Permalink : ${title}`, hidden: true });
    expect(permalink.getAttribute('href')).toBe('/regtech?month=2026-10&view=complaints&sort=change');
    expect(page.getByText('As of Nov 1, 2026.')).toBeDefined();
    expect(
      page.getByText(
        `Hakiki, “${title}”, as of Nov 1, 2026, ${location.origin}/regtech?month=2026-10&view=complaints&sort=change`,
      ),
    ).toBeDefined();
    const definition = page.getByRole('link', { name: `Definition : ${title}` });
    expect(definition.getAttribute('href')).toBe('/figures#regtech');
  });

  it.each([
    [METRICS, 'Could not load metrics', '/regtech?view=complaints'],
    [COUNTRIES, 'Could not load reports', '/regtech?view=complaints'],
    [ALERTS, 'Could not load alerts', '/regtech?tab=alerts'],
    [REPORTS, 'Could not load reports', '/regtech?tab=reports'],
    [METRICS, 'Could not load metrics', '/regtech?tab=metrics'],
    [KENYA, 'Could not load reports', '/regtech?tab=metrics&country=kenya'],
  ])('the RegTech page says that %s failed, and retries on request [ERR-05] [DEC-65]', async (path, sentence, at) => {
    const { requests } = renderPageInBrowser(at, { [path]: errorResponse(500) });
    const notice = await page.findByRole('alert');
    expect(getText(notice)).toContain(sentence);
    const before = requests.filter((countryPage) => countryPage === path).length;
    await userEvent.click(within(notice).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(requests.filter((countryPage) => countryPage === path)).toHaveLength(before + 1));
    expect(page.getAllByRole('tab')).toHaveLength(4);
  });
});

describe('the other RegTech tabs', () => {
  it('the alerts tab shows alerts with their severity as everywhere, their countries and a link to their page', async () => {
    const alerts = [
      anAlert(),
      anAlert({ id: anId(2), severity: 'warning', alertSeverity: 'High' }),
      anAlert({ id: anId(3), severity: 'info', alertSeverity: 'Low', country: '' }),
    ];
    const { body } = await renderOnServer('/regtech?tab=alerts', { [ALERTS]: alerts });
    const articles = within(body).getAllByRole('article').map(getText);
    expect(articles[0]).toBe(
      'Critical Fees before a withdrawal Oct 7, 2026 · South Africa · Kenya They ask for a fee first. Open the alert : Fees before a withdrawal',
    );
    expect(articles.map((text) => text.split(' ')[0])).toEqual(['Critical', 'High', 'Low']);
    expect(getLinks(body)).toContainEqual({
      href: `/alerts/${anId(2)}`,
      text: 'Open the alert : Fees before a withdrawal',
    });
  });

  it('the alerts tab filters by country and severity [DEC-14]', async () => {
    const { requests } = await renderOnServer('/regtech?tab=alerts&country=Kenya&severity=High', {
      [`${ALERTS}?country=kenya&severity=High`]: [anAlert()],
    });
    expect(requests).toContain(`${ALERTS}?country=kenya&severity=High`);
    renderPageInBrowser('/regtech?tab=alerts', { [`${ALERTS}?severity=Low`]: [] });
    await userEvent.selectOptions(await page.findByRole('combobox', { name: 'Severity' }), 'Low');
    expect(await page.findByText('There are no active alerts.')).toBeDefined();
  });

  it('the alerts tab links an announcement of an authority to its source', async () => {
    const source = { name: 'Demo Authority', url: 'https://authority.example/notices/1' };
    const { body } = await renderOnServer('/regtech?tab=alerts', {
      [ALERTS]: [anAlert({ source, severity: 'warning' })],
    });
    expect(getText(within(body).getByRole('article'))).toContain('Announced by Demo Authority');
    const link = within(body).getByRole('link', { name: 'Read the announcement : Fees before a withdrawal' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([source.url, 'noopener noreferrer']);
  });

  it('the reports tab shows the summaries of the newest month, or one year of a country', async () => {
    const olderSummary = aSummary({ id: anId(4) as RegtechReport['id'], period: '2026-09' });
    const monthPage = await renderOnServer('/regtech?tab=reports', {
      [REPORTS]: pagedResponse([ghana, aSummary(), olderSummary], 3),
    });
    expect(within(monthPage.body).getAllByRole('heading', { level: 3 }).map(getText)).toEqual([
      'Ghana: Oct 2026',
      'Kenya: Oct 2026',
    ]);
    const countryPage = await renderOnServer('/regtech?tab=reports&country=Kenya');
    expect(within(countryPage.body).getAllByRole('article').map(getText)).toEqual([
      'Kenya: Nov 2026 Draft · High priority Complaints 12 New schemes 5 Losses in rand R45,000 Median hours to a decision 20 Verified 4 Flagged 2',
      'Kenya: Oct 2026 Published · High priority Complaints 12 New schemes 5 Losses in rand R45,000 Median hours to a decision 20 Verified 4 Flagged 2 Download PDF : Kenya: Oct 2026',
    ]);
    const emptyPage = await renderOnServer('/regtech?tab=reports&country=mali', {
      '/api/regtech/reports?country=mali&limit=13': pagedResponse([]),
    });
    expect(getText(emptyPage.body)).toContain('There are no summaries of this country.');
  });

  it('the reports tab pages the summaries of a month, and a page beyond the end shows the last one', async () => {
    const manySummaries = Array.from({ length: 25 }, (_, index) =>
      aSummary({ id: anId(index + 10) as RegtechReport['id'] }),
    );
    const listReportIds = async (path: string) => {
      const { body } = await renderOnServer(path, { [REPORTS]: pagedResponse(manySummaries, 25) });
      const files = getLinks(body).flatMap(({ href }) => /reports\/([^/]+)\/file/.exec(href ?? '')?.[1] ?? []);
      return { files, body };
    };
    const ids = manySummaries.map(({ id }) => id);
    const firstPageIds = await listReportIds('/regtech?tab=reports');
    expect(firstPageIds.files).toEqual(ids.slice(0, 12));
    expect(getLinks(firstPageIds.body)).toContainEqual({ href: '/regtech?tab=reports&page=2', text: 'Next' });
    expect((await listReportIds('/regtech?tab=reports&page=2')).files).toEqual(ids.slice(12, 24));
    expect((await listReportIds('/regtech?tab=reports&page=9')).files).toEqual(ids.slice(24));
  });

  it('the metrics tab draws each number of the register and of a country, with an explanation and a table', async () => {
    renderPageInBrowser('/regtech?tab=metrics&country=kenya');
    await page.findByRole('heading', { level: 3, name: 'Kenya' });
    await page.findByText('Losses in rand', { selector: 'figcaption' });
    const titles = page.getAllByRole('figure').map((figure) => getText(figure.querySelector('figcaption')!));
    expect(titles).toEqual([
      'Compliance score',
      'High-risk providers, in percent',
      'Complaints made public',
      'Coverage',
      'Complaints',
      'New schemes',
      'Losses in rand',
      'Median hours to a decision',
      'Verified and flagged providers',
    ]);
    for (const title of titles)
      expect(findChart(title).getByRole('link', { name: `Definition : ${title}` })).toBeDefined();
    expect(findChart('Losses in rand').getByText(/at least 3 alerts, so that nobody can work out/)).toBeDefined();
    expect(findChart('Compliance score').getAllByRole('row', { hidden: true }).map(getText)).toEqual([
      'Month Compliance score',
      'Nov 2026 63.4',
      'Oct 2026 61',
    ]);
  });

  it('the metrics tab says of losses that are not published that they are not shown, not that there were none [DEC-64]', async () => {
    const hidden = {
      complaints: 2,
      schemes: 1,
      lostRand: null,
      medianHours: null,
      providers: 9,
      verified: 4,
      flagged: 2,
    };
    renderPageInBrowser('/regtech?tab=metrics&country=kenya', {
      [KENYA]: pagedResponse([aSummary({ figures: hidden })]),
    });
    await page.findByText('Losses in rand', { selector: 'figcaption' });
    expect(findChart('Losses in rand').getByText(/^Not shown: too few people are behind these figures/)).toBeDefined();
  });

  it('the tabs are in French under /fr', async () => {
    setTestLanguage('fr');
    const { body } = await renderOnServer('/fr/regtech?tab=reports&country=kenya');
    expect(within(body).getAllByRole('tab').map(getText)).toEqual(['Aperçu', 'Alertes', 'Rapports', 'Indicateurs']);
    expect(getText(within(body).getAllByRole('heading', { level: 3 })[1]!)).toBe('Kenya : oct. 2026');
  });
});
