import { AdminNews, HeldBatch, NewsSourceState } from '@hakiki/contract/news-admin';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { setTestLanguage } from '../../../../test/context.ts';
import { anId, aProposal } from '../../../../test/factories.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { renderInBrowser, findToastText } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { NewsScreen } from './news.tsx';

const SOURCES = '/api/admin/news-sources';

const makeSource = (overrides: Record<string, unknown> = {}): NewsSourceState =>
  NewsSourceState.parse({
    id: 'cbk',
    name: 'Demo Central Bank',
    country: 'kenya',
    language: 'en',
    address: 'https://bank.example/feed/',
    condition: 'good',
    lastRunAt: '2026-11-10T08:00:00Z',
    nextRunAt: '2026-11-10T09:00:00Z',
    lastGoodAt: '2026-11-10T08:00:00Z',
    lastItemAt: '2026-11-10T08:00:00Z',
    silentSince: null,
    fault: null,
    failures: 0,
    releases: 3,
    held: 0,
    ...overrides,
  });

const makeItem = (overrides: Record<string, unknown> = {}): AdminNews =>
  AdminNews.parse({
    id: anId(7),
    title: 'A licence is withdrawn',
    summary: 'Clients have thirty days.',
    category: 'enforcement',
    sourceName: 'Demo Authority',
    sourceCountry: 'kenya',
    sourceUrl: 'https://authority.example/1',
    otherSources: [],
    priority: 'high',
    tags: [],
    publishedAt: '2026-03-07T10:00:00Z',
    fetchedAt: '2026-03-07T11:00:00Z',
    isActive: true,
    language: 'en',
    state: 'shown',
    hideProposedAt: null,
    ownHideProposal: null,
    ...overrides,
  });

const makeBatch = (overrides: Record<string, unknown> = {}): HeldBatch =>
  HeldBatch.parse({
    id: anId(9),
    sourceId: 'cbk',
    sourceName: 'Demo Central Bank',
    version: 4,
    anomalies: ['words'],
    isEarly: false,
    createdAt: '2026-11-10T08:00:00Z',
    total: 1,
    items: [makeItem({ state: 'held', isActive: false, title: 'Best odds' })],
    copies: [],
    rewordings: [],
    ...overrides,
  });

/** Renders the screen in a browser and records the mutations with their bodies. */
function renderAt(at: string, replies: Record<string, unknown>, mutationReplies: Record<string, unknown> = {}) {
  const fakeApi = createFakeApi(replies);
  const mutations: [string, unknown][] = [];
  const api: Api = (path, init) => {
    if (!init?.method || init.method === 'GET') return fakeApi.api(path, init);
    mutations.push([path, typeof init.body === 'string' ? JSON.parse(init.body) : null]);
    return Promise.resolve(
      Response.json(mutationReplies[path] ?? { message: 'Missing.' }, { status: mutationReplies[path] ? 200 : 404 }),
    );
  };
  renderInBrowser(<NewsScreen />, { at, store: new QueryStore(api), hasToasts: true });
  return { written: mutations, requests: fakeApi.requests };
}
const findRows = async () => (await screen.findAllByRole('row')).map(getText);

