import { listLimits } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { startJsonServer, createFakeApi } from '../../../test/fake-api.ts';
import { aProvider } from '../../../test/factories.ts';
import type { Api } from '../../lib/api/api.ts';
import {
  filterOptions,
  filtersToQuery,
  isFiltered,
  countPages,
  parseFilters,
  providersQuery,
  withChange,
} from './filters.ts';

const parseQuery = (query: string) => parseFilters(new URLSearchParams(query));

/** Returns the query parameters of the API request for a page with this URL. */
async function captureApiQuery(query: string): Promise<Record<string, string>> {
  const { api, requests } = createFakeApi({});
  await providersQuery(parseQuery(query))
    .load(api)
    .catch(() => undefined);
  const [path, search] = requests[0]!.split('?');
  expect(path).toBe('/api/providers');
  return Object.fromEntries(new URLSearchParams(search));
}

describe('the filter options of the directory', () => {
  it('the type filter offers the seven directory types and then the other four [DEC-04] [DIR-04]', () => {
    expect(filterOptions.type).toEqual([
      'Exchange',
      'Broker',
      'Wallet',
      'OTC Desk',
      'Network Marketing',
      'Peer-to-Peer',
      'Business Services',
      'Payment Processor',
      'Mining Pool',
      'DeFi Platform',
      'Other',
    ]);
  });

  it('the status filter offers the four public statuses and never Suspended [DEC-03] [DIR-05]', () => {
    expect(filterOptions.verificationStatus).toEqual(['Verified', 'Limited', 'Flagged', 'Pending']);
    expect(parseQuery('verificationStatus=Suspended,Verified').verificationStatus).toEqual(['Verified']);
  });

  it('the risk filter offers the three risk levels, and providers without one [DIR-06] [DEC-05]', () => {
    expect(filterOptions.riskScore).toEqual(['Low', 'Medium', 'High', 'Unassessed']);
  });
});

describe('the API request of the directory', () => {
  it('the directory request is for the first page of 20 when nothing is chosen [REAL-13] [CONST-08]', async () => {
    expect(await captureApiQuery('')).toEqual({ limit: '20' });
    expect(listLimits.directoryPage).toBe(20);
  });

  it('the directory request has no country when all countries are chosen [DIR-03]', async () => {
    expect(await captureApiQuery('country=all')).not.toHaveProperty('country');
    expect(await captureApiQuery('country=ALL')).not.toHaveProperty('country');
    expect(await captureApiQuery('country=kenya')).toMatchObject({ country: 'kenya' });
  });

  it('the directory request has the search text and country of the page’s URL [DIR-07] [CALL-04]', async () => {
    expect(await captureApiQuery('search=+ubuntu+coin+&country=ghana')).toEqual({
      search: 'ubuntu coin',
      country: 'ghana',
      limit: '20',
    });
  });

  it.each(['south-africa', 'South Africa', ' SOUTH  AFRICA '])(
    'the directory request has the same spelling for %j [DEC-09]',
    async (country) => {
      expect(await captureApiQuery(new URLSearchParams({ country }).toString())).toMatchObject({
        country: 'south africa',
      });
    },
  );

  it('the directory request has several types joined by commas [DIR-04] [CALL-05]', async () => {
    expect(await captureApiQuery('type=Wallet,OTC+Desk')).toMatchObject({ type: 'Wallet,OTC Desk' });
  });

  it('the directory request has several statuses joined by commas [DIR-05] [CALL-05]', async () => {
    expect(await captureApiQuery('verificationStatus=Verified,Flagged')).toMatchObject({
      verificationStatus: 'Verified,Flagged',
    });
  });

  it('the directory request has several risk levels joined by commas [DIR-06] [CALL-05]', async () => {
    expect(await captureApiQuery('riskScore=Low,High')).toMatchObject({ riskScore: 'Low,High' });
  });

  it('the directory request combines all filters: each parameter is one more condition [DEC-08]', async () => {
    expect(
      await captureApiQuery('search=a&country=kenya&type=Wallet&verificationStatus=Limited&riskScore=Low'),
    ).toEqual({
      search: 'a',
      country: 'kenya',
      type: 'Wallet',
      verificationStatus: 'Limited',
      riskScore: 'Low',
      limit: '20',
    });
  });

  it.each([
    ['rating', 'rating'],
    ['risk', 'risk'],
    ['name', 'name'],
    ['relevance', undefined],
    ['newest', undefined],
    ['random()', undefined],
  ])(
    'the directory request has the sort %j as %j: only the four options count [DIR-13]',
    async (sort, expectedSort) => {
      expect((await captureApiQuery(`sort=${sort}`))['sort']).toBe(expectedSort);
    },
  );

  it.each([
    ['2', '20'],
    ['37', '720'],
    ['1', undefined],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['many', undefined],
    ['100000', '10000'],
  ])('the directory request for page %s starts at offset %s [REAL-13]', async (page, offset) => {
    expect((await captureApiQuery(`page=${page}`))['offset']).toBe(offset);
  });

  it('the directory request does not depend on list or grid [DIR-08]', async () => {
    expect(await captureApiQuery('view=grid')).toEqual(await captureApiQuery('view=list'));
  });
});

