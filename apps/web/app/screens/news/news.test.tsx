import { ComplianceNews } from '@hakiki/contract/news';
import { cleanup, screen as shown, waitFor, within } from '@testing-library/react';
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
import { newsPath, parseNewsFilters } from './news-url.ts';
import * as screen from './news.tsx';

/** A page of the screen; calls without a limit return 100 (DEC-97). */
const NEWS_PATH = '/api/compliance-news?limit=20';
const PREFERENCES_PATH = '/api/news-preferences';
const emptyPreferences = { country: null, category: null, getsLetter: false, feedMadeAt: null };

const anItem = (overrides: Record<string, unknown> = {}): ComplianceNews =>
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
    ...overrides,
  });

const makeItems = (count: number) =>
  Array.from({ length: count }, (_, index) => anItem({ id: anId(index + 1), title: `Notice ${index + 1}` }));

/** Renders the page on the server for a member without scripts. */
async function renderOnServer(at: string, responses: Record<string, unknown>, user: unknown = aUser()) {
  const allResponses = { '/api/auth/user': user, ...responses };
  const { api, requests } = createFakeApi(allResponses);
  const store = new QueryStore(api);
  const loader = async (args: Parameters<typeof screen.loader>[0]) => {
    const prefetched = await screen.loader(args);
    hydrateStore(store, prefetched);
    return prefetched;
  };
  const page = await openPage({ default: screen.default, loader }, at, { api, store });
  return { ...page, requests };
}

