import { ComplianceNews } from '@hakiki/contract/news';
import { screen as shown, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { anId, aUser } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getSelectedTexts, getLinks, getOptions, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { newsPath, parseNewsFilters } from './news-address.ts';
import * as screen from './news.tsx';

const NEWS = '/api/compliance-news';
const OWN = '/api/news-preferences';
const nothingOwn = { country: null, category: null, getsLetter: false, feedMadeAt: null };

const anItem = (given: Record<string, unknown> = {}): ComplianceNews =>
  ComplianceNews.parse({
    id: anId(),
    title: 'A licence is withdrawn',
    summary: 'Clients have thirty days to take their money out.',
    category: 'enforcement',
    sourceName: 'Demo Authority',
    sourceCountry: 'south africa',
    sourceUrl: 'https://authority.example/1',
    otherSources: [],
    priority: 'high',
    tags: ['licence', 'clients'],
    publishedAt: '2026-03-07T10:00:00Z',
    fetchedAt: '2026-03-07T11:00:00Z',
    isActive: true,
    language: 'en',
    ...given,
  });

const some = (count: number) =>
  Array.from({ length: count }, (_, place) => anItem({ id: anId(place + 1), title: `Notice ${place + 1}` }));

/** Renders the page on the server for a member without scripts. */
async function opened(at: string, answers: Record<string, unknown>, user: unknown = aUser()) {
  const given = { '/api/auth/user': user, ...answers };
  const { api, requests } = createFakeApi(given);
  const store = new QueryStore(api);
  const loader = async (args: Parameters<typeof screen.loader>[0]) => {
    const reads = await screen.loader(args);
    hydrateStore(store, reads);
    return reads;
  };
  const page = await openPage({ default: screen.default, loader }, at, { api, store });
  return { ...page, asked: requests };
}

/** Renders the page in a browser. */
function browsing(at: string, answers: Record<string, unknown>, user: unknown = aUser()) {
  const { api, requests } = createFakeApi({ '/api/auth/user': user, ...answers });
  renderInBrowser(<screen.default />, { at, store: new QueryStore(api) });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

describe('access to the news', () => {
  it('a visitor is redirected to the login, and the page loads nothing [NEWS-01] [NEWS-07] [ROUTE-13]', async () => {
    const { status, location, asked } = await opened('/news', {}, errorResponse(401));
    expect([status, location]).toEqual([302, '/api/login']);
    expect(asked).toEqual(['/api/auth/user']);
  });

  it('a visitor who follows a link in the browser is redirected too [NEWS-01] [NEWS-07]', async () => {
    const replace = vi.fn();
    vi.stubGlobal('location', { replace, pathname: '/news', search: '' });
    const asked = browsing('/news', {}, errorResponse(401));
    await waitFor(() => expect(replace.mock.calls).toEqual([['/api/login']]));
    expect(asked).toEqual(['/api/auth/user']);
  });
});

describe('the news page', () => {
  it('the news page shows title, source, country and date of each item, and links to the source [ROUTE-13] [ENT-24] [ENT-26]', async () => {
    const { body } = await opened('/news', {
      [NEWS]: pagedResponse([
        anItem(),
        anItem({ id: anId(2), priority: 'normal', tags: [], sourceUrl: 'https://b.example/' }),
      ]),
    });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Regulatory and Compliance News');
    const [first, second] = within(body).getAllByRole('article');
    expect(getText(first!)).toBe(
      'Enforcement High priority A licence is withdrawn Mar 7, 2026 · South Africa Clients have thirty days to take their money out. licence clients Read it at Demo Authority (opens in a new tab)',
    );
    const link = within(first!).getByRole('link');
    expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'https://authority.example/1',
      'noopener noreferrer',
      '_blank',
    ]);
    expect(getText(second!)).not.toContain('priority');
    expect(getText(body)).toContain('2 items');
  });

  it('the news page filters by exactly five countries and four categories, as a plain form [NEWS-02] [NEWS-03] [NEWS-04]', async () => {
    const { body, asked } = await opened('/news?country=kenya&category=warning', {
      [`${NEWS}?country=kenya&category=warning`]: pagedResponse(some(1)),
    });
    expect(getOptions(body, 'country')).toEqual([
      ['', 'All countries'],
      ['south africa', 'South Africa'],
      ['nigeria', 'Nigeria'],
      ['kenya', 'Kenya'],
      ['ghana', 'Ghana'],
      ['uganda', 'Uganda'],
    ]);
    expect(getOptions(body, 'category').map(([value]) => value)).toEqual([
      '',
      'regulation',
      'enforcement',
      'warning',
      'guidance',
    ]);
    expect(getSelectedTexts(body)).toEqual(['Kenya', 'Warning']);
    expect(asked).toEqual(['/api/auth/user', `${NEWS}?country=kenya&category=warning`]);
    const form = within(body).getByRole('search');
    expect([form.getAttribute('action'), form.getAttribute('method')]).toEqual(['/news', 'get']);
  });

  it('the news page shows an item of two sources once, with both sources', async () => {
    const otherSources = [{ sourceName: 'Press Office', sourceUrl: 'https://press.example/1' }];
    const { body } = await opened('/news', { [NEWS]: pagedResponse([anItem({ otherSources })]) });
    const [article] = within(body).getAllByRole('article');
    expect(getLinks(article!).map(({ href }) => href)).toEqual([
      'https://authority.example/1',
      'https://press.example/1',
    ]);
    expect(getText(article!)).toContain('Also at Press Office');
    for (const link of within(article!).getAllByRole('link'))
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('the tabs and the select share one category and keep the country [NEWS-05] [DEC-62]', async () => {
    const asked = browsing('/news?country=kenya', {
      [`${NEWS}?country=kenya`]: pagedResponse(some(2)),
      [`${NEWS}?country=kenya&category=guidance`]: pagedResponse(some(1)),
      [`${NEWS}?country=kenya&category=warning`]: pagedResponse([]),
    });
    const tabs = await shown.findAllByRole('tab');
    expect(tabs.map(getText)).toEqual(['All', 'Regulation', 'Enforcement', 'Warning', 'Guidance']);
    const chosenTab = () => getText(shown.getByRole('tab', { selected: true }));
    expect(chosenTab()).toBe('All');
    await userEvent.click(shown.getByRole('tab', { name: 'Guidance' }));
    expect(chosenTab()).toBe('Guidance');
    expect(getSelectedTexts(document.body)).toEqual(['Kenya', 'Guidance']);
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Category' }), 'Warning');
    expect(chosenTab()).toBe('Warning');
    await waitFor(() => expect(asked.at(-1)).toBe(`${NEWS}?country=kenya&category=warning`));
  });

  it('a single link clears all filters [NEWS-06]', async () => {
    const asked = browsing('/news?country=ghana&category=guidance', {
      [`${NEWS}?country=ghana&category=guidance`]: pagedResponse(some(1)),
      [NEWS]: pagedResponse(some(3)),
    });
    await userEvent.click(await shown.findByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(shown.getAllByRole('article')).toHaveLength(3));
    expect(getSelectedTexts(document.body)).toEqual(['All countries', 'All categories']);
    expect(shown.queryByRole('link', { name: 'Clear filters' })).toBeNull();
    expect(asked.filter((path) => path !== OWN)).toEqual([
      '/api/auth/user',
      `${NEWS}?country=ghana&category=guidance`,
      NEWS,
    ]);
  });

  it('the news page normalises the filters of its URL and ignores invalid ones', () => {
    const parsed = (query: string) => parseNewsFilters(new URLSearchParams(query));
    expect(parsed('country=South-Africa&category=guidance&page=3')).toEqual({
      country: 'south africa',
      category: 'guidance',
      page: 3,
    });
    expect(parsed('country=france&category=gossip&page=-2')).toEqual({ country: '', category: '', page: 1 });
    expect(parsed('page=99999').page).toBe(50);
    expect(newsPath(parsed('country=kenya&page=2'))).toBe('/news?country=kenya&page=2');
  });

  it('the news page has pagination, and a page beyond the end links back', async () => {
    const { body } = await opened('/news?page=2', { [`${NEWS}?offset=20`]: pagedResponse(some(20), 45) });
    expect(getAttributeValues(body, 'data-news')).toHaveLength(20);
    const hrefs = getLinks(body).map(({ href }) => href);
    expect(hrefs).toEqual(expect.arrayContaining(['/news', '/news?page=3']));
    const beyond = await opened('/news?page=9', { [`${NEWS}?offset=160`]: pagedResponse([], 45) });
    expect(getLinks(beyond.body)).toContainEqual({ href: '/news?page=3', text: 'Go to page 3' });
    const many = await opened('/news', { [NEWS]: pagedResponse(some(20), 1000) });
    expect(getText(many.body)).toContain('The newest 1,000 items');
  });

  it('the news page says when there is no item, and when none matches [DEC-63]', async () => {
    const none = await opened('/news', { [NEWS]: pagedResponse([]) });
    expect(getText(none.body)).toContain('No news yet');
    const unmatched = await opened('/news?country=uganda', { [`${NEWS}?country=uganda`]: pagedResponse([]) });
    expect(getText(unmatched.body)).toContain('No news matches these filters');
    expect(getLinks(unmatched.body)).toContainEqual({ href: '/news', text: 'Show all news' });
  });

  it('the news page says that it could not be loaded, and retries on request [DEC-65] [ERR-05]', async () => {
    const answers: Record<string, unknown> = { [NEWS]: errorResponse(500) };
    const { api } = createFakeApi({ '/api/auth/user': aUser() });
    const store = new QueryStore((path, init) =>
      path === NEWS ? createFakeApi(answers).api(path, init) : api(path, init),
    );
    renderInBrowser(<screen.default />, { at: '/news', store });
    expect(getText(await shown.findByRole('alert'))).toContain('Could not load the news');
    expect(shown.getByRole('search')).toBeDefined();
    answers[NEWS] = pagedResponse(some(1));
    await userEvent.click(shown.getByRole('button', { name: 'Try Again' }));
    expect(await shown.findAllByRole('article')).toHaveLength(1);
  });

  it('the news page is in French, and the items stay in their own language', async () => {
    setTestLanguage('fr');
    const { body } = await opened('/fr/news', { [NEWS]: pagedResponse([anItem()]) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Actualités réglementaires et de conformité');
    const [article] = within(body).getAllByRole('article');
    expect(getText(article!)).toContain('Sanctions Priorité haute A licence is withdrawn');
    expect(getText(article!)).toContain('Afrique du Sud');
    expect(within(article!).getByRole('heading').getAttribute('lang')).toBe('en');
  });
});

describe('news preferences of a member', () => {
  const keeping = (own: object, user = aUser(), writes: Record<string, unknown> = {}) => {
    const reading = createFakeApi({
      '/api/auth/user': user,
      [`${NEWS}?country=kenya`]: pagedResponse(some(1)),
      [OWN]: own,
    });
    const written: [string, string, unknown][] = [];
    const api: Api = (path, init) => {
      if (!init?.method || init.method === 'GET') return reading.api(path, init);
      written.push([init.method, path, typeof init.body === 'string' ? JSON.parse(init.body) : null]);
      return Promise.resolve(Response.json(writes[path] ?? own));
    };
    renderInBrowser(<screen.default />, { at: '/news?country=kenya', store: new QueryStore(api) });
    return written;
  };

  it('a button saves the current filter', async () => {
    const written = keeping({ ...nothingOwn, category: 'warning' });
    const saved = await shown.findByRole('link', { name: 'All countries, Warning' });
    expect(saved.getAttribute('href')).toBe('/news?category=warning');
    await userEvent.click(shown.getByRole('button', { name: 'Save: Kenya, All categories' }));
    expect(written).toEqual([['PUT', '/api/news-preferences/filter', { country: 'kenya', category: null }]]);
  });

  it('a member creates a feed whose URL is shown once, and deletes it', async () => {
    const feed = {
      rss: 'https://x.example/a/rss',
      json: 'https://x.example/a/json',
      feedMadeAt: '2026-03-07T10:00:00Z',
    };
    const written = keeping({ ...nothingOwn, feedMadeAt: '2026-03-01T10:00:00Z' }, aUser(), { '/api/news-feed': feed });
    await userEvent.click(await shown.findByRole('button', { name: 'Create a new address' }));
    expect(await shown.findByText('https://x.example/a/json')).toBeDefined();
    await userEvent.click(shown.getByRole('button', { name: 'Turn off the feed' }));
    await waitFor(() => expect(shown.queryByText('https://x.example/a/json')).toBeNull());
    expect(written.map(([method]) => method)).toEqual(['POST', 'DELETE']);
  });

  it('a Premium member can subscribe to the weekly email', async () => {
    const written = keeping(nothingOwn, aUser({ subscriptionTier: 'premium' }));
    await userEvent.click(await shown.findByRole('button', { name: 'Subscribe' }));
    expect(written).toEqual([['PUT', '/api/news-preferences/letter', { getsLetter: true }]]);
  });

  it('other members see a link to Premium', async () => {
    keeping(nothingOwn);
    expect((await shown.findByRole('link', { name: 'Part of Premium' })).getAttribute('href')).toBe('/subscribe');
  });
});