describe('the API response of the directory', () => {
  it('the directory response is a page of providers with the total number of matches [CALL-06] [DEC-56]', async () => {
    const { api } = await startJsonServer([aProvider()], 200, { 'X-Total-Count': '41' });
    expect(await providersQuery(parseQuery('')).load(api)).toEqual({ items: [aProvider()], total: 41 });
  });

  it.each([400, 401, 404, 500, 503])(
    'a response with status %i throws Failed to fetch providers [ERR-04] [CALL-06]',
    async (status) => {
      const { api } = await startJsonServer({ message: 'no' }, status);
      await expect(providersQuery(parseQuery('')).load(api)).rejects.toThrow(/^Failed to fetch providers$/);
    },
  );

  it('a missing response is a lost connection', async () => {
    const offlineApi: Api = () => Promise.reject(new TypeError('fetch failed'));
    await expect(providersQuery(parseQuery('')).load(offlineApi)).rejects.toThrow('fetch failed');
  });
});

describe('the URL of the directory', () => {
  it('the directory URL of a plain form and the page’s own links mean the same', () => {
    const form = parseQuery('type=Wallet&type=OTC+Desk&riskScore=Low&riskScore=High&country=all&search=');
    expect(form).toEqual(parseQuery('type=Wallet,OTC+Desk&riskScore=Low,High'));
  });

  it('the directory URL is parsed in any letter case, without duplicates and unknown values [DEC-08]', () => {
    expect(parseQuery('type=wallet,WALLET,+otc desk,Casino,').type).toEqual(['Wallet', 'OTC Desk']);
  });

  it('the directory URL contains only what differs from the default', () => {
    expect(filtersToQuery(parseQuery('country=all&sort=relevance&view=list&page=1&search='))).toBe('');
  });

  it.each([
    '?search=a%26b+c',
    '?country=south+africa',
    '?type=Wallet,OTC+Desk&riskScore=High',
    '?search=x&country=kenya&type=Other&verificationStatus=Flagged,Pending&riskScore=Low&sort=risk&view=grid&page=9',
  ])('%s contains the full state of the page', (query) => {
    expect(filtersToQuery(parseQuery(query))).toBe(query);
  });

  it('the directory URL may name a country that the list does not offer [DIR-07]', () => {
    expect(parseQuery('country=Togo').country).toBe('togo');
  });

  it('a search text in the URL is cut to the length that the API accepts', () => {
    expect(parseQuery(`search=${'x'.repeat(5000)}`).search).toHaveLength(3000);
  });
});

describe('changing a filter', () => {
  const pageThreeFilters = parseQuery('search=a&page=3&view=grid');

  it.each([
    ['search', { search: 'b' }],
    ['country', { country: 'kenya' }],
    ['type', { type: ['Wallet'] }],
    ['status', { verificationStatus: ['Verified'] }],
    ['risk', { riskScore: ['Low'] }],
    ['sort', { sort: 'name' }],
  ] as const)('a change of %s returns to page 1 and keeps the other filters [REAL-13]', (_name, change) => {
    expect(withChange(pageThreeFilters, structuredClone(change) as object)).toEqual({
      ...pageThreeFilters,
      ...change,
      page: 1,
    });
  });

  it('a change of the view stays on its page [DIR-08]', () => {
    expect(withChange(pageThreeFilters, { view: 'list' })).toEqual({ ...pageThreeFilters, view: 'list' });
  });

  it('a change does not modify the original filters', () => {
    expect(pageThreeFilters).toEqual(parseQuery('search=a&page=3&view=grid'));
  });
});

it.each([
  ['', false],
  ['sort=name&view=grid&page=2', false],
  ['search=a', true],
  ['country=kenya', true],
  ['type=Wallet', true],
  ['verificationStatus=Limited', true],
  ['riskScore=High', true],
])('isFiltered tells whether ?%s narrows the list', (query, expected) => {
  expect(isFiltered(parseQuery(query))).toBe(expected);
});

it.each([
  [0, 1],
  [1, 1],
  [20, 1],
  [21, 2],
  [1_000_000, 501],
])('%i matches need %i pages [REAL-13] [DIR-17]', (total, pages) => {
  expect(countPages(total)).toBe(pages);
});
