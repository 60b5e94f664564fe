import type { Provider } from '@hakiki/contract/directory';
import { type Lookup, WarnedProvider } from '@hakiki/contract/lookup';
import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { aFlaggedProvider, anAlert, anId, aProvider } from '../../../test/factories.ts';
import {
  getSelectedTexts,
  getLinks,
  getOptions,
  getText,
  getCheckedValues,
  getAttributeValues,
} from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import Directory, { clientLoader, loader, meta } from './directory.tsx';

/** Renders the page on the server with these API responses. */
async function renderDirectory(path: string, responses: Record<string, unknown>): Promise<HTMLElement> {
  const { api } = createFakeApi(responses);
  const loaderArgs = { request: new Request(`http://site.example${path}`), context: createServerContext(api).context };
  const loaderResult = await loader(loaderArgs as unknown as Parameters<typeof loader>[0]);
  const store = new QueryStore(api);
  hydrateStore(store, loaderResult);
  return renderOnServer(<Directory />, { at: path, store });
}
const renderUnfiltered = (...args: Parameters<typeof pagedResponse>) =>
  renderDirectory('/directory', { '/api/providers?limit=20': pagedResponse(...args) });

describe('a search text that is too long', () => {
  it('the directory searches for the beginning of a text that is too long, and says that it was cut [WARN-15]', async () => {
    const searchText = 'x'.repeat(120);
    const responses = { [`/api/providers?search=${'x'.repeat(100)}&limit=20`]: pagedResponse([aProvider()]) };
    const page = await renderDirectory(`/directory?search=${searchText}`, responses);
    expect(getText(page)).toContain('Too long: you wrote 120 characters. We searched for the first 100.');
    expect(getText(page)).toContain('Showing 1 provider');
    expect(getText(await renderDirectory('/directory?search=short', {}))).not.toContain('Too long');
    expect(getAttributeValues(page, 'maxlength')).toEqual([]);
  });
});

describe('the directory', () => {
  it('the directory shows a search box, a country select and checkboxes [DIR-01] [DIR-02] [DIR-04] [DIR-05] [DIR-06] [DEC-87] [ROUTE-02]', async () => {
    const page = await renderUnfiltered([]);
    expect(within(page).getByRole('searchbox')).toBeDefined();
    expect(getOptions(page, 'country')).toHaveLength(1 + 54);
    expect(getOptions(page, 'country').slice(0, 8)).toEqual([
      ['all', 'All countries'],
      ['nigeria', 'Nigeria'],
      ['south africa', 'South Africa'],
      ['kenya', 'Kenya'],
      ['ghana', 'Ghana'],
      ['uganda', 'Uganda'],
      ['tanzania', 'Tanzania'],
      ['algeria', 'Algeria'],
    ]);
    const boxes = [...page.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
    expect(
      Object.entries(Object.groupBy(boxes, ({ name }) => name)).map(([name, group]) => [name, group?.length]),
    ).toEqual([
      ['type', 11],
      ['verificationStatus', 4],
      ['riskScore', 3],
    ]);
  });

  it('the directory shows the filters of its URL as chosen [DIR-07]', async () => {
    const page = await renderDirectory('/directory?search=ubuntu&country=kenya&type=Wallet&riskScore=High', {});
    expect(within(page).getByRole<HTMLInputElement>('searchbox').value).toBe('ubuntu');
    expect(getSelectedTexts(page)).toContain('Kenya');
    expect(getCheckedValues(page)).toEqual(['Wallet', 'High']);
  });

  it('the directory offers exactly four sort orders [DIR-13]', async () => {
    const sorts = getOptions(await renderUnfiltered([]), 'sort').map(([, text]) => text);
    expect(sorts).toEqual(['Relevance', 'Rating', 'Risk', 'Name']);
  });

  it('the directory shows a card for each provider, as list or as grid [DIR-08]', async () => {
    const providers = [aProvider(), aFlaggedProvider({ id: anId(2) })];
    const list = await renderUnfiltered(providers);
    expect(getAttributeValues(list, 'data-provider')).toEqual([anId(1), anId(2)]);
    expect(getAttributeValues(list, 'data-view')).toEqual(['list']);
    const grid = await renderDirectory('/directory?view=grid', { '/api/providers?limit=20': pagedResponse(providers) });
    expect(getAttributeValues(grid, 'data-view')).toEqual(['grid']);
    expect(getLinks(list)).toContainEqual({ text: 'Grid', href: '/directory?view=grid' });
  });

  it.each([
    [0, 'Showing 0 providers'],
    [1, 'Showing 1 provider'],
    [2, 'Showing 2 providers'],
    [1234, 'Showing 1,234 providers'],
  ])('the directory counts %i matches [DIR-16] [DEC-54]', async (total, line) => {
    expect(getText(within(await renderUnfiltered([], total)).getByTestId('count'))).toBe(line);
  });

  it('the directory says when nothing matches [DIR-15]', async () => {
    expect(getText(await renderUnfiltered([]))).toContain('No providers found matching your criteria');
    expect(getText(await renderUnfiltered([aProvider()]))).not.toContain('No providers found');
  });

  it('the directory says when nothing matches the filters, and how to widen them [DIR-15]', async () => {
    const page = await renderDirectory('/directory?type=Wallet', {
      '/api/providers?type=Wallet&limit=20': pagedResponse([]),
    });
    expect(getText(page)).toContain('No providers found matching your criteria');
    expect(getLinks(page)).toContainEqual({ text: 'Clear filters', href: '/directory' });
  });

  it('the directory shows a skeleton while it loads [DIR-14]', () => {
    const page = renderOnServer(<Directory />, { at: '/directory' });
    expect(page.innerHTML).toContain('data-testid="skeleton"');
    expect(getText(page)).not.toContain('Showing');
  });

  it('the directory shows Failed to fetch providers and Try Again in place of the list, and keeps the filters [DEC-65] [ERR-04]', async () => {
    const page = await renderDirectory('/directory', { '/api/providers?limit=20': errorResponse(500) });
    const text = getText(page);
    expect(text).toContain('Failed to fetch providers');
    expect(text).toContain('Try Again');
    expect(page.innerHTML).toContain('type="search"');
    expect(page.innerHTML).not.toContain('data-testid="skeleton"');
  });

  it('the browser sends the same request when a visitor follows a link', () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    clientLoader({ request: new Request('http://site.example/directory?country=kenya'), params: {} });
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/providers?country=kenya&limit=20', expect.anything());
  });

  it('the directory is in French under /fr', async () => {
    setTestLanguage('fr');
    const page = await renderDirectory('/fr/directory', {
      '/api/providers?limit=20': pagedResponse([aProvider()], 1234),
    });
    expect(getText(within(page).getByRole('heading', { level: 1 }))).toBe('Annuaire des prestataires');
    expect(getText(page)).toMatch(/1\s234 prestataires affichés/);
  });
});

