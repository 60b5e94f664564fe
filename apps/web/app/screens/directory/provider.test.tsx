import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import {
  aCertification,
  aFlaggedProvider,
  anAlert,
  anEvidence,
  anId,
  aProvider,
  aReview,
  aReviewSummary,
} from '../../../test/factories.ts';
import { getFacts, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { ProviderLogo } from '../../components/providers/logo.tsx';
import ProviderPage, { clientLoader, loader, meta } from './provider.tsx';

const apiPath = `/api/providers/${anId()}`;
const id = anId();
const reviewsPath = `${apiPath}/reviews?limit=10`;

/** API responses for a page that has nothing but the provider. */
const alertsPath = `/api/fraud-alerts?provider=${id}&limit=3`;
const makeResponses = (provider: ReturnType<typeof aProvider>, otherResponses: Record<string, unknown> = {}) => ({
  [apiPath]: provider,
  [`${apiPath}/similar`]: [],
  [`${apiPath}/evidence`]: [],
  [alertsPath]: pagedResponse([]),
  [`${apiPath}/reviews/summary`]: aReviewSummary(),
  [`${apiPath}/licences`]: [],
  [reviewsPath]: pagedResponse([]),
  ...otherResponses,
});

/** Renders the page on the server with these API responses. */
async function renderPage(responses: Record<string, unknown>, search = '', prefix = '') {
  const { api, requests } = createFakeApi(responses);
  const at = `${prefix}/provider/${id}${search}`;
  const { context, page } = createServerContext(api);
  const loaderArgs = { params: { id }, request: new Request(`http://site.example${at}`), context };
  const loaderResult = await loader(loaderArgs as unknown as Parameters<typeof loader>[0]);
  const store = new QueryStore(api);
  hydrateStore(store, loaderResult.data);
  const render = () => renderOnServer(<ProviderPage />, { at, route: `${prefix}/provider/:id`, store });
  render();
  await vi.dynamicImportSettled();
  const body = render();
  return { body, requests, loaded: loaderResult, page };
}

const renderProvider = async (
  provider: ReturnType<typeof aProvider>,
  search = '',
  otherResponses: Record<string, unknown> = {},
) => (await renderPage(makeResponses(provider, otherResponses), search)).body;

const findHeader = (body: HTMLElement) => body.querySelector<HTMLElement>('header')!;
const findPanel = (body: HTMLElement) => within(body).getByRole('tabpanel');
const findAside = (body: HTMLElement) => within(body).getByRole('complementary');

describe('the header of a provider', () => {
  it('the provider header shows logo, name, verification, type and description [PROV-01] [ROUTE-03]', async () => {
    const header = findHeader(await renderProvider(aProvider({ logoUrl: '/logos/baobab.png' })));
    expect(getAttributeValues(header, 'src')).toEqual(['/logos/baobab.png']);
    expect(getText(within(header).getByRole('heading', { level: 1 }))).toBe('Baobab Exchange');
    expect(getAttributeValues(header, 'data-status')).toEqual(['Verified']);
    const text = getText(header);
    expect(text).toContain('Baobab Exchange Exchange Verified');
    expect(text).toContain('Buys and sells coins.');
  });

  it.each([
    null,
    'https://baobab.example/logo.png',
    '//baobab.example/logo.png',
    '/\\pictures.example/a.png',
    '/\t/pictures.example/a.png',
  ])('the provider header shows the initial in place of the logo %j [PROV-01] [DEC-12]', async (logoUrl) => {
    const header = findHeader(await renderProvider(aProvider({ logoUrl, name: 'élan Pay' })));
    expect(header.querySelector('img')).toBeNull();
    expect(getText(header)).toMatch(/^É élan Pay/);
  });

  it('a card shows the small logo, the header the large one [FILL-03] [PROV-01]', () => {
    const sources = [false, true].map((isLarge) =>
      getAttributeValues(
        renderOnServer(<ProviderLogo name="Baobab" logoUrl="/api/logos/1" isLarge={isLarge} />),
        'src',
      ),
    );
    expect(sources).toEqual([['/api/logos/1?size=small'], ['/api/logos/1']]);
  });

  it('the provider header shows rating, number of reviews, risk and year [PROV-02]', async () => {
    const header = findHeader(await renderProvider(aProvider({ riskScore: 'Medium', reviewCount: 1234 })));
    expect(getText(header)).toContain('4.3 (1,234 reviews)');
    expect(getAttributeValues(header, 'data-risk')).toEqual(['Medium']);
    expect(getFacts(header)).toContainEqual(['Established', '2017']);
  });

  it('the provider header shows the number of users, or N/A [PROV-03]', async () => {
    expect(getFacts(findHeader(await renderProvider(aProvider())))).toContainEqual(['Users', '25,000']);
    expect(getFacts(findHeader(await renderProvider(aProvider({ userCount: null }))))).toContainEqual(['Users', 'N/A']);
    expect(getFacts(findHeader(await renderProvider(aProvider({ userCount: 0 }))))).toContainEqual(['Users', '0']);
  });

  it.each(['https://baobab.example', 'http://baobab.example/africa'])(
    'the provider header links the website %s, opened in a new tab [PROV-04] [DEC-12]',
    async (website) => {
      const header = findHeader(await renderProvider(aProvider({ website })));
      const site = header.querySelector<HTMLAnchorElement>('a[target="_blank"]')!;
      expect(site.getAttribute('href')).toBe(new URL(website).href);
      expect(site.rel).toContain('noopener');
    },
  );

  it.each(['javascript:alert(1)', 'ftp://baobab.example', 'baobab.example', 'data:text/html,x'])(
    'the provider header never links %s [DEC-12]',
    async (website) => {
      const header = findHeader(await renderProvider(aProvider({ website })));
      expect(getText(header)).toContain(website);
      expect(header.querySelector('[target="_blank"]')).toBeNull();
      expect(getLinks(header).map(({ text }) => text)).toEqual([
        'See each country',
        'Read the reviews',
        'How we rate risk',
        'Add to Compare',
        'Report Issue',
      ]);
    },
  );

  it('the provider header has Add to Compare and Report Issue [PROV-05] [PROV-06] [REAL-05] [REAL-06]', async () => {
    expect(getLinks(findHeader(await renderProvider(aProvider()))).slice(-2)).toEqual([
      { text: 'Add to Compare', href: `/compare?providers=${id}` },
      { text: 'Report Issue', href: `/provider/${id}?tab=report#report-issue` },
    ]);
  });

  it('the provider header shows the badges', async () => {
    expect(getText(findHeader(await renderProvider(aProvider({ certifications: [aCertification()] }))))).toContain(
      'Audited',
    );
  });

  it('the provider header of a flagged provider has a red banner with the reasons [PROV-07]', async () => {
    const header = findHeader(await renderProvider(aFlaggedProvider()));
    const banner = within(header).getByRole('alert');
    expect(banner.parentElement?.className).toContain('border-flagged-line');
    expect(getText(within(banner).getByRole('heading', { level: 2 }))).toBe('Provider Flagged');
    expect(within(banner).queryAllByRole('listitem').map(getText)).toEqual(['No licence', 'Withdrawals stopped']);
  });

  it('the provider header of a flagged provider without reasons says who flagged it [PROV-07] [DEC-06]', async () => {
    expect(getText(findHeader(await renderProvider(aFlaggedProvider({ flaggedReasons: [] }))))).toContain(
      'Flagged by the platform team after review.',
    );
  });

  it('the provider page says when evidence is more than 180 days old [FILL-02]', async () => {
    const old = 'More than 180 days ago. We must check this again.';
    const renderWith = (isOld: boolean, query = '') =>
      renderProvider(aProvider(), query, { [`${apiPath}/evidence`]: [anEvidence({ isOld })] });
    expect(getText(findHeader(await renderWith(true)))).toContain(`Last checked Mar 7, 2026 ${old}`);
    expect(getText(findPanel(await renderWith(true, '?tab=compliance')))).toContain(`Mar 7, 2026 ${old}`);
    expect(getText(findHeader(await renderWith(false)))).not.toContain(old);
  });

  it('the provider header shows one verdict with its reason, and what was checked with source and date, before all details [PROV-02]', async () => {
    const evidence = { [`${apiPath}/evidence`]: [anEvidence()] };
    expect(getText(findHeader(await renderProvider(aProvider(), '', evidence)))).toMatch(
      /^B Baobab Exchange Exchange Verified Licence L-12345 checked in the register of Markets Authority\. This is not a promise .* Last checked Mar 7, 2026 See what was checked Licence L-12345 found in the register Source: Markets Authority, Kenya Mar 7, 2026 Warnings No alert about this company itself Source: fraud alerts on Hakiki Withdrawals No rise in complaints Source: reports to Hakiki Reviews Rated 4.3 out of 5 4.3 \(12 reviews\) Read the reviews Risk Medium risk How we rate risk Reviews by number of stars 5 stars 8 .* History of this verdict Buys and sells coins\./,
    );
  });

  it('a licence is a good sign, and the registration of a company is none [LIC-02]', async () => {
    const readTone = async (kind: 'licence' | 'registration') => {
      const evidence = { [`${apiPath}/evidence`]: [anEvidence({ kind })] };
      const checklist = within(await renderProvider(aProvider(), '', evidence)).getByRole('list', {
        name: 'What was checked',
      });
      return checklist.querySelector('li')!.dataset['tone'];
    };
    expect([await readTone('licence'), await readTone('registration')]).toEqual(['good', 'unknown']);
  });

  it('a page with a warning does not say that withdrawals are calm [PROV-02]', async () => {
    const alerts = { [alertsPath]: pagedResponse([anAlert()], 1) };
    const readChecks = (page: HTMLElement) => within(page).getByRole('list', { name: 'What was checked' }).textContent;
    expect(readChecks(await renderProvider(aProvider()))).toContain('No rise in complaints');
    expect(readChecks(await renderProvider(aProvider(), '', alerts))).not.toContain('No rise in complaints');
    expect(readChecks(await renderProvider(aFlaggedProvider()))).not.toContain('No rise in complaints');
  });

  it('the provider header counts the active alerts about the provider as a warning, with the day of the first one listed', async () => {
    const alerts = { [alertsPath]: pagedResponse([anAlert()], 4) };
    const header = findHeader(await renderProvider(aProvider(), '', alerts));
    const checklist = within(header).getByRole('list', { name: 'What was checked' });
    const warnings = within(checklist).getAllByRole('listitem')[1]!;
    expect(getText(warnings)).toBe('Warnings 4 active fraud alerts Source: fraud alerts on Hakiki Mar 7, 2025');
    expect(getAttributeValues(warnings, 'data-icon')).toEqual(['warning']);
  });

  it('the provider page is shared by WhatsApp with its status, and with a warning if there is one', async () => {
    const getSharedText = async (provider: ReturnType<typeof aProvider>) => {
      const link = getLinks(await renderProvider(provider)).find(({ href }) => href?.startsWith('https://wa.me/'));
      return new URL(link!.href!).searchParams.get('text');
    };
    expect(await getSharedText(aProvider())).toBe(`Hakiki lists Baobab Exchange as Verified. /provider/${id}`);
    expect(await getSharedText(aFlaggedProvider())).toBe(
      `Do not pay Baobab Exchange: Hakiki lists it as Flagged. /provider/${id}`,
    );
  });

  it('the reply of the business stands below the verdict, never above it, and only if there is one [REPLY-02]', async () => {
    const reply = { text: 'We are licensed.', language: 'en', repliedAt: '2026-11-01T10:00:00Z' };
    const page = await renderProvider(aFlaggedProvider({ reply }));
    const replyElement = within(page).getByTestId('business-reply');
    expect(getText(replyElement)).toContain('Reply from the business Nov 1, 2026 We are licensed.');
    expect(within(page).getByRole('alert').compareDocumentPosition(replyElement)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(findHeader(page).contains(replyElement)).toBe(false);
    expect(within(await renderProvider(aFlaggedProvider())).queryByTestId('business-reply')).toBeNull();
  });

  it('the provider header of any other provider has no banner [PROV-07]', async () => {
    const text = getText(await renderProvider(aProvider({ flaggedReasons: ['Old reason'] })));
    expect(text).not.toContain('Provider Flagged');
    expect(text).not.toContain('Old reason');
  });
});

describe('the tabs of a provider', () => {
  it('the provider page has exactly five tabs, each with its own URL [PROV-08]', async () => {
    const tabs = within(await renderProvider(aProvider())).getAllByRole('tab');
    expect(tabs.map((tab) => [getText(tab), tab.getAttribute('href')])).toEqual([
      ['Overview', `/provider/${id}`],
      ['Reviews', `/provider/${id}?tab=reviews`],
      ['Compliance', `/provider/${id}?tab=compliance`],
      ['Security', `/provider/${id}?tab=security`],
      ['Report Issues', `/provider/${id}?tab=report`],
    ]);
  });

  it.each([
    ['', 'provider-tab-overview'],
    ['?tab=nonsense', 'provider-tab-overview'],
    ['?tab=security', 'provider-tab-security'],
    ['?tab=report', 'provider-tab-report'],
  ])('the provider page opens %j at %s [REAL-06]', async (search, expected) => {
    const selected = within(await renderProvider(aProvider(), search)).getAllByRole('tab', { selected: true });
    expect(selected.map(({ id }) => id)).toEqual([expected]);
  });

  it('the Overview tab shows description, service areas and founding year [PROV-09]', async () => {
    const panel = findPanel(await renderProvider(aProvider()));
    expect(getText(panel)).toContain('About Baobab Exchange Buys and sells coins.');
    expect(getFacts(panel)).toEqual([
      ['Service areas', 'Kenya, South Africa'],
      ['Founded', '2017'],
    ]);
  });

  it('the Overview tab shows three bars [PROV-10]', async () => {
    const bars = within(findPanel(await renderProvider(aProvider()))).getAllByRole('meter');
    const attributes = ['aria-label', 'aria-valuenow', 'data-colour'];
    expect(bars.map((bar) => attributes.map((name) => bar.getAttribute(name)))).toEqual([
      ['Regulatory compliance', '90', 'green'],
      ['User satisfaction', '60', 'yellow'],
      ['Security measures', '30', 'red'],
    ]);
  });

  it.each([
    [100, 'green'],
    [80, 'green'],
    [79, 'yellow'],
    [50, 'yellow'],
    [49, 'red'],
    [0, 'red'],
  ])(
    'the provider page draws a bar of %i in %s with the matching length [PROV-11] [PROV-12] [PROV-13]',
    async (value, colour) => {
      const panel = findPanel(await renderProvider(aProvider({ regulatoryCompliance: value })));
      const bar = panel.querySelector('rect')!;
      expect(bar.getAttribute('class')).toBe(`fill-bar-${colour}`);
      expect(bar.getAttribute('width')).toBe(String(value));
    },
  );

  it('the Reviews tab shows the reviews and the form [DEC-12] [PROV-14] [REVIEW-01]', async () => {
    const body = await renderProvider(aProvider(), '?tab=reviews', { [reviewsPath]: pagedResponse([aReview()]) });
    expect(within(findPanel(body)).queryAllByRole('listitem').map(getText)).toEqual([
      'Rated 4 out of 5 South Africa · Mar 7, 2025 Paid out in a day.',
    ]);
    expect(getText(findPanel(body))).toContain('Log in to write a review');
    const unreviewed = findPanel(await renderProvider(aProvider({ reviewCount: 0 }), '?tab=reviews'));
    expect(getText(unreviewed)).toMatch(/^No reviews yet Log in to write a review/);
  });

  it('the Compliance tab lists the evidence for the verdict', async () => {
    const panel = findPanel(
      await renderProvider(aProvider(), '?tab=compliance', { [`${apiPath}/evidence`]: [anEvidence()] }),
    );
    expect(within(panel).queryAllByRole('cell').map(getText)).toContain(
      'Authority Markets Authority Reference L-12345',
    );
    expect(getText(findPanel(await renderProvider(aProvider(), '?tab=compliance')))).toContain('Nothing checked yet');
  });

  it('the Compliance tab links to the picture of evidence, also without a link of the source [FILL-02]', async () => {
    const pictureUrl = '/api/evidence-pictures/1';
    const read = async (overrides: Record<string, unknown>) => {
      const evidence = { [`${apiPath}/evidence`]: [anEvidence(overrides)] };
      const panel = findPanel(await renderProvider(aProvider(), '?tab=compliance', evidence));
      const links = getLinks(panel).filter(({ href }) => href === pictureUrl);
      return [links.map(({ text }) => text), getText(panel).includes('Not online')];
    };
    expect(await read({ pictureUrl })).toEqual([['See the picture'], false]);
    expect(await read({ pictureUrl, sourceUrl: null })).toEqual([['See the picture'], false]);
    expect(await read({ sourceUrl: null })).toEqual([[], true]);
  });

  it('the Compliance tab shows licence, countries and the notice of a verified provider [PROV-15] [DEC-12]', async () => {
    const panel = findPanel(await renderProvider(aProvider(), '?tab=compliance'));
    expect(getFacts(panel)).toEqual([
      ['Licence information', 'Licence 12345'],
      ['Operating countries', 'Kenya South Africa'],
    ]);
    expect(getText(panel)).toMatch(/^Verified: our team checked/);
  });

  it.each(['Limited', 'Pending', 'Flagged'])(
    'the Compliance tab has no notice for status %s [PROV-15] [DEC-12]',
    async (status) => {
      const provider = aProvider({ verificationStatus: status, licenseInfo: null });
      const panel = findPanel(await renderProvider(provider, '?tab=compliance'));
      expect(getText(panel)).not.toContain('our team checked');
      expect(getFacts(panel)).toContainEqual(['Licence information', 'Not provided']);
    },
  );

  it('the Security tab shows each feature with its state for this provider [PROV-16] [REAL-07]', async () => {
    const securityFeatures = [
      { name: 'Two-factor login', state: 'confirmed' },
      { name: 'Cold storage', state: 'not_confirmed' },
    ];
    const panel = findPanel(await renderProvider(aProvider({ securityFeatures }), '?tab=security'));
    expect(within(panel).queryAllByRole('listitem').map(getText)).toEqual([
      'Two-factor login Confirmed',
      'Cold storage Not confirmed',
    ]);
  });

  it('the Security tab shows the insurance, or Not disclosed [PROV-16] [REAL-07]', async () => {
    expect(getFacts(findPanel(await renderProvider(aProvider(), '?tab=security')))).toEqual([
      ['Insurance', 'Not disclosed'],
    ]);
    const insured = aProvider({ insurance: 'Up to R100,000 by Acacia' });
    expect(getFacts(findPanel(await renderProvider(insured, '?tab=security')))).toEqual([
      ['Insurance', 'Up to R100,000 by Acacia'],
    ]);
  });

  it('the Report Issues tab has the anchor of the Report Issue button [REAL-06]', async () => {
    const panel = findPanel(await renderProvider(aProvider(), '?tab=report'));
    const reportSection = panel.querySelector<HTMLElement>('section#report-issue')!;
    expect(reportSection.tabIndex).toBe(-1);
    expect(getText(reportSection)).toContain('Report an issue with Baobab Exchange');
  });
});

describe('the sidebar of a provider', () => {
  it('the provider sidebar shows Quick Stats [PROV-18] [DEC-12]', async () => {
    const aside = findAside(await renderProvider(aProvider()));
    expect(getText(aside)).toMatch(/^Quick Stats/);
    expect(getFacts(aside)).toEqual([
      ['Rating', '4.3'],
      ['Reviews', '12'],
      ['Users', '25,000'],
      ['Established', '2017'],
      ['Countries', '2'],
    ]);
  });

  it('the Quick Stats of a provider without reviews say so instead of 0.0 [PROV-18]', async () => {
    const aside = findAside(await renderProvider(aProvider({ reviewCount: 0, rating: '0.0' })));
    expect(getFacts(aside)).toContainEqual(['Rating', 'No reviews yet']);
  });

  it('the provider sidebar lists similar providers [PROV-19] [REAL-08] [CONST-08]', async () => {
    const similar = [2, 3, 4].map((number) => aProvider({ id: anId(number), name: `Similar ${number}` }));
    const aside = findAside(await renderProvider(aProvider(), '', { [`${apiPath}/similar`]: similar }));
    expect(getLinks(aside)).toEqual(
      [2, 3, 4].map((number) => ({ text: `Similar ${number}`, href: `/provider/${anId(number)}` })),
    );
  });

  it('the provider sidebar says when there are no similar providers [PROV-19] [REAL-08]', async () => {
    expect(getText(findAside(await renderProvider(aProvider())))).toContain(
      'Similar providers No similar providers yet',
    );
  });
});

describe('the ratings of a provider page', () => {
  const summary = aReviewSummary({ issues: [{ issueType: 'withdrawal', count: 3 }] });
  const ratings = { [`${apiPath}/reviews/summary`]: summary };
  const getRows = (page: HTMLElement) => within(page).queryAllByRole('row').map(getText);

  it('stars, their distribution and the named problems stand beside the verdict, once, on every tab [PROV-02] [CONST-04]', async () => {
    for (const tab of ['', '?tab=reviews', '?tab=security', '?tab=report']) {
      const page = await renderProvider(aProvider(), tab, ratings);
      const header = findHeader(page);
      expect(getText(header), tab).toContain('Rated 4.3 out of 5');
      expect(getRows(header), tab).toEqual([
        '5 stars 8',
        '4 stars 2',
        '3 stars 1',
        '2 stars 0',
        '1 star 1',
        'Withdrawal 3',
      ]);
      expect(getText(page).match(/Problems that reviews name/g), tab).toHaveLength(1);
    }
  });

  it('no problems are named where reviews name none, and no ratings are shown without reviews', async () => {
    expect(getText(await renderProvider(aProvider()))).not.toContain('Problems that reviews name');
    const unreviewed = findHeader(await renderProvider(aProvider({ reviewCount: 0, rating: '0.0' })));
    expect(getRows(unreviewed)).toEqual([]);
    expect(getText(unreviewed)).toContain('Reviews No reviews yet');
  });

  it('beside a warning stand no stars; the reviews tab shows them', async () => {
    const flagged = aFlaggedProvider();
    expect(getRows(findHeader(await renderProvider(flagged, '', ratings)))).toEqual([]);
    expect(getRows(findPanel(await renderProvider(flagged, '?tab=reviews', ratings)))).toContain('Withdrawal 3');
  });
});

describe('failed queries of the provider page', () => {
  it('a failed section offers Try Again, and the other sections work [DEC-65] [ERR-05]', async () => {
    const failingResponses = { [`${apiPath}/similar`]: errorResponse(500), [reviewsPath]: errorResponse(500) };
    const body = await renderProvider(aProvider(), '?tab=reviews', failingResponses);
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Baobab Exchange');
    expect(getText(findPanel(body))).toMatch(/Could not load reviews .*Try Again/);
    expect(getText(findAside(body))).toMatch(/Could not load similar providers .*Try Again/);
  });

  it('a failed rating distribution says so once, and not a second time beside the reviews [DEC-65]', async () => {
    const summary = { [`${apiPath}/reviews/summary`]: errorResponse(500) };
    const page = await renderProvider(aProvider(), '?tab=reviews', summary);
    expect(getText(findHeader(page))).toMatch(/Could not load the ratings .*Try Again/);
    expect(getText(page).match(/Could not load the ratings/g)).toHaveLength(1);
    const flagged = aFlaggedProvider();
    const reviewsText = getText(findPanel(await renderProvider(flagged, '?tab=reviews', summary)));
    expect(reviewsText).toMatch(/^Could not load the ratings .*Try Again/);
    const emptyText = getText(
      findPanel(await renderProvider(flagged, '?tab=reviews', { ...summary, [reviewsPath]: errorResponse(500) })),
    );
    expect(emptyText).not.toContain('Could not load the ratings');
    expect(emptyText).toContain('Could not load reviews');
  });

  it('the verdict is shown without its evidence, and the Compliance tab offers Try Again [DEC-65]', async () => {
    const body = await renderProvider(aProvider(), '?tab=compliance', { [`${apiPath}/evidence`]: errorResponse(500) });
    expect(getAttributeValues(findHeader(body), 'data-status')).toEqual(['Verified']);
    expect(getText(findHeader(body))).toContain('Could not load what was checked');
    expect(getText(findHeader(body))).not.toContain('Nothing was checked');
    expect(getText(findPanel(body))).toMatch(/Could not load what was checked .*Try Again/);
  });

  it('a missing provider shows Provider Not Found with a link back and responds 404 [PROV-20] [PROV-21] [PROV-22]', async () => {
    const { body, loaded } = await renderPage({});
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Provider Not Found');
    expect(getText(within(body).getAllByRole('paragraph')[0]!)).toBe(
      "The provider you're looking for doesn't exist or has been removed.",
    );
    expect(getLinks(body)).toEqual([{ text: 'Back to Directory', href: '/directory' }]);
    expect(loaded.init?.status).toBe(404);
  });

  it('any other failure offers Try Again and is not cached [DEC-65]', async () => {
    const { body, page } = await renderPage({ [apiPath]: errorResponse(503) });
    expect(getText(body)).toMatch(/^Could not load provider .*Try Again/);
    expect(page.cache).toBe('never');
  });
});

describe('active alerts about a provider', () => {
  const makeAlert = (number: number, overrides = {}) =>
    anAlert({ id: anId(number), title: `Alert ${number}`, ...overrides });

  it('the provider page lists alerts with advice, each with a link to its page, and links to the full list [WARN-04]', async () => {
    const alerts = [makeAlert(1, { advice: 'Pay nothing.' }), makeAlert(2), makeAlert(3)];
    const body = await renderProvider(aProvider(), '', { [alertsPath]: pagedResponse(alerts, 5) });
    const alertsRegion = within(body).getByRole('region', { name: '5 active fraud alerts about this provider' });
    expect(getLinks(alertsRegion).map(({ href }) => href)).toEqual([
      ...alerts.map((alert) => `/alerts/${alert.id}`),
      '/alerts',
    ]);
    expect(getText(alertsRegion)).toContain('What to do: Pay nothing.');
    const isBefore =
      alertsRegion.compareDocumentPosition(within(body).getByRole('tablist')) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBefore).toBeTruthy();
  });

  it('the alerts section is hidden without alerts, and says when they cannot be loaded [WARN-04] [DEC-65]', async () => {
    expect(getAttributeValues(await renderProvider(aProvider(), ''), 'aria-labelledby')).not.toContain(
      'provider-alerts',
    );
    const failed = await renderProvider(aProvider(), '', { [alertsPath]: errorResponse(500) });
    expect(getText(failed)).toContain('Could not load the alerts about this provider');
  });
});

describe('the API requests of the provider page', () => {
  const responses = () => makeResponses(aProvider());

  it('the provider page requests only the provider when it does not exist [CALL-08]', async () => {
    expect((await renderPage({}, '?tab=reviews')).requests).toEqual([apiPath]);
    expect((await renderPage({ [apiPath]: errorResponse(500) }, '?tab=reviews')).requests).toEqual([apiPath]);
  });

  it('the provider page requests the provider first, then the reviews if their tab is open [CALL-07] [CALL-08]', async () => {
    expect((await renderPage(responses(), '?tab=reviews')).requests).toEqual([
      apiPath,
      `${apiPath}/evidence`,
      `${apiPath}/similar`,
      alertsPath,
      `${apiPath}/news`,
      `${apiPath}/shared-traces`,
      `${apiPath}/reviews/summary`,
      reviewsPath,
    ]);
    expect((await renderPage(responses())).requests).toEqual([
      apiPath,
      `${apiPath}/evidence`,
      `${apiPath}/similar`,
      alertsPath,
      `${apiPath}/news`,
      `${apiPath}/shared-traces`,
      `${apiPath}/reviews/summary`,
      `${apiPath}/licences`,
    ]);
  });

  it('the provider page requests the reviews with the page and order of the URL [PROV-14] [DEC-56]', async () => {
    const { requests } = await renderPage(responses(), '?tab=reviews&sort=lowest&page=3');
    expect(requests).toContain(`${apiPath}/reviews?sort=lowest&limit=10&offset=20`);
  });

  it('the browser requests only the provider when a link is followed [CALL-08]', () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    clientLoader({ request: new Request(`http://site.example/provider/${id}?tab=reviews`), params: { id } });
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledExactlyOnceWith(apiPath, expect.anything());
  });
});

