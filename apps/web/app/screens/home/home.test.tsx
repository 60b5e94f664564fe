import { prices } from '@hakiki/contract/prices';
import { waitingTimes } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anExperience, anId, aProvider } from '../../../test/factories.ts';
import { getFacts, getLinks, getOptions, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { toDirectoryPath } from '../../lib/pages/search-path.ts';
import Home, { loader } from './home.tsx';

const stats = { totalProviders: 1234, verifiedProviders: 56, flaggedProviders: 7, countries: 0 };
const VERIFIED = '/api/providers?verificationStatus=Verified&limit=3';
const EXPERIENCES = '/api/experiences?limit=3';
const COUNTRIES = '/api/stats/countries';

/** Renders the page on the server with these API responses. */
async function renderHome(responses: Record<string, unknown> = {}, at = '/'): Promise<HTMLElement> {
  const { api } = createFakeApi({
    '/api/stats': stats,
    [VERIFIED]: pagedResponse([]),
    [COUNTRIES]: [],
    [EXPERIENCES]: [],
    ...responses,
  });
  const store = new QueryStore(api);
  const loaderArgs = { context: createServerContext(api).context } as unknown as Parameters<typeof loader>[0];
  hydrateStore(store, await loader(loaderArgs));
  return renderPageOnServer(Home, { at, store });
}

const findSection = (page: HTMLElement, id: string) => page.querySelector<HTMLElement>(`section#${id}`)!;
const renderStats = async (reply: unknown) => getFacts(await renderHome({ '/api/stats': reply }));

describe('the search on the home page', () => {
  it('the search form posts a text and a country to the check, which redirects a name to the directory: the five of the list first, then all others [HOME-02] [HOME-03] [CHECK-07] [DEC-09] [DEC-87] [ROUTE-01]', async () => {
    const form = within(await renderHome()).getByRole('search');
    expect(['method', 'action'].map((name) => form.getAttribute(name))).toEqual(['post', '/check']);
    expect(within(form).getByRole<HTMLInputElement>('searchbox').name).toBe('search');
    const options = getOptions(form, 'country');
    expect(options).toHaveLength(1 + 54);
    expect(options.slice(0, 8)).toEqual([
      ['all', 'All countries'],
      ['nigeria', 'Nigeria'],
      ['south africa', 'South Africa'],
      ['kenya', 'Kenya'],
      ['ghana', 'Ghana'],
      ['uganda', 'Uganda'],
      ['algeria', 'Algeria'],
      ['angola', 'Angola'],
    ]);
    expect(within(form).queryAllByRole('button').map(getText)).toEqual(['Search']);
  });

  it.each([
    ['', 'all', '/directory'],
    ['  ', 'all', '/directory'],
    ['ubuntu coin', 'all', '/directory?search=ubuntu+coin'],
    ['', 'south africa', '/directory?country=south+africa'],
    [' a&b ', 'kenya', '/directory?search=a%26b&country=kenya'],
  ])('a search for “%s” in %s goes to %s [HOME-04]', (search, country, expectedPath) => {
    const formData = new FormData();
    formData.set('search', search);
    formData.set('country', country);
    expect(toDirectoryPath(formData)).toBe(expectedPath);
  });

  it('the search stays in the language of the page', () => {
    setTestLanguage('fr');
    expect(toDirectoryPath(new FormData())).toBe('/fr/directory');
  });

  it('the home page links to each kind of service that people check [ROLE-01]', async () => {
    const kinds = within(await renderHome()).getByRole('navigation', { name: 'Browse by kind' });
    expect(getLinks(kinds)).toEqual([
      { href: '/directory?type=Exchange', text: 'Exchange' },
      { href: '/directory?type=Broker', text: 'Broker' },
      { href: '/directory?type=Wallet', text: 'Wallet' },
      { href: '/directory?type=OTC%20Desk', text: 'OTC Desk' },
      { href: '/directory?type=Network%20Marketing', text: 'Network Marketing' },
      { href: '/directory?type=Peer-to-Peer', text: 'Peer-to-Peer' },
    ]);
  });
});

describe('the statistics on the home page', () => {
  it('the home page shows the four statistics of the register [CALL-03] [HOME-05] [DEC-10]', async () => {
    expect(await renderStats(stats)).toEqual([
      ['Providers', '1,234'],
      ['Verified', '56'],
      ['Flagged / MLM', '7'],
      ['Countries', '0'],
    ]);
  });

  it('the home page shows a dash for each number that could not be loaded [DEC-65]', async () => {
    expect((await renderStats(errorResponse(500))).map(([, value]) => value)).toEqual(['–', '–', '–', '–']);
  });
});

describe('verified providers on the home page', () => {
  it('the home page shows the first three providers of the API and links to the directory [HOME-10] [HOME-11]', async () => {
    const providers = [1, 2, 3, 4].map((number) => aProvider({ id: anId(number), name: `Number ${number}` }));
    const sectionElement = findSection(await renderHome({ [VERIFIED]: pagedResponse(providers, 18) }), 'verified');
    expect(getAttributeValues(sectionElement, 'data-provider')).toEqual([anId(1), anId(2), anId(3)]);
    expect(getLinks(sectionElement)).toContainEqual({ href: '/directory', text: 'Browse all providers' });
  });

  it('the home page shows fewer providers if there are fewer [HOME-10]', async () => {
    const sectionElement = findSection(await renderHome({ [VERIFIED]: pagedResponse([aProvider()]) }), 'verified');
    expect(getAttributeValues(sectionElement, 'data-provider')).toHaveLength(1);
  });

  it('the home page says when there are no verified providers, or when they could not be loaded', async () => {
    expect(getText(findSection(await renderHome(), 'verified'))).toContain('No provider is verified at the moment');
    const failedSection = findSection(await renderHome({ [VERIFIED]: errorResponse(503) }), 'verified');
    expect(getText(failedSection)).toContain('Failed to fetch providers');
  });
});

describe('the sign-up cards on the home page', () => {
  it('the home page has a card for individuals, one for businesses, and a link to log in [HOME-06] [HOME-07] [HOME-08] [DEC-52]', async () => {
    expect(getLinks(findSection(await renderHome(), 'join'))).toEqual([
      { href: '/signup', text: 'Sign up as an individual' },
      { href: '/signup?tab=business', text: 'Sign up as a business' },
      { href: '/signup', text: 'Sign in here' },
    ]);
  });

  it('the card for businesses offers a listing, a badge and the API, with a yearly price [ROLE-05] [DEC-50]', async () => {
    const [, business = ''] = within(findSection(await renderHome(), 'join'))
      .queryAllByRole('article')
      .map(getText);
    expect(prices.businessFromPerYear).toBe(25_000);
    for (const expectedText of ['from R25,000/year', 'listing in the directory', 'compliance badge', 'API access']) {
      expect(business).toContain(expectedText);
    }
  });
});

describe('the features on the home page', () => {
  it('the home page’s features link to everything a visitor can do [HOME-09] [ROLE-01]', async () => {
    expect(getLinks(findSection(await renderHome(), 'features')).map(({ href }) => href)).toEqual([
      '/directory',
      '/#community',
      '/alerts',
      '/compare',
      '/report-scam',
      '/safety',
    ]);
  });

  it('the home page’s features promise the configured waiting times [CONST-06]', async () => {
    const { from, to } = waitingTimes.scamReportHours;
    expect(getText(findSection(await renderHome(), 'features'))).toContain(`within ${from}-${to} hours`);
  });
});

it('the home page explains the three risk levels with an example that is labelled as one [HOME-12] [DEC-70]', async () => {
  const sectionElement = findSection(
    await renderHome({ [VERIFIED]: pagedResponse([aProvider({ name: 'Baobab' })]) }),
    'risk',
  );
  expect(getText(sectionElement)).toContain('Example');
  expect(getText(sectionElement)).toMatch(/Low risk .*Medium risk .*High risk .*How we rate risk/);
  // On a provider's page more points are better: a number here would contradict it.
  expect(getText(sectionElement)).not.toMatch(/\d/);
  expect(within(sectionElement).getByRole('img').getAttribute('aria-label')).toBeTruthy();
  expect(sectionElement.innerHTML).not.toContain('Baobab');
});

describe('warnings by country on the home page', () => {
  const countries = [
    { country: 'ghana', providers: 3, flaggedProviders: 0 },
    { country: 'south africa', providers: 40, flaggedProviders: 1 },
    { country: 'nigeria', providers: 1200, flaggedProviders: 1000 },
    { country: 'kenya', providers: 90, flaggedProviders: 11 },
  ];

  it('a table shows the numbers in descending order, each with a link to the country’s providers', async () => {
    const sectionElement = findSection(await renderHome({ [COUNTRIES]: countries }), 'warnings');
    const table = sectionElement.querySelector('table')!;
    expect(within(table).queryAllByRole('row').map(getText)).toEqual([
      'Country Flagged / MLM Listed',
      'Nigeria 1,000 1,200',
      'Kenya 11 90',
      'South Africa 1 40',
      'Ghana 0 3',
    ]);
    expect(getLinks(table)[2]).toEqual({ href: '/directory?country=south%20africa', text: 'South Africa' });
  });

  it('the home page names the countries with the most warnings, and none without a warning', async () => {
    const sectionElement = findSection(await renderHome({ [COUNTRIES]: countries }), 'warnings');
    const topList = sectionElement.querySelector('ol')!;
    expect(within(topList).queryAllByRole('listitem').map(getText)).toEqual([
      'Nigeria 1,000',
      'Kenya 11',
      'South Africa 1',
    ]);
  });

  it('the home page says when there are no warnings, and when they could not be loaded', async () => {
    expect(getText(findSection(await renderHome(), 'warnings'))).toContain('There is no warning at the moment.');
    const failedSection = findSection(await renderHome({ [COUNTRIES]: errorResponse(500) }), 'warnings');
    expect(getText(failedSection)).toContain('Could not load the warnings by country');
  });
});

describe('community reports on the home page', () => {
  const listReports = (page: HTMLElement) =>
    within(findSection(page, 'community')).queryAllByRole('article').map(getText);

  it('the home page invents no experience while nobody has shared one, and asks for the first [HOME-14] [REAL-03]', async () => {
    const page = await renderHome();
    expect(listReports(page)).toEqual([]);
    const sectionText = getText(findSection(page, 'community'));
    expect(sectionText).toContain('Nobody has shared an experience yet. Yours can be the first.');
    expect(sectionText).not.toMatch(/sample|stars/i);
  });

  it('the home page shows a real experience with its date, stars and issue [HOME-14] [REAL-03]', async () => {
    const realExperience = anExperience({
      providerName: 'Kwetu Pay',
      rating: 2,
      issueType: 'withdrawal',
      experience: 'Slow.',
    });
    expect(listReports(await renderHome({ [EXPERIENCES]: [realExperience] }))).toEqual([
      'Kwetu Pay Mar 7, 2025 2 out of 5 stars Problem: Withdrawal Slow.',
    ]);
  });

  it('the home page labels an experience in another language than the page, and marks it for screen readers [WARN-16]', async () => {
    const experience = anExperience({ experience: 'Payé le lendemain.', language: 'fr' });
    const page = await renderHome({ [EXPERIENCES]: [experience] });
    expect(listReports(page)[0]).toContain('in French Payé le lendemain.');
    expect([...page.querySelectorAll('article [lang="fr"]')].map(getText)).toEqual(['Payé le lendemain.']);
  });

  it('the home page shows at most three experiences [HOME-14] [REAL-03] [CONST-04]', async () => {
    const experiences = [1, 2, 3, 4].map((number) => anExperience({ id: anId(number) }));
    expect(listReports(await renderHome({ [EXPERIENCES]: experiences }))).toHaveLength(3);
  });

  it('the home page shows an experience as plain text, and a long one completely [REAL-03]', async () => {
    const longText = `<b>bold</b> ${'word '.repeat(200)}end`;
    const [report] = listReports(await renderHome({ [EXPERIENCES]: [anExperience({ experience: longText })] }));
    expect(report).toContain('<b>bold</b>');
    expect(report).toMatch(/… Read all of it … word .* end$/);
    expect(report?.match(/word/g)).toHaveLength(200);
  });

  it('the home page says when experiences could not be loaded, instead of showing none', async () => {
    const page = await renderHome({ [EXPERIENCES]: errorResponse(500) });
    expect(listReports(page)).toEqual([]);
    expect(getText(findSection(page, 'community'))).toContain('Could not load the community reports');
  });
});

it('the section for regulators offers a demo and the RegTech page, and has the anchor of the footer’s link [HOME-15] [HOME-16] [REAL-09] [REAL-10] [ROLE-06]', async () => {
  const sectionElement = findSection(await renderHome(), 'regulators');
  expect(getText(sectionElement)).toContain('monitoring dashboard');
  expect(getLinks(sectionElement)).toEqual([
    { href: '/contact?subject=Regulator%20demo', text: 'Request Demo' },
    { href: '/regtech', text: 'Learn More' },
  ]);
});

it('the home page is in French and links to French pages', async () => {
  setTestLanguage('fr');
  const page = await renderHome({ [COUNTRIES]: [{ country: 'south africa', providers: 1, flaggedProviders: 1 }] });
  expect(getText(page)).toContain('Afrique du Sud');
  expect(getText(page)).toContain('à partir de R25 000/an');
  expect(getLinks(page).filter(({ href }) => !href?.startsWith('/fr/'))).toEqual([]);
});