describe('a search in the directory', () => {
  const nothing: Lookup = { matches: 0, warned: [], alerts: [], indicators: [], similar: [] };
  const renderSearch = (text: string, results: Provider[], lookup: Partial<Lookup> | Response, otherParams = '') =>
    renderDirectory(`/directory?search=${text}${otherParams}`, {
      [`/api/providers?search=${text}${otherParams}&limit=20`]: pagedResponse(results),
      [`/api/lookup?search=${text}`]: lookup instanceof Response ? lookup : { ...nothing, ...lookup },
    });
  const listCards = (page: HTMLElement) => getAttributeValues(page, 'data-provider');
  const listHeadings = (page: HTMLElement) => within(page).queryAllByRole('heading', { level: 2 }).map(getText);
  const alert = { ...anAlert({ id: anId(9), title: 'Binance copies ask for codes', severity: 'Critical' }) };
  const makeWarned = (
    status: Provider['verificationStatus'],
    overrides: Partial<Provider> = {},
  ): Lookup['warned'][number] =>
    WarnedProvider.parse({
      ...aFlaggedProvider({ id: anId(7), name: 'Binanse', ...overrides }),
      verificationStatus: status,
    });

  it('the directory search never shows a similar name as a match [WARN-08] [DIR-16]', async () => {
    const page = await renderSearch('Binance', [], { similar: [aProvider({ name: 'Wanjaro Finance' })] });
    expect(listHeadings(page).slice(0, 2)).toEqual(['No entry called "Binance". Similar names:', 'Wanjaro Finance']);
    const text = getText(page);
    expect(text).toContain('Showing 0 providers');
    expect(text.indexOf('Similar names:')).toBeLessThan(text.indexOf('Wanjaro Finance'));
    expect(text).toContain('They are not what you searched for.');
    expect(text).toContain('Unknown does not mean safe');
  });

  it('a search without a match says what that means, and offers to report, to request a check and the first-hour guide [WARN-09] [DIR-15]', async () => {
    const page = await renderSearch('Moonpot', [], {});
    expect(getText(page)).toContain('No providers found matching your criteria');
    expect(getText(page)).toContain('There is no entry for "Moonpot". Unknown does not mean safe');
    expect(getLinks(page)).toEqual(
      expect.arrayContaining([
        { text: 'Report it', href: '/report-scam?provider=Moonpot' },
        { text: 'Ask us to check it', href: '/submit-provider?provider=Moonpot' },
        { text: 'Already paid? The first hour', href: '/first-hour' },
      ]),
    );
  });

  it('a search for a web address offers to check it as a website [WARN-09]', async () => {
    const page = await renderSearch('moonpot.example', [], {});
    expect(getLinks(page)).toContainEqual({
      text: 'Ask us to check it',
      href: '/submit-provider?website=https%3A%2F%2Fmoonpot.example',
    });
  });

  it('the directory search shows the same in French [WARN-08] [WARN-09]', async () => {
    setTestLanguage('fr');
    const text = getText(await renderSearch('Binance', [], { similar: [aProvider()] }));
    expect(text).toContain('Aucune fiche nommée « Binance ». Noms semblables :');
    expect(text).toContain('Inconnu ne veut pas dire sûr');
    for (const action of ['Le signaler', 'Nous demander de le vérifier', 'Déjà payé ? La première heure']) {
      expect(text).toContain(action);
    }
  });

  it('the directory search shows warnings about the name above the providers, with their severity as text [WARN-07]', async () => {
    const page = await renderSearch('Binance', [aProvider()], {
      matches: 1,
      alerts: [alert],
      warned: [makeWarned('Flagged')],
    });
    const text = getText(page);
    expect(listHeadings(page)[0]).toBe('Warnings that mention "Binance"');
    expect(text.indexOf('Critical')).toBeGreaterThan(-1);
    expect(text.indexOf('Critical')).toBeLessThan(text.indexOf('Showing 1 provider'));
    expect(text).toContain('Flagged Binanse Do not pay. Read why it is flagged.');
    expect(getLinks(page)).toContainEqual({ text: alert.title, href: `/alerts/${alert.id}` });
    expect(getLinks(page)).toContainEqual({ text: 'Binanse', href: `/provider/${anId(7)}` });
  });

  it('the directory search warns of a flagged provider even if a filter hides it [WARN-07]', async () => {
    const filteredPage = await renderDirectory('/directory?search=Binanse&verificationStatus=Verified', {
      '/api/providers?search=Binanse&verificationStatus=Verified&limit=20': pagedResponse([]),
      '/api/lookup?search=Binanse': { ...nothing, matches: 1, warned: [makeWarned('Flagged')] },
    });
    expect(listHeadings(filteredPage)).toContain('Warnings that mention "Binanse"');
    expect(getText(filteredPage)).toContain('Without the filters, 1 provider matches "Binanse".');
    expect(getText(filteredPage)).not.toContain('Unknown does not mean safe');
    expect(getLinks(filteredPage)).toContainEqual({
      text: 'Search without filters',
      href: '/directory?search=Binanse',
    });
  });

  it('the directory search does not repeat a warning about providers that the list starts with', async () => {
    const flagged = aFlaggedProvider({ id: anId(7), name: 'Binanse' });
    const page = await renderSearch('Binanse', [flagged, aProvider()], { matches: 2, warned: [makeWarned('Flagged')] });
    expect(listHeadings(page)).not.toContain('Warnings that mention "Binanse"');
    expect(listCards(page)).toEqual([anId(7), anId()]);
  });

  it('the directory search shows a suspended provider, which is not in the list, and does not call it unknown [WARN-07] [DEC-02]', async () => {
    const text = getText(await renderSearch('Binanse', [], { warned: [makeWarned('Suspended')] }));
    expect(text).toContain('Suspended Binanse Do not pay. It was suspended and has left the directory.');
    expect(text).toContain('the warnings above name it. Do not send money.');
    expect(text).not.toContain('Unknown does not mean safe');
  });

  it('the directory search says that a wallet or number was named in checked reports [WARN-07]', async () => {
    const page = await renderSearch('0x1', [], {
      indicators: [{ kind: 'evm', reportCount: 3, lastSeenAt: '2026-03-07T10:00:00Z' }],
    });
    expect(getText(page)).toContain('named in 3 reports that our team has checked. Do not pay or answer.');
  });

  it('the directory search says when the warnings could not be loaded [WARN-07]', async () => {
    const page = await renderSearch('Binance', [aProvider()], errorResponse(503));
    expect(getText(page)).toContain('Could not search our warnings');
    expect(listCards(page)).toEqual([anId()]);
  });
});

it('search engines index the unfiltered directory and its pages, but not searches', () => {
  const buildHead = (search: string) =>
    meta({ location: { search }, matches: [] } as unknown as Parameters<typeof meta>[0]);
  const noindex = { name: 'robots', content: 'noindex' };
  expect(buildHead('?page=3')).toContainEqual({ tagName: 'link', rel: 'canonical', href: '/directory?page=3' });
  expect(buildHead('?search=a')).toContainEqual(noindex);
  expect(buildHead('?sort=name')).toContainEqual(noindex);
  expect(buildHead('')).not.toContainEqual(noindex);
});