describe('the sources of news', () => {
  it('shows the state of each source, since when one is silent, and why', async () => {
    renderAt('/admin/news', {
      [SOURCES]: [
        makeSource(),
        makeSource({
          id: 'b',
          name: 'Silent',
          condition: 'silent',
          silentSince: '2026-11-07T08:00:00Z',
          fault: 'too-slow',
        }),
        makeSource({ id: 'c', name: 'Odd', condition: 'held', fault: 'odd: count, words', held: 1200 }),
        makeSource({ id: 'd', name: 'Young', condition: 'new', releases: 1, lastRunAt: null }),
        makeSource({ id: 'e', name: 'Strange', condition: 'failing', fault: 'never heard of' }),
      ],
    });
    const [, good, silent, odd, young, strange] = await findRows();
    expect(good).toMatch(/Demo Central Bank.*Kenya.*bank.example\/ feed.*Working.*Run now/);
    expect(silent).toMatch(/No news since Nov 7, 2026.*It took too long to answer/);
    expect(odd).toMatch(
      /Needs review.*Unusual number of announcements.*none of the words that authorities use.*Review \(1,200\)/,
    );
    expect(young).toMatch(/New source.*1 of 3 batches reviewed/);
    expect(strange).toMatch(/Failing.*never heard of/);
  });

  it('fetches a source at the press of a button, if fetching is enabled', async () => {
    const path = `${SOURCES}/cbk/run`;
    const { written } = renderAt('/admin/news', { [SOURCES]: [makeSource()] }, { [path]: makeSource() });
    await userEvent.click(await screen.findByRole('button', { name: /^Run now/ }));
    expect(await findToastText('status')).toBe('Demo Central Bank will be read within a minute');
    expect(written.map(([to]) => to)).toEqual([path]);
  });

  it('shows when fetching is disabled', async () => {
    renderAt('/admin/news', { [SOURCES]: [makeSource({ nextRunAt: null })] });
    expect(await screen.findByText(/does not fetch news/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows the sources in French', async () => {
    setTestLanguage('fr');
    renderAt('/fr/admin/news', {
      [SOURCES]: [makeSource({ condition: 'silent', silentSince: '2026-11-07T08:00:00Z' })],
    });
    expect((await findRows())[1]).toMatch(/Sans nouvelles depuis 7 nov/);
    expect(getText(document.body)).toContain('Bureau des actualités');
  });
});

describe('a held batch', () => {
  const HELD = `${SOURCES}/cbk/held`;
  const release = `/api/admin/news-batches/${anId(9)}/release`;
  const discard = `/api/admin/news-batches/${anId(9)}/discard`;

  it('shows why it is held, what is new and what was reworded', async () => {
    renderAt('/admin/news?held=cbk', {
      [HELD]: makeBatch({
        isEarly: true,
        anomalies: ['words', 'changed'],
        rewordings: [{ sourceUrl: 'https://bank.example/1', before: 'Open', title: 'Closed' }],
        copies: [{ sourceUrl: 'https://bank.example/2', title: 'Known words', sourceName: 'FIC' }],
      }),
    });
    await screen.findByRole('heading', { name: 'Waiting from Demo Central Bank' });
    const page = getText(document.body);
    expect(page).toMatch(/We review the first 3 batches of a source/);
    expect(page).toMatch(/Best odds.*Before: Open Now: Closed.*Known words already published by FIC/);
    expect(getLinks(document.body).map(({ href }) => href)).toEqual([
      '/admin/news',
      'https://authority.example/1',
      'https://bank.example/1',
      'https://bank.example/2',
    ]);
  });

  it('is released with the version that was shown', async () => {
    const { written } = renderAt(
      '/admin/news?held=cbk',
      { [HELD]: makeBatch(), [SOURCES]: [] },
      { [release]: makeSource() },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    expect(await findToastText('status')).toBe('Published: Demo Central Bank');
    expect(written).toEqual([[release, { version: 4 }]]);
    expect(await screen.findByRole('heading', { name: 'News desk' })).toBeDefined();
  });

  it('is released without the items that a moderator left out', async () => {
    const { written } = renderAt(
      '/admin/news?held=cbk',
      { [HELD]: makeBatch(), [SOURCES]: [] },
      { [release]: makeSource() },
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Leave out/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Publish without 1 item' }));
    expect(await findToastText('status')).toBe('Published: Demo Central Bank');
    expect(written).toEqual([[release, { version: 4, leaveOut: [makeItem().id] }]]);
  });

  it('is discarded only with a reason', async () => {
    const { written } = renderAt(
      '/admin/news?held=cbk',
      { [HELD]: makeBatch(), [SOURCES]: [] },
      { [discard]: makeSource() },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(written).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), 'A betting site');
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(written).toEqual([[discard, { version: 4, reason: 'A betting site' }]]));
  });

  it('shows when another moderator has already settled the batch', async () => {
    renderAt('/admin/news?held=cbk', {
      [HELD]: Response.json({ code: 'NEWS_BATCH_NOT_FOUND', message: 'Nothing.' }, { status: 404 }),
    });
    expect(await screen.findByText('Nothing from this source is waiting.')).toBeDefined();
  });
});

describe('the announcements', () => {
  const toListPath = (query: string) => `/api/admin/news?${query}&limit=20&offset=0`;

  it('lists announcements with category, priority and country, and hides one with a reason', async () => {
    const hide = `/api/admin/news/${anId(7)}/hide`;
    const { written, requests } = renderAt(
      '/admin/news?view=shown&country=kenya&category=enforcement',
      { [toListPath('state=shown&country=kenya&category=enforcement')]: pagedResponse([makeItem()]) },
      { [hide]: makeItem({ state: 'hidden' }) },
    );
    expect((await findRows())[1]).toMatch(
      /A licence is withdrawn.*Demo Authority.*Enforcement.*High priority.*Kenya.*Mar 7, 2026/,
    );
    await userEvent.click(screen.getByRole('button', { name: /^Hide.*A licence is withdrawn$/ }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'Not about crypto');
    await userEvent.click(dialog.getByRole('button', { name: 'Hide' }));
    expect(await findToastText('status')).toBe('Announcement hidden');
    expect(written).toEqual([[hide, { reason: 'Not about crypto' }]]);
    expect(requests.length).toBeGreaterThan(1);
  });

  it('requires an administrator to hide an announcement that names a provider [VERD-10]', async () => {
    const hide = `/api/admin/news/${anId(7)}/hide`;
    const items = {
      [toListPath('state=shown')]: pagedResponse([
        makeItem(),
        makeItem({ id: anId(8), title: 'Asked', hideProposedAt: '2026-03-09T10:00:00Z' }),
      ]),
    };
    renderAt('/admin/news?view=shown', items, { [hide]: makeItem({ proposal: aProposal({ subject: 'news' }) }) });
    expect((await findRows())[2]).toContain('Proposed for hiding on Mar 9, 2026. Waiting for an administrator.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Hide.*Asked$/ }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: /^Hide.*A licence is withdrawn$/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('If it is urgent or names a provider, an administrator must confirm first.')).toBeDefined();
    await userEvent.type(dialog.getByRole('textbox'), 'Asked to');
    await userEvent.click(dialog.getByRole('button', { name: 'Hide' }));
    expect(await findToastText('status')).toContain('Waiting for a second administrator');
  });

  it('a moderator withdraws their own proposal to hide an announcement, and no one else’s [VERD-10]', async () => {
    const hideProposedAt = '2026-03-09T10:00:00Z';
    const withdraw = `/api/admin/proposals/${anId(20)}/withdraw`;
    const items = {
      [toListPath('state=shown')]: pagedResponse([
        makeItem({ hideProposedAt, ownHideProposal: anId(20) }),
        makeItem({ id: anId(8), title: 'Of another', hideProposedAt }),
      ]),
    };
    const { written } = renderAt('/admin/news?view=shown', items, { [withdraw]: aProposal({ subject: 'news' }) });
    await findRows();
    const buttons = screen.getAllByRole('button', { name: /^Withdraw/ });
    expect(buttons.map(getText)).toEqual(['Withdraw : A licence is withdrawn']);
    await userEvent.click(buttons[0]!);
    expect(await findToastText('status')).toContain('Proposal Withdrawn');
    expect(written.map(([path]) => path)).toEqual([withdraw]);
  });

  it('shows a hidden announcement again', async () => {
    const showPath = `/api/admin/news/${anId(7)}/show`;
    const { written } = renderAt(
      '/admin/news?view=hidden',
      { [toListPath('state=hidden')]: pagedResponse([makeItem({ state: 'hidden' })]) },
      { [showPath]: makeItem() },
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Show again.*A licence is withdrawn$/ }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'It is');
    await userEvent.click(dialog.getByRole('button', { name: 'Show again' }));
    await waitFor(() => expect(written).toEqual([[showPath, { reason: 'It is' }]]));
  });

  it('shows when no announcement matches', async () => {
    renderAt('/admin/news?view=shown&search=zebra', { [toListPath('state=shown&search=zebra')]: pagedResponse([]) });
    expect(await screen.findByText('No announcement matches')).toBeDefined();
  });
});

describe('providers that announcements may name', () => {
  it('lets a moderator confirm that the provider is meant', async () => {
    const mention = {
      itemId: anId(7),
      providerId: anId(8),
      providerName: 'Demo Coins',
      words: 'demo coins',
      title: 'Demo coins are fined',
      summary: '',
      sourceName: 'Demo Authority',
      sourceUrl: 'https://authority.example/1',
      publishedAt: '2026-03-07T10:00:00Z',
      language: 'en',
    };
    const path = `/api/admin/news-mentions/${anId(7)}/${anId(8)}`;
    const { written } = renderAt(
      '/admin/news?view=named',
      { '/api/admin/news-mentions': pagedResponse([mention]) },
      { [path]: { isNamed: true } },
    );
    expect(await screen.findByText('Found “demo coins”. Does it mean Demo Coins?')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Yes, it does' }));
    expect(await findToastText('status')).toBe('Shown on the provider’s page');
    expect(written).toEqual([[path, { isNamed: true }]]);
  });
});
