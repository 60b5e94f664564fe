import { readFile } from 'node:fs/promises';
import type { ProviderLicence } from '@hakiki/contract/licences';
import { compareLimits } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { aFlaggedProvider, anId, aProvider } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { toCompareUrl, parseCompareUrl } from './compare-url.ts';
import { nameSearchQuery } from './compare-queries.ts';
import Compare, * as screen from './compare.tsx';

const FULL_MESSAGE = 'Maximum of 4 providers can be compared at once';
const knownProviders = [1, 2, 3, 4, 5].map((number) => aProvider({ id: anId(number), name: `Provider ${number}` }));
const aLicence: ProviderLicence = {
  country: 'kenya',
  state: 'licensed-here',
  isOld: false,
  scope: ['custody'],
  holder: 'Kilima Ltd',
  number: '7',
  source: 'Demo register',
  sourceUrl: null,
  asOf: '2026-11-01',
  checkedOn: '2026-11-10',
  elsewhere: [],
};
const makeResponses = (providers = knownProviders) =>
  Object.fromEntries(
    providers.flatMap((provider) => [
      [`/api/providers/${provider.id}`, provider],
      [`/api/providers/${provider.id}/licences`, [aLicence]],
    ]),
  );
const toSearchPath = (text: string) => `/api/providers?search=${text}&within=names&limit=14`;
const joinIds = (...numbers: number[]) => numbers.map((number) => anId(number)).join(',');

/** Renders the page on the server with these API responses. */
async function renderCompare(
  query: string,
  responses: Record<string, unknown> = makeResponses(),
): Promise<HTMLElement> {
  const { api } = createFakeApi(responses);
  const loaderArgs = {
    request: new Request(`http://site.example/compare${query}`),
    context: createServerContext(api).context,
  };
  const store = new QueryStore(api);
  hydrateStore(store, await screen.loader(loaderArgs as unknown as Parameters<typeof screen.loader>[0]));
  return renderOnServer(<Compare />, { at: `/compare${query}`, store });
}

const listColumns = (body: HTMLElement) => getAttributeValues(body, 'data-provider');
const listRows = (body: HTMLElement) =>
  [...body.querySelectorAll<HTMLElement>('tr[data-row]')].map((row) => {
    const cells = [...row.querySelectorAll('td')].map(getText);
    return {
      name: row.dataset['row'],
      differs: 'differs' in row.dataset,
      marks: cells.map((text) => /(?:Best|Worst)$/.exec(text)?.[0]),
      label: getText(row.querySelector('th')!),
      values: cells.map((text) => text.replace(/ (?:Best|Worst)$/, '')),
    };
  });
const findRow = (body: HTMLElement, name: string) => listRows(body).find((row) => row.name === name);
const listMatches = (body: HTMLElement) => getAttributeValues(body, 'data-match');