describe('the metadata of the provider page', () => {
  const buildHead = (loaderData: unknown) =>
    meta({ loaderData, matches: [], location: { search: '' } } as unknown as Parameters<typeof meta>[0]) ?? [];
  const buildProviderHead = (provider: ReturnType<typeof aProvider>) =>
    buildHead({ reads: [{ key: [], data: provider }] });

  it('the provider metadata describes the organisation, with its rating only if there are reviews', () => {
    expect(buildProviderHead(aProvider())).toContainEqual({
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: 'Baobab Exchange',
        description: 'Buys and sells coins.',
        areaServed: ['Kenya', 'South Africa'],
        foundingDate: '2017',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.3', reviewCount: 12 },
      },
    });
    expect(JSON.stringify(buildProviderHead(aProvider({ reviewCount: 0 })))).not.toContain('aggregateRating');
    expect(buildProviderHead(aProvider())).toContainEqual({ title: 'Baobab Exchange | Hakiki' });
  });

  it('search engines do not index a missing provider', () => {
    const head = buildHead({ reads: [{ key: [], failure: { message: '404: ', status: 404 } }] });
    expect(head).toContainEqual({ title: 'Provider Not Found | Hakiki' });
    expect(head).toContainEqual({ name: 'robots', content: 'noindex' });
  });
});

it('the provider page is in French under /fr, including the countries', async () => {
  setTestLanguage('fr');
  const { body } = await renderPage(makeResponses(aProvider()), '', '/fr');
  expect(getText(findPanel(body))).toContain('Kenya, Afrique du Sud');
  expect(getLinks(body)[0]).toEqual({ text: 'Retour à l’annuaire', href: '/fr/directory' });
});
