import { describe, expect, it, vi } from 'vitest';
import { failing, knowing, listed } from '../../../test/answers.ts';
import { aFlaggedProvider, anId, aProvider } from '../../../test/makers.ts';
import {
  attributeOf,
  elementsOf,
  linksOf,
  render,
  serverContext,
  speaking,
  textOf,
  valuesOf,
} from '../../../test/render.tsx';
import { ReadStore } from '../../lib/read-store.ts';
import { receive } from '../../lib/use-read.ts';
import Directory, { clientLoader, loader, meta } from './directory.tsx';

/** The page as the server renders it, when the API answers like this. */
async function directory(address: string, replies: Record<string, unknown>): Promise<string> {
  const { api } = knowing(replies);
  const given = { request: new Request(`http://site.example${address}`), context: serverContext(api).context };
  const loaded = await loader(given as unknown as Parameters<typeof loader>[0]);
  const store = new ReadStore(api);
  receive(store, loaded);
  return render(<Directory />, { at: address, store });
}
const plain = (...args: Parameters<typeof listed>) =>
  directory('/directory', { '/api/providers?limit=20': listed(...args) });

describe('the directory', () => {
  it('shows a search box, a country select and check boxes [DIR-01] [DIR-02] [DIR-04] [DIR-05] [DIR-06] [ROUTE-02]', async () => {
    const markup = await plain([]);
    expect(markup).toMatch(/<input[^>]*type="search"/);
    const [countries = ''] = /<select name="country".*?<\/select>/s.exec(markup) ?? [];
    expect(elementsOf(countries, 'option').map(({ tag, text }) => [attributeOf(tag, 'value'), text])).toEqual([
      ['all', 'All countries'],
      ['nigeria', 'Nigeria'],
      ['south africa', 'South Africa'],
      ['kenya', 'Kenya'],
      ['ghana', 'Ghana'],
      ['uganda', 'Uganda'],
      ['tanzania', 'Tanzania'],
    ]);
    const boxes = [...markup.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => attributeOf(tag, 'name'));
    expect(Object.entries(Object.groupBy(boxes, String)).map(([name, all]) => [name, all?.length])).toEqual([
      ['type', 11],
      ['verificationStatus', 4],
      ['riskScore', 3],
    ]);
  });

  it('shows what the address asks for as chosen [DIR-07]', async () => {
    const markup = await directory('/directory?search=ubuntu&country=kenya&type=Wallet&riskScore=High', {});
    expect(markup).toMatch(/<input[^>]*type="search"[^>]*value="ubuntu"/);
    expect(markup).toMatch(/<option value="kenya" selected="">/);
    const checked = [...markup.matchAll(/<input[^>]*checked=""[^>]*>/g)].map(([tag]) => attributeOf(tag, 'value'));
    expect(checked).toEqual(['Wallet', 'High']);
  });

  it('offers four sorts and no other [DIR-13]', async () => {
    const [sorts = ''] = /<select name="sort".*?<\/select>/s.exec(await plain([])) ?? [];
    expect(elementsOf(sorts, 'option').map(({ text }) => text)).toEqual(['Relevance', 'Rating', 'Risk', 'Name']);
  });

  it('shows a card for each provider, as list or as grid [DIR-08]', async () => {
    const providers = [aProvider(), aFlaggedProvider({ id: anId(2) })];
    const list = await plain(providers);
    expect(valuesOf(list, 'data-provider')).toEqual([anId(1), anId(2)]);
    expect(valuesOf(list, 'data-view')).toEqual(['list']);
    const grid = await directory('/directory?view=grid', { '/api/providers?limit=20': listed(providers) });
    expect(valuesOf(grid, 'data-view')).toEqual(['grid']);
    expect(linksOf(list)).toContainEqual({ text: 'Grid', href: '/directory?view=grid' });
  });

  it.each([
    [0, 'Showing 0 providers'],
    [1, 'Showing 1 provider'],
    [2, 'Showing 2 providers'],
    [1234, 'Showing 1,234 providers'],
  ])('counts %i matches [DIR-16] [DEC-54]', async (total, line) => {
    const count = elementsOf(await plain([], total), 'p').find(({ tag }) => tag.includes('data-testid="count"'));
    expect(count?.text).toBe(line);
  });

  it('says when nothing matches [DIR-15]', async () => {
    expect(textOf(await plain([]))).toContain('No providers found matching your criteria');
    expect(textOf(await plain([aProvider()]))).not.toContain('No providers found');
  });

  it('shows a skeleton until the answer is there [DIR-14]', () => {
    const markup = render(<Directory />, { at: '/directory' });
    expect(markup).toContain('data-testid="skeleton"');
    expect(textOf(markup)).not.toContain('Showing');
  });

  it('shows Failed to fetch providers and Try Again in place of the list, and keeps the filters [DEC-65] [ERR-04]', async () => {
    const markup = await directory('/directory', { '/api/providers?limit=20': failing(500) });
    const text = textOf(markup);
    expect(text).toContain('Failed to fetch providers');
    expect(text).toContain('Try Again');
    expect(markup).toContain('type="search"');
    expect(markup).not.toContain('data-testid="skeleton"');
  });

  it('asks the same from the browser when a link is followed', () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    clientLoader({ request: new Request('http://site.example/directory?country=kenya'), params: {} });
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/providers?country=kenya&limit=20', expect.anything());
  });

  it('is in French under /fr', async () => {
    speaking('fr');
    const markup = await directory('/fr/directory', { '/api/providers?limit=20': listed([aProvider()], 1234) });
    expect(elementsOf(markup, 'h1')[0]?.text).toBe('Annuaire des prestataires');
    expect(textOf(markup)).toMatch(/1\s234 prestataires affichés/);
  });
});

it('lets search engines keep the plain list and its pages, and not every search', () => {
  const headOf = (search: string) =>
    meta({ location: { search }, matches: [] } as unknown as Parameters<typeof meta>[0]);
  const noindex = { name: 'robots', content: 'noindex' };
  expect(headOf('?page=3')).toContainEqual({ tagName: 'link', rel: 'canonical', href: '/directory?page=3' });
  expect(headOf('?search=a')).toContainEqual(noindex);
  expect(headOf('?sort=name')).toContainEqual(noindex);
  expect(headOf('')).not.toContainEqual(noindex);
});