describe('the comparison page', () => {
  it('the comparison page shows the chosen providers side by side, in the order of the URL [COMP-01] [COMP-10] [ROUTE-04] [DEC-13]', async () => {
    const body = await renderCompare(`?providers=${joinIds(3, 1)}`);
    expect(listColumns(body)).toEqual([anId(3), anId(1)]);
    expect(getLinks(body)).toContainEqual({ text: 'Provider 3', href: `/provider/${anId(3)}` });
    expect(getText(body)).toContain('2 of 4 chosen');
  });

  it('the comparison page has a row for each compared property [COMP-01] [DEC-13] [LIC-07]', async () => {
    const flagged = aFlaggedProvider({
      id: anId(2),
      riskScore: 'High',
      rating: '0.0',
      reviewCount: 0,
      countries: [],
      established: null,
      licenseInfo: null,
      website: null,
    });
    const body = await renderCompare(`?providers=${joinIds(1, 2)}`, makeResponses([knownProviders[0]!, flagged]));
    expect(listRows(body).map(({ label, values }) => [label, ...values])).toEqual([
      ['Provider type', 'Exchange', 'Exchange'],
      ['Verification status', 'Verified', 'Flagged'],
      ['Risk level', 'Medium risk', 'High risk'],
      ['Rating', 'Rated 4.3 out of 5 4.3', 'No reviews yet'],
      ['Reviews', '12', '0'],
      ['Countries', 'Kenya, South Africa', 'Not stated'],
      ['Established', '2017', 'Not stated'],
      ['Licence information', 'Licence 12345', 'Not provided'],
      ['Licences by country', 'Kenya Licensed here (custody)', 'Kenya Licensed here (custody)'],
      ['Regulatory compliance', '90% good', '90% good'],
      ['User satisfaction', '60% fair', '60% fair'],
      ['Security measures', '30% poor', '30% poor'],
      ['Website', 'baobab.example (opens in a new tab)', 'N/A'],
    ]);
  });

  it('the comparison page marks the best and worst value of a row as text, and none if all are equal or none is better [COMP-01]', async () => {
    const body = await renderCompare(
      `?providers=${joinIds(1, 2, 3)}`,
      makeResponses([
        knownProviders[0]!,
        aProvider({ id: anId(2), riskScore: 'Medium', rating: '3.9', established: 2011, licenseInfo: null }),
        aProvider({ id: anId(3), riskScore: 'High', rating: '0.0', reviewCount: 0, regulatoryCompliance: 40 }),
      ]),
    );
    expect(listRows(body).flatMap(({ label, marks }) => (marks.some(Boolean) ? [[label, ...marks]] : []))).toEqual([
      ['Risk level', 'Best', 'Best', 'Worst'],
      ['Rating', 'Best', 'Worst', undefined],
      ['Licence information', 'Best', 'Worst', 'Best'],
      ['Regulatory compliance', 'Best', 'Best', 'Worst'],
    ]);
    expect(getText(body)).toContain('Best Worst of those you compare.');
    expect(getText(body)).not.toContain('differs');
  });

  it('the comparison page never marks a flagged provider as best', async () => {
    const flagged = aFlaggedProvider({ id: anId(2), riskScore: 'High', userSatisfaction: 99 });
    const body = await renderCompare(`?providers=${joinIds(1, 2)}`, makeResponses([knownProviders[0]!, flagged]));
    expect(findRow(body, 'verificationStatus')?.marks).toEqual(['Best', 'Worst']);
    expect(findRow(body, 'userSatisfaction')?.marks).toEqual(['Worst', undefined]);
    expect(listRows(body).map(({ marks }) => marks[1])).not.toContain('Best');
  });

  it('the comparison page does not rank scores that nobody has set', async () => {
    const unassessed = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };
    const body = await renderCompare(
      `?providers=${joinIds(1, 2)}`,
      makeResponses([knownProviders[0]!, aProvider({ id: anId(2), ...unassessed })]),
    );
    expect(findRow(body, 'securityMeasures')?.marks).toEqual([undefined, undefined]);
  });

  it('the comparison page leaves a suspended provider out, which still has its own page [DEC-02]', async () => {
    const suspended = aProvider({ id: anId(2), verificationStatus: 'Suspended' });
    const body = await renderCompare(`?providers=${joinIds(1, 2)}`, makeResponses([knownProviders[0]!, suspended]));
    expect(listColumns(body)).toEqual([anId(1)]);
    expect(getText(body)).toContain('1 provider in this link is not in the register and was left out.');
  });

  it('the comparison page hides equal rows when the URL says so', async () => {
    const different = aProvider({ id: anId(2), riskScore: 'High' });
    const body = await renderCompare(
      `?providers=${joinIds(1, 2)}&differences=only`,
      makeResponses([knownProviders[0]!, different]),
    );
    expect(listRows(body).map(({ name }) => name)).toEqual(['riskScore']);
    expect(body.querySelector<HTMLInputElement>('input[type="checkbox"][name="differences"]')?.checked).toBe(true);
    const equalPage = await renderCompare(`?providers=${joinIds(1, 2)}&differences=only`);
    expect(getText(equalPage)).toContain('These providers are the same in every row.');
  });

  it('the comparison page shows all rows of a single provider without marks', async () => {
    const body = await renderCompare(`?providers=${joinIds(1)}&differences=only`);
    expect(listRows(body)).toHaveLength(13);
    expect(listRows(body).some(({ differs }) => differs)).toBe(false);
    expect(getText(body)).toContain('Add another provider to see where they differ.');
  });

  it('the comparison page starts empty and links to the directory [COMP-02]', async () => {
    const body = await renderCompare('');
    expect(getText(body)).toContain('Nothing to compare yet');
    expect(getLinks(body)).toContainEqual({ text: 'Browse all providers', href: '/directory' });
    expect(body.querySelector('table')).toBeNull();
  });

  it('the comparison page compares up to four providers, each with a link to remove it [COMP-02] [COMP-11] [CONST-01] [DEC-13]', async () => {
    expect(compareLimits).toEqual({ providers: 4, searchResults: 10 });
    const body = await renderCompare(`?providers=${joinIds(1, 2, 3, 4)}`);
    expect(listColumns(body)).toHaveLength(4);
    expect(getLinks(body)).toContainEqual({
      text: 'Remove Provider 2',
      href: `/compare?providers=${joinIds(1, 3, 4)}`,
    });
    expect(getLinks(await renderCompare(`?providers=${joinIds(1)}`))).toContainEqual({
      text: 'Remove Provider 1',
      href: '/compare',
    });
  });

  it('the comparison page keeps the first four of more providers and says so; with four, the search panel says it too [COMP-03] [DEC-13]', async () => {
    const body = await renderCompare(`?providers=${joinIds(1, 2, 3, 4, 5)}`);
    expect(listColumns(body)).toEqual([1, 2, 3, 4].map((number) => anId(number)));
    expect(within(body).getAllByText(FULL_MESSAGE)).toHaveLength(2);
    const fullPage = await renderCompare(`?providers=${joinIds(1, 2, 3, 4)}`);
    expect(within(fullPage).getAllByText(FULL_MESSAGE)).toHaveLength(1);
    expect(getText(await renderCompare(`?providers=${joinIds(1, 2, 3)}`))).not.toContain(FULL_MESSAGE);
  });

  it('the comparison page skips unknown providers and says how many [DEC-13]', async () => {
    const body = await renderCompare(`?providers=${anId(9)},${anId(1)},nonsense`);
    expect(listColumns(body)).toEqual([anId(1)]);
    expect(getText(body)).toContain('2 providers in this link are not in the register and were left out.');
    expect(getLinks(body).map(({ href }) => href)).not.toContainEqual(expect.stringContaining(anId(9)));
  });

  it('the comparison page keeps the column of a provider that could not be loaded', async () => {
    const responses = { ...makeResponses(), [`/api/providers/${anId(2)}`]: errorResponse(503) };
    const body = await renderCompare(`?providers=${joinIds(1, 2)}`, responses);
    expect(listColumns(body)).toEqual([anId(1), anId(2)]);
    expect(getText(body)).toContain('Not loaded Try Again');
    expect(findRow(body, 'type')?.values).toEqual(['Exchange', '–']);
    expect(getText(body)).not.toContain('left out');
  });

  it('the comparison page shows a skeleton of the table while it loads', () => {
    const body = renderOnServer(<Compare />, { at: `/compare?providers=${joinIds(1, 2)}` });
    expect(listColumns(body)).toHaveLength(2);
    expect(body.innerHTML).toContain('skeleton');
    expect(getText(body)).not.toContain('left out');
  });

  it('the comparison page collapses a long list of countries', async () => {
    const countries = ['nigeria', 'ghana', 'kenya', 'uganda', 'rwanda', 'benin', 'togo'];
    const body = await renderCompare(`?providers=${joinIds(1)}`, makeResponses([aProvider({ countries })]));
    expect(findRow(body, 'countries')?.values).toEqual(['Nigeria, Ghana, Kenya, Uganda, Rwanda +2 more Benin, Togo']);
  });

  it('the comparison page is in French under /fr', async () => {
    setTestLanguage('fr');
    const body = await renderCompare(`?providers=${joinIds(1, 2)}`);
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Comparer des prestataires');
    expect(getLinks(body)).toContainEqual({ text: 'Retirer Provider 1', href: `/fr/compare?providers=${anId(2)}` });
  });
});