/** Renders the page in a browser. */
function renderPageInBrowser(at: string, responses: Record<string, unknown>, user: unknown = aUser()) {
  const { api, requests } = createFakeApi({ '/api/auth/user': user, ...responses });
  renderInBrowser(<screen.default />, { at, store: new QueryStore(api) });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

describe('access to the news', () => {
  it('a visitor is redirected to the login, and the page loads nothing [NEWS-01] [NEWS-07] [ROUTE-13]', async () => {
    const { status, location, requests } = await renderOnServer('/news', {}, errorResponse(401));
    expect([status, location]).toEqual([302, '/api/login?next=%2Fnews']);
    expect(requests).toEqual(['/api/auth/user']);
  });

  it('a visitor who follows a link in the browser is redirected too [NEWS-01] [NEWS-07]', async () => {
    const replace = vi.fn();
    vi.stubGlobal('location', { replace, pathname: '/news', search: '' });
    const requests = renderPageInBrowser('/news', {}, errorResponse(401));
    await waitFor(() => expect(replace.mock.calls).toEqual([['/api/login?next=%2Fnews']]));
    expect(requests).toEqual(['/api/auth/user']);
  });
});

describe('the news page', () => {
  it('the news page shows title, source, country and date of each item, and links to the source [ROUTE-13] [ENT-24] [ENT-26]', async () => {
    const { body } = await renderOnServer('/news', {
      [NEWS_PATH]: pagedResponse([
        anItem(),
        anItem({ id: anId(2), title: 'Rules', priority: 'normal', tags: [], sourceUrl: 'https://b.example/' }),
      ]),
    });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Regulatory and Compliance News');
    const [first, second] = within(body).getAllByRole('article');
    expect(getText(first!)).toBe(
      'Demo Authority South Africa · Mar 7, 2026 A licence is withdrawn Enforcement High priority Clients have thirty days to take their money out. licence clients Read it at Demo Authority (opens in a new tab)',
    );
    const link = within(first!).getByRole('link');
    expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'https://authority.example/1',
      'noopener noreferrer',
      '_blank',
    ]);
    expect(getText(second!)).not.toContain('priority');
    expect(getText(body)).toContain('2 announcements');
  });

  it('the news page filters by the five countries of the list, then all others, and four categories, as a plain form [NEWS-02] [NEWS-03] [NEWS-04] [DEC-87]', async () => {
    const { body, requests } = await renderOnServer('/news?country=kenya&category=warning', {
      [`${NEWS_PATH}&country=kenya&category=warning`]: pagedResponse(makeItems(1)),
    });
    expect(getOptions(body, 'country')).toHaveLength(1 + 54);
    expect(getOptions(body, 'country').slice(0, 7)).toEqual([
      ['', 'All countries'],
      ['south africa', 'South Africa'],
      ['nigeria', 'Nigeria'],
      ['kenya', 'Kenya'],
      ['ghana', 'Ghana'],
      ['uganda', 'Uganda'],
      ['algeria', 'Algeria'],
    ]);
    expect(getOptions(body, 'category').map(([value]) => value)).toEqual([
      '',
      'regulation',
      'enforcement',
      'warning',
      'guidance',
    ]);
    expect(getSelectedTexts(body)).toEqual(['Kenya', 'Warning']);
    expect(requests).toEqual(['/api/auth/user', `${NEWS_PATH}&country=kenya&category=warning`]);
    const form = within(body).getByRole('search');
    expect([form.getAttribute('action'), form.getAttribute('method')]).toEqual(['/news', 'get']);
  });

  it('the news page shows an item of two sources once, with both sources', async () => {
    const otherSources = [{ sourceName: 'Press Office', sourceUrl: 'https://press.example/1' }];
    const { body } = await renderOnServer('/news', { [NEWS_PATH]: pagedResponse([anItem({ otherSources })]) });
    const [article] = within(body).getAllByRole('article');
    expect(getLinks(article!).map(({ href }) => href)).toEqual([
      'https://authority.example/1',
      'https://press.example/1',
    ]);
    expect(getText(article!)).toContain('Also at Press Office');
    for (const link of within(article!).getAllByRole('link'))
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('the news page shows the same text of several authorities as one announcement, with each authority', async () => {
    const { body } = await renderOnServer('/news', {
      [NEWS_PATH]: pagedResponse([
        anItem(),
        anItem({ id: anId(2), title: 'Draft rules' }),
        anItem({
          id: anId(3),
          title: 'A licence is WITHDRAWN.',
          sourceName: 'Demo Board',
          sourceCountry: 'kenya',
          sourceUrl: 'https://board.example/1',
        }),
      ]),
    });
    const articles = within(body).getAllByRole('article');
    expect(articles.map((article) => getAttributeValues(article, 'data-news'))).toEqual([[anId(3)], []]);
    expect(getText(articles[0]!)).toMatch(/^Demo Authority South Africa .* Also published Demo Board Kenya · Mar 7/);
    expect(getLinks(articles[0]!).map(({ href }) => href)).toEqual([
      'https://authority.example/1',
      'https://board.example/1',
    ]);
  });

  it('the news page shows an announcement in two languages once, first in the language of the reader', async () => {
    const items = [
      anItem({ title: 'Retrait d’un agrément', summary: '', language: 'fr' }),
      anItem({ id: anId(2), summary: '' }),
    ];
    const showHeadings = async (path: string) => {
      const { body } = await renderOnServer(path, { [NEWS_PATH]: pagedResponse(items) });
      const [article, ...others] = within(body).getAllByRole('article');
      expect(others).toEqual([]);
      expect(getText(article!)).toContain('Retrait d’un agrément');
      return [
        getText(within(article!).getByRole('heading', { level: 3 })),
        getText(article!.querySelector('[data-text-language]')!),
      ];
    };
    expect(await showHeadings('/news')).toEqual(['A licence is withdrawn', 'in French']);
    setTestLanguage('fr');
    expect(await showHeadings('/fr/news')).toEqual(['Retrait d’un agrément', 'en anglais']);
  });

  it('announcements that only share a day, or a short title, stay apart', async () => {
    const items = [
      anItem({ title: 'Public notice', summary: '' }),
      anItem({ id: anId(2), title: 'Public notice', summary: '', sourceUrl: 'https://authority.example/2' }),
      anItem({ id: anId(3), title: 'Avis au public', summary: '', language: 'fr' }),
    ];
    const { body } = await renderOnServer('/news', { [NEWS_PATH]: pagedResponse(items) });
    expect(within(body).getAllByRole('article')).toHaveLength(3);
  });

  it('the news page marks what affects the country of the reader', async () => {
    const showBadges = async (preferences: object, chosen?: string) => {
      localStorage.clear();
      if (chosen) localStorage.setItem('dashboard:country', chosen);
      renderPageInBrowser('/news', {
        [NEWS_PATH]: pagedResponse([anItem(), anItem({ id: anId(2), title: 'Rules', sourceCountry: 'kenya' })]),
        [PREFERENCES_PATH]: { ...emptyPreferences, ...preferences },
      });
      await shown.findByText('Saved filter');
      const texts = shown.getAllByRole('article').map((article) => /Affects you: \w+/.exec(getText(article))?.[0]);
      cleanup();
      return texts;
    };
    expect(await showBadges({})).toEqual([undefined, undefined]);
    expect(await showBadges({ country: 'kenya' })).toEqual([undefined, 'Affects you: Kenya']);
    expect(await showBadges({ country: 'kenya' }, 'south africa')).toEqual(['Affects you: South', undefined]);
  });

  it('the tabs and the select share one category and keep the country [NEWS-05] [DEC-62]', async () => {
    const requests = renderPageInBrowser('/news?country=kenya', {
      [`${NEWS_PATH}&country=kenya`]: pagedResponse(makeItems(2)),
      [`${NEWS_PATH}&country=kenya&category=guidance`]: pagedResponse(makeItems(1)),
      [`${NEWS_PATH}&country=kenya&category=warning`]: pagedResponse([]),
    });
    const tabs = await shown.findAllByRole('tab');
    expect(tabs.map(getText)).toEqual(['All', 'Regulation', 'Enforcement', 'Warning', 'Guidance']);
    const getSelectedTab = () => getText(shown.getByRole('tab', { selected: true }));
    expect(getSelectedTab()).toBe('All');
    await userEvent.click(shown.getByRole('tab', { name: 'Guidance' }));
    expect(getSelectedTab()).toBe('Guidance');
    expect(getSelectedTexts(document.body)).toEqual(['Kenya', 'Guidance']);
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Category' }), 'Warning');
    expect(getSelectedTab()).toBe('Warning');
    await waitFor(() => expect(requests.at(-1)).toBe(`${NEWS_PATH}&country=kenya&category=warning`));
  });

  it('a single link clears all filters [NEWS-06]', async () => {
    const requests = renderPageInBrowser('/news?country=ghana&category=guidance', {
      [`${NEWS_PATH}&country=ghana&category=guidance`]: pagedResponse(makeItems(1)),
      [NEWS_PATH]: pagedResponse(makeItems(3)),
    });
    await userEvent.click(await shown.findByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(shown.getAllByRole('article')).toHaveLength(3));
    expect(getSelectedTexts(document.body)).toEqual(['All countries', 'All categories']);
    expect(shown.queryByRole('link', { name: 'Clear filters' })).toBeNull();
    expect(requests.filter((path) => path !== PREFERENCES_PATH)).toEqual([
      '/api/auth/user',
      `${NEWS_PATH}&country=ghana&category=guidance`,
      NEWS_PATH,
    ]);
  });

  it('the news page normalises the filters of its URL and ignores invalid ones', () => {
    const parseQuery = (query: string) => parseNewsFilters(new URLSearchParams(query));
    expect(parseQuery('country=South-Africa&category=guidance&page=3')).toEqual({
      country: 'south africa',
      category: 'guidance',
      page: 3,
    });
    expect(parseQuery('country=france&category=gossip&page=-2')).toEqual({ country: '', category: '', page: 1 });
    expect(parseQuery('page=99999').page).toBe(50);
    expect(newsPath(parseQuery('country=kenya&page=2'))).toBe('/news?country=kenya&page=2');
  });

  it('the news page asks for 20 items and has pagination, and a page beyond the end links back [DEC-97]', async () => {
    const { body } = await renderOnServer('/news?page=2', {
      [`${NEWS_PATH}&offset=20`]: pagedResponse(makeItems(20), 45),
    });
    expect(getAttributeValues(body, 'data-news')).toHaveLength(20);
    const hrefs = getLinks(body).map(({ href }) => href);
    expect(hrefs).toEqual(expect.arrayContaining(['/news', '/news?page=3']));
    const beyondLastPage = await renderOnServer('/news?page=9', { [`${NEWS_PATH}&offset=160`]: pagedResponse([], 45) });
    expect(getLinks(beyondLastPage.body)).toContainEqual({ href: '/news?page=3', text: 'Go to page 3' });
    const manyItems = await renderOnServer('/news', { [NEWS_PATH]: pagedResponse(makeItems(20), 1000) });
    expect(getText(manyItems.body)).toContain('The newest 1,000 announcements');
  });

  it('the news page says when there is no item, and when none matches [DEC-63]', async () => {
    const emptyPage = await renderOnServer('/news', { [NEWS_PATH]: pagedResponse([]) });
    expect(getText(emptyPage.body)).toContain('No news yet');
    const unmatchedPage = await renderOnServer('/news?country=uganda', {
      [`${NEWS_PATH}&country=uganda`]: pagedResponse([]),
    });
    expect(getText(unmatchedPage.body)).toContain('No news matches these filters');
    expect(getLinks(unmatchedPage.body)).toContainEqual({ href: '/news', text: 'Show all news' });
  });

  it('the news page says that it could not be loaded, and retries on request [DEC-65] [ERR-05]', async () => {
    const answers: Record<string, unknown> = { [NEWS_PATH]: errorResponse(500) };
    const { api } = createFakeApi({ '/api/auth/user': aUser() });
    const store = new QueryStore((path, init) =>
      path === NEWS_PATH ? createFakeApi(answers).api(path, init) : api(path, init),
    );
    renderInBrowser(<screen.default />, { at: '/news', store });
    expect(getText(await shown.findByRole('alert'))).toContain('Could not load the news');
    expect(shown.getByRole('search')).toBeDefined();
    answers[NEWS_PATH] = pagedResponse(makeItems(1));
    await userEvent.click(shown.getByRole('button', { name: 'Try Again' }));
    expect(await shown.findAllByRole('article')).toHaveLength(1);
  });

  it('the news page is in French, and the items stay in their own language', async () => {
    setTestLanguage('fr');
    const { body } = await renderOnServer('/fr/news', { [NEWS_PATH]: pagedResponse([anItem()]) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Actualités réglementaires et de conformité');
    const [article] = within(body).getAllByRole('article');
    expect(getText(article!)).toContain('A licence is withdrawn Sanctions Priorité haute en anglais');
    expect(getText(article!)).toContain('Afrique du Sud');
    expect(within(article!).getByRole('heading').getAttribute('lang')).toBe('en');
  });
});

describe('news preferences of a member', () => {
  const renderPreferences = (preferences: object, user = aUser(), mutationResponses: Record<string, unknown> = {}) => {
    const queryApi = createFakeApi({
      '/api/auth/user': user,
      [`${NEWS_PATH}&country=kenya`]: pagedResponse(makeItems(1)),
      [PREFERENCES_PATH]: preferences,
    });
    const mutations: [string, string, unknown][] = [];
    const api: Api = (path, init) => {
      if (!init?.method || init.method === 'GET') return queryApi.api(path, init);
      mutations.push([init.method, path, typeof init.body === 'string' ? JSON.parse(init.body) : null]);
      return Promise.resolve(Response.json(mutationResponses[path] ?? preferences));
    };
    renderInBrowser(<screen.default />, { at: '/news?country=kenya', store: new QueryStore(api) });
    return mutations;
  };

  it('a button saves the current filter', async () => {
    const mutations = renderPreferences({ ...emptyPreferences, category: 'warning' });
    const savedFilterLink = await shown.findByRole('link', { name: 'All countries, Warning' });
    expect(savedFilterLink.getAttribute('href')).toBe('/news?category=warning');
    await userEvent.click(shown.getByRole('button', { name: 'Save: Kenya, All categories' }));
    expect(mutations).toEqual([['PUT', '/api/news-preferences/filter', { country: 'kenya', category: null }]]);
  });

  it('a member creates a feed whose URL is shown once, and deletes it', async () => {
    const feed = {
      rss: 'https://x.example/a/rss',
      json: 'https://x.example/a/json',
      feedMadeAt: '2026-03-07T10:00:00Z',
    };
    const mutations = renderPreferences({ ...emptyPreferences, feedMadeAt: '2026-03-01T10:00:00Z' }, aUser(), {
      '/api/news-feed': feed,
    });
    await userEvent.click(await shown.findByRole('button', { name: 'Create a new address' }));
    expect(await shown.findByText('https://x.example/a/json')).toBeDefined();
    await userEvent.click(shown.getByRole('button', { name: 'Turn off the feed' }));
    await waitFor(() => expect(shown.queryByText('https://x.example/a/json')).toBeNull());
    expect(mutations.map(([method]) => method)).toEqual(['POST', 'DELETE']);
  });

  it('a Premium member can subscribe to the weekly email', async () => {
    const mutations = renderPreferences(emptyPreferences, aUser({ subscriptionTier: 'premium' }));
    await userEvent.click(await shown.findByRole('button', { name: 'Subscribe' }));
    expect(mutations).toEqual([['PUT', '/api/news-preferences/letter', { getsLetter: true }]]);
  });

  it('other members see a link to Premium', async () => {
    renderPreferences(emptyPreferences);
    expect((await shown.findByRole('link', { name: 'Part of Premium' })).getAttribute('href')).toBe('/subscribe');
  });
});