describe('the panel that adds providers', () => {
  const isPanelOpen = async (query: string) => (await renderCompare(query)).querySelector('details')?.open;

  it('the add panel can be opened and closed, also without scripts [COMP-08]', async () => {
    expect(await isPanelOpen('')).toBe(true);
    expect(await isPanelOpen(`?providers=${joinIds(1, 2)}`)).toBe(false);
    expect(await isPanelOpen(`?providers=${joinIds(1, 2)}&search=x`)).toBe(true);
  });

  it('the add panel’s search is a plain form that also sends the selection [COMP-04] [COMP-11]', async () => {
    const body = await renderCompare(`?providers=${joinIds(1, 2)}&differences=only`);
    const form = within(body).getByRole<HTMLFormElement>('search');
    expect(form.getAttribute('action')).toBe('/compare');
    expect([...new FormData(form)]).toEqual([
      ['providers', joinIds(1, 2)],
      ['differences', 'only'],
      ['search', ''],
    ]);
  });

  it('the add panel’s search finds names that contain the text, ignoring case and accents [COMP-04] [COMP-05]', async () => {
    const makeNamed = (number: number, name: string) => aProvider({ id: anId(number), name });
    const providers = [
      makeNamed(1, 'BAOBAB'),
      makeNamed(2, 'Peñara'),
      makeNamed(3, 'Kôlibri'),
      makeNamed(4, 'Wallet of the baobab'),
    ];
    // The API searches names only, so every result is shown.
    const matches = [makeNamed(1, 'BAOBAB'), makeNamed(4, 'Wallet of the baobab')];
    expect(
      listMatches(await renderCompare('?search=aoBA', { [toSearchPath('aoBA')]: pagedResponse(matches) })),
    ).toEqual([anId(1), anId(4)]);
    expect(
      listMatches(await renderCompare('?search=ñar', { [toSearchPath('%C3%B1ar')]: pagedResponse([providers[1]]) })),
    ).toEqual([anId(2)]);
    // Below three letters, the API's own search only finds beginnings of words.
    expect(
      listMatches(await renderCompare('?search=EÑ', { '/api/providers?limit=100': pagedResponse(providers) })),
    ).toEqual([anId(2)]);
  });

  it('the add panel’s search shows the first ten results in the order of the register, without chosen providers [COMP-06] [COMP-07] [CONST-01] [DEC-13]', async () => {
    const many = Array.from({ length: 20 }, (_, number) => aProvider({ id: anId(number + 1), name: `Coin ${number}` }));
    const responses = { ...makeResponses(many), [toSearchPath('coin')]: pagedResponse(many) };
    const page = await renderCompare(`?providers=${joinIds(1, 3)}&search=coin`, { ...responses });
    expect(listMatches(page)).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => anId(number)));
    expect(getText(page)).toContain('The first 10 are shown.');
  });

  it('a result links to the comparison with this provider and keeps search and view [COMP-11]', async () => {
    const responses = { ...makeResponses(), [toSearchPath('provider')]: pagedResponse(knownProviders) };
    const body = await renderCompare(`?providers=${joinIds(1)}&search=provider&differences=only`, responses);
    const first = getLinks(body).find(({ text }) => text.includes('Add Provider'));
    expect(first?.href).toBe(`/compare?providers=${joinIds(1, 2)}&search=provider&differences=only`);
  });

  it('the add panel says that no name matches and links to the search of the directory', async () => {
    const responses = { [toSearchPath('exchange')]: pagedResponse([]) };
    const body = await renderCompare('?search=exchange', responses);
    expect(getText(body)).toContain('No other provider has “exchange” in its name.');
    expect(getLinks(body).map(({ href }) => href)).toContain('/directory?search=exchange');
  });

  it('the add panel shows the chosen providers while the visitor searches, each with a link to remove it, also without scripts [COMP-02] [COMP-11]', async () => {
    const responses = { ...makeResponses(), [toSearchPath('coin')]: pagedResponse([]) };
    const body = await renderCompare(`?providers=${joinIds(1, 2)}&search=coin`, responses);
    const tray = within(body).getByTestId('compare-tray');
    expect(getText(tray)).toContain('2 of 4 chosen Provider 1 Remove Provider 1 Provider 2 Remove Provider 2');
    expect(getLinks(tray)).toEqual([
      { text: 'Remove Provider 1', href: `/compare?providers=${anId(2)}&search=coin` },
      { text: 'Remove Provider 2', href: `/compare?providers=${anId(1)}&search=coin` },
      { text: 'Compare now', href: `/compare?providers=${joinIds(1, 2)}#chosen` },
    ]);
    expect(within(await renderCompare('')).queryByTestId('compare-tray')).toBeNull();
  });

  it('a result shows other names of the provider, by which it may have been found', async () => {
    const responses = {
      [toSearchPath('coin')]: pagedResponse([aProvider({ name: 'Baobab', otherNames: ['BX Coin'] })]),
    };
    expect(getText(await renderCompare('?search=coin', responses))).toContain('Also known as BX Coin');
  });

  it('the add panel says that the search failed', async () => {
    const body = await renderCompare('?search=coin', { [toSearchPath('coin')]: errorResponse(500) });
    expect(getText(body)).toContain('Failed to fetch providers');
  });

  it('the server sends the browser only the fields that a result shows', async () => {
    const { api } = createFakeApi({ [toSearchPath('baobab')]: pagedResponse([aProvider()]) });
    const [match] = await nameSearchQuery('baobab').load(api);
    expect(Object.keys(match ?? {})).toEqual(['id', 'name', 'otherNames', 'type', 'verificationStatus', 'logoUrl']);
  });
});

describe('the URL of the comparison', () => {
  it.each([
    ['', '/compare'],
    ['providers=a,b', '/compare?providers=a,b'],
    ['search=+coin+', '/compare?search=coin'],
    ['providers=a&differences=only&search=x%20y', '/compare?providers=a&search=x+y&differences=only'],
    ['differences=nonsense', '/compare'],
  ])('%j is normalised to %s [COMP-09] [COMP-11]', (query, url) => {
    expect(toCompareUrl(parseCompareUrl(new URLSearchParams(query)))).toBe(url);
  });

  it('search engines index the comparison only without a selection', async () => {
    const buildHead = (search: string, loaderData: unknown) =>
      screen.meta({ matches: [], location: { search }, loaderData } as unknown as Parameters<typeof screen.meta>[0]);
    expect(buildHead('', null)).not.toContainEqual({ name: 'robots', content: 'noindex' });
    const queries = [knownProviders[0], knownProviders[1]].map((data) => ({ key: [], data }));
    const sharedHead = buildHead('?providers=a,b', { reads: queries });
    expect(sharedHead).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(sharedHead).toContainEqual({ title: 'Compare Provider 1 – Provider 2 | Hakiki' });
  });
});

describe('the menu’s link to the comparison', () => {
  const followMenuLink = (url: string) =>
    screen.clientLoader({
      request: new Request(`http://site.example${url}`),
      params: {},
    } as unknown as Parameters<typeof screen.clientLoader>[0]);

  it('the menu’s link to the comparison redirects to the providers chosen during the visit', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => 'a,b' });
    const response = followMenuLink('/compare');
    expect(response).toBeInstanceOf(Response);
    expect((response as Response).headers.get('Location')).toBe('/compare?providers=a,b');
    vi.unstubAllGlobals();
  });

  it('the menu’s link to the comparison opens the empty page when nothing was chosen', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null });
    expect(followMenuLink('/compare')).toBeNull();
    vi.unstubAllGlobals();
  });
});

it('the comparison opens without scripts [ROUTE-04]', async () => {
  const { api } = createFakeApi({});
  expect(await openPage(screen, '/compare', { api })).toMatchObject({ status: 200 });
});

it('the message about a fifth provider has the text of the specification [COMP-03]', async () => {
  const messages = await readFile(new URL('../../../messages/en.json', import.meta.url), 'utf8');
  expect(JSON.parse(messages)).toMatchObject({ compare_full: FULL_MESSAGE });
});
