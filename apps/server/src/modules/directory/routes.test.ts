import { Provider, providerTypes, verificationStatuses } from '@hakiki/contract/directory';
import type { Evidence } from '@hakiki/contract/evidence';
import { searchMatchLimit } from '@hakiki/contract/limits';
import { getShownRisk, riskFilters, type RiskLevel } from '@hakiki/contract/risk';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../test/support/expected-replies.ts';
import { makeCertification, makeEvidence, makeProvider, makeReview } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { SCAN_ABOVE_MATCHES } from './store.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

const clear = () => test.sql('delete from providers');
const readNames = async (path: string) => (await server.json<Provider[]>(path)).map(({ name }) => name);
const readTotal = async (path: string) => Number((await server.get(path)).headers.get('X-Total-Count'));

describe('GET /api/providers', () => {
  it('returns an array of providers as the contract describes them [CALL-06] [SHAPE-05] [ENT-05] [DEC-78]', async () => {
    await clear();
    const created = await makeProvider(db(), {
      name: 'Baobab Exchange',
      otherNames: ['Baobab X'],
      website: 'https://baobab.example',
      established: 2019,
      userCount: 12_000,
      licenseInfo: 'Licence on file (demo)',
      flaggedReasons: ['Reported by 3 people'],
    });
    const listed = await server.json<Provider[]>('/api/providers');
    expect(z.core.safeParse(z.array(Provider), listed).error).toBeUndefined();
    expect(listed).toEqual([
      {
        id: created.id,
        name: 'Baobab Exchange',
        otherNames: ['Baobab X'],
        type: 'Exchange',
        description: 'An invented service for tests.',
        logoUrl: null,
        website: 'https://baobab.example',
        verificationStatus: 'Pending',
        flaggedReasons: ['Reported by 3 people'],
        riskScore: 'Medium',
        rating: '0.0',
        reviewCount: 0,
        countries: ['nigeria'],
        established: 2019,
        userCount: 12_000,
        licenseInfo: 'Licence on file (demo)',
        regulatoryCompliance: 70,
        userSatisfaction: 60,
        securityMeasures: 50,
        certifications: [],
        securityFeatures: [],
        insurance: null,
      },
    ]);
  });

  it('hides submissions, rejected and suspended providers, and shows an unverified one [DEC-02] [DEC-03]', async () => {
    await clear();
    await makeProvider(db(), { name: 'Submitted', reviewState: 'pending' });
    await makeProvider(db(), { name: 'Rejected', reviewState: 'rejected' });
    await makeProvider(db(), { name: 'Suspended', verificationStatus: 'Suspended' });
    await makeProvider(db(), { name: 'Un-verified', verificationStatus: 'Pending' });
    expect(await readNames('/api/providers')).toEqual(['Un-verified']);
    expect(await readNames('/api/providers?verificationStatus=Pending')).toEqual(['Un-verified']);
    expect(await readNames('/api/providers?verificationStatus=Suspended')).toEqual([]);
    expect(await readNames('/api/providers?search=suspended')).toEqual([]);
  });

  it('sorts verified providers first, then by rating, then by name [DIR-09] [DEC-55]', async () => {
    await clear();
    await makeProvider(db(), { name: 'C plain', rating: '5.0' });
    await makeProvider(db(), { name: 'b verified', rating: '3.0', verificationStatus: 'Verified' });
    await makeProvider(db(), { name: 'A verified', rating: '3.0', verificationStatus: 'Verified' });
    await makeProvider(db(), { name: 'D verified', rating: '4.5', verificationStatus: 'Verified' });
    await makeProvider(db(), { name: 'E flagged', rating: '5.0', verificationStatus: 'Flagged' });
    const expected = ['D verified', 'A verified', 'b verified', 'C plain', 'E flagged'];
    expect(await readNames('/api/providers')).toEqual(expected);
    expect(await readNames('/api/providers?sort=relevance&type=Exchange')).toEqual(expected);
    expect(await readNames('/api/providers?sort=relevance&search=invented&country=nigeria')).toEqual(expected);
  });

  const makeOrdered = async () => {
    await clear();
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await makeProvider(db(), { name: 'delta', rating: '4.0', riskScore: 'High', createdAt: at(1) });
    await makeProvider(db(), {
      name: 'Alpha',
      rating: '2.5',
      riskScore: 'Medium',
      createdAt: at(4),
      verificationStatus: 'Verified',
    });
    await makeProvider(db(), { name: 'élan', rating: '4.0', riskScore: 'Low', createdAt: at(2) });
    await makeProvider(db(), { name: 'Bravo', rating: '4.9', riskScore: 'Low', createdAt: at(3) });
  };

  it.each([
    ['rating', ['Bravo', 'delta', 'élan', 'Alpha']],
    ['risk', ['Bravo', 'élan', 'Alpha', 'delta']],
    ['name', ['Alpha', 'Bravo', 'delta', 'élan']],
    ['newest', ['Alpha', 'Bravo', 'élan', 'delta']],
  ])(
    'sorts by %s, then by name regardless of case and accents [DIR-10] [DIR-11] [DIR-12] [DEC-55]',
    async (sort, expected) => {
      await makeOrdered();
      expect(await readNames(`/api/providers?sort=${sort}`)).toEqual(expected);
      expect(await readNames(`/api/providers?sort=${sort}&country=Nigeria`)).toEqual(expected);
      expect(await readNames(`/api/providers?sort=${sort}&type=exchange`)).toEqual(expected);
      expect(await readNames(`/api/providers?sort=${sort}&search=a`)).toEqual(
        expected.filter((name) => /[aá]/i.test(name)),
      );
    },
  );

  it('filters by country in any letter case and with hyphens or spaces [DEC-08] [DEC-09] [CALL-04]', async () => {
    await clear();
    await makeProvider(db(), { name: 'South', countries: ['south africa', 'kenya'] });
    await makeProvider(db(), { name: 'West', countries: ['nigeria'] });
    for (const spelling of ['south africa', 'South-Africa', ' SOUTH  AFRICA ']) {
      expect(await readNames(`/api/providers?country=${encodeURIComponent(spelling)}`)).toEqual(['South']);
    }
    expect(await readNames('/api/providers?country=atlantis')).toEqual([]);
    expect(await readTotal('/api/providers?country=kenya')).toBe(1);
  });

  it('lists all countries without a country filter [DIR-03]', async () => {
    await clear();
    await makeProvider(db(), { name: 'South', countries: ['south africa', 'kenya'] });
    await makeProvider(db(), { name: 'West', countries: ['nigeria'] });
    await makeProvider(db(), { name: 'Nowhere', countries: [] });
    expect(await readNames('/api/providers?sort=name')).toEqual(['Nowhere', 'South', 'West']);
    expect(await readNames('/api/providers?sort=name&country=')).toEqual(['Nowhere', 'South', 'West']);
  });

  const makeMixed = async () => {
    await clear();
    await makeProvider(db(), { name: 'a', type: 'OTC Desk', verificationStatus: 'Verified', riskScore: 'Low' });
    await makeProvider(db(), {
      name: 'b',
      type: 'Wallet',
      verificationStatus: 'Limited',
      riskScore: 'Medium',
      countries: ['kenya'],
    });
    await makeProvider(db(), { name: 'c', type: 'Mining Pool', verificationStatus: 'Flagged', riskScore: 'High' });
    await makeProvider(db(), { name: 'd', type: 'Wallet', verificationStatus: 'Pending', riskScore: 'High' });
  };

  it('accepts several types separated by commas as alternatives [DIR-04] [CALL-05] [DEC-04] [ENT-06]', async () => {
    await makeMixed();
    expect(await readNames('/api/providers?sort=name&type=Wallet,otc desk')).toEqual(['a', 'b', 'd']);
    expect(await readNames('/api/providers?sort=name&type=mining pool')).toEqual(['c']);
    expect(await readNames('/api/providers?type=Casino')).toEqual([]);
    expect(await readNames('/api/providers?sort=name&type=Casino,Wallet')).toEqual(['b', 'd']);
  });

  it('accepts several statuses separated by commas as alternatives [DIR-05] [CALL-05] [DEC-08] [ENT-07]', async () => {
    await makeMixed();
    expect(await readNames('/api/providers?sort=name&verificationStatus=verified,FLAGGED')).toEqual(['a', 'c']);
  });

  it('accepts several risk levels separated by commas as alternatives [DIR-06] [CALL-05] [ENT-08]', async () => {
    await makeMixed();
    expect(await readNames('/api/providers?sort=name&riskScore=low,medium')).toEqual(['a', 'b']);
    // A flagged provider is shown with high risk, whatever is stored.
    await makeProvider(db(), { name: 'e', type: 'Wallet', verificationStatus: 'Flagged', riskScore: 'Low' });
    expect(await readNames('/api/providers?sort=name&type=wallet&riskScore=low')).toEqual([]);
    expect(await readNames('/api/providers?sort=name&type=wallet&riskScore=high')).toEqual(['d', 'e']);
  });

  it('finds a provider under the risk that its card shows, not under the stored default [DIR-06] [DEC-05]', async () => {
    await clear();
    const withScores = (score: number) => ({
      regulatoryCompliance: score,
      userSatisfaction: score,
      securityMeasures: score,
    });
    const make = (name: string, riskScore: RiskLevel, score: number) =>
      makeProvider(db(), { name, type: 'Wallet', riskScore, ...withScores(score) });
    const created = [
      await make('default', 'Medium', 0),
      await make('low without scores', 'Low', 0),
      await make('high without scores', 'High', 0),
      await make('poor scores', 'Low', 30),
      await make('good scores', 'Low', 90),
    ];
    for (const filter of riskFilters) {
      const shown = created.filter((row) => (getShownRisk(row) ?? 'Unassessed') === filter).map(({ name }) => name);
      for (const query of ['', '&search=invented', '&country=nigeria', '&sort=newest', '&sort=name']) {
        const names = await readNames(`/api/providers?riskScore=${filter}${query}`);
        expect(names.toSorted(), `${filter}${query}`).toEqual(shown.toSorted());
      }
      expect(await readTotal(`/api/providers?riskScore=${filter}&limit=1`), filter).toBe(shown.length);
    }
    expect(await readNames('/api/providers?riskScore=Medium')).toEqual([]);
    expect(await readNames('/api/providers?sort=name&riskScore=unassessed')).toEqual(['default', 'low without scores']);
    // Providers without a level come last.
    expect(await readNames('/api/providers?sort=risk')).toEqual([
      'good scores',
      'high without scores',
      'poor scores',
      'default',
      'low without scores',
    ]);
  });

  it('combines different filters by AND, and counts the same rows [DEC-08] [REAL-13]', async () => {
    await makeMixed();
    expect(await readNames('/api/providers?type=Wallet&riskScore=High')).toEqual(['d']);
    expect(await readNames('/api/providers?type=Wallet&country=kenya')).toEqual(['b']);
    expect(await readNames('/api/providers?type=Wallet&country=kenya&riskScore=High')).toEqual([]);
    expect(await readTotal('/api/providers?type=Wallet&riskScore=High')).toBe(1);
    expect(await readTotal('/api/providers?type=Wallet&limit=1')).toBe(2);
    expect(await readTotal('/api/providers?search=invented&type=Wallet')).toBe(2);
  });

  it.each(['', '&type=Exchange', '&country=nigeria', '&search=number'])(
    'pages by limit and offset and returns the total (filter "%s") [REAL-13] [DEC-56]',
    async (filter) => {
      await clear();
      for (let number = 0; number < 7; number += 1) await makeProvider(db(), { name: `Number ${number}` });
      expect(await readNames(`/api/providers?sort=name&limit=3&offset=0${filter}`)).toEqual([
        'Number 0',
        'Number 1',
        'Number 2',
      ]);
      expect(await readNames(`/api/providers?sort=name&limit=3&offset=6${filter}`)).toEqual(['Number 6']);
      expect(await readNames(`/api/providers?sort=name&limit=3&offset=70${filter}`)).toEqual([]);
      for (const offset of [0, 6, 70]) {
        expect(await readTotal(`/api/providers?sort=name&limit=3&offset=${offset}${filter}`)).toBe(7);
      }
    },
  );

  it('returns 100 rows by default and at most 200; all pages together contain each provider once [DEC-56]', async () => {
    await clear();
    await test.sql(`insert into providers (id, name, type, description, review_state)
      select gen_random_uuid(), 'Provider ' || n, 'Wallet', 'many words', 'approved' from generate_series(1, 1200) n`);
    expect(await readNames('/api/providers')).toHaveLength(100);
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((page) => readNames(`/api/providers?limit=200&offset=${200 * page}`)),
    );
    expect(pages.map((page) => page.length)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(pages.flat()).toEqual(Array.from({ length: 1200 }, (_, place) => `Provider ${place + 1}`).sort());
    expect(await summarizeResponse(await server.get('/api/providers?limit=201'))).toBe('400 INVALID_INPUT');
    expect(await readTotal('/api/providers')).toBe(1200);
    expect(await readTotal('/api/providers?search=many')).toBe(searchMatchLimit);
    expect(await readNames('/api/providers?search=many&limit=20&offset=990')).toHaveLength(10);
    expect(await readNames('/api/providers?search=many&limit=20&offset=1100')).toEqual([]);
    await clear();
  });

  it.each([
    ['limit=0', { code: 'INVALID_VALUE' }],
    ['limit=many', { code: 'INVALID_VALUE' }],
    ['offset=-1', { code: 'INVALID_VALUE' }],
    ['offset=10001', { code: 'TOO_DEEP', params: { max: 10_000 } }],
    ['sort=cheapest', { code: 'INVALID_VALUE' }],
    [`search=${'x'.repeat(3001)}`, { code: 'TOO_LONG', params: { max: 3000, given: 3001 } }],
    ['search=a%00b', { code: 'NOT_TEXT' }],
    ['limt=2', { code: 'UNKNOWN_PARAMETER' }],
  ])('rejects %s, and returns the field and an error code [SHAPE-01] [SHAPE-02]', async (query, error) => {
    const response = await server.get(`/api/providers?${query}`);
    const [field = ''] = query.split('=');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: 'Please check what you entered.',
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
      fieldErrors: { [field]: error },
    });
  });

  it('describes in words what is wrong with a field, including its limits [SHAPE-01]', async () => {
    const response = await server.get(`/api/providers?search=${'x'.repeat(3001)}&limit=0`);
    expect(await response.json()).toEqual(
      toInvalidInputReply(
        {
          search: 'Too long: at most 3,000 characters, and you wrote 3,001',
          limit: 'Must be a whole number from 1 to 200.',
        },
        {
          search: { code: 'TOO_LONG', params: { max: 3000, given: 3001 } },
          limit: { code: 'INVALID_VALUE' },
        },
      ),
    );
  });
});

describe('searching providers', () => {
  const searchNames = (text: string) => readNames(`/api/providers?sort=name&search=${encodeURIComponent(text)}`);

  it('finds a provider by name and by description, regardless of case and accents [DEC-08] [CALL-04]', async () => {
    await clear();
    await makeProvider(db(), { name: 'Crédit Sénégal', description: 'Sends money across borders.' });
    await makeProvider(db(), { name: 'Kilima Wallet', description: 'Keeps coins for Côte-d’Ivoire.' });
    expect(await searchNames('credit')).toEqual(['Crédit Sénégal']);
    expect(await searchNames('CRÉDIT SENEGAL')).toEqual(['Crédit Sénégal']);
    expect(await searchNames('ilim')).toEqual(['Kilima Wallet']);
    expect(await searchNames('money borders')).toEqual(['Crédit Sénégal']);
    expect(await searchNames('cote-d')).toEqual(['Kilima Wallet']);
    expect(await searchNames('coin')).toEqual(['Kilima Wallet']);
    expect(await searchNames('money coins')).toEqual([]);
  });

  it('finds a provider by a part of a word in its description, and by a single letter [DEC-08]', async () => {
    await clear();
    await makeProvider(db(), { name: 'Alpha', description: 'Buys Bitcoin quickly.' });
    await makeProvider(db(), { name: 'Beta', description: 'Sells stablecoins.' });
    await makeProvider(db(), { name: 'Gamma', description: 'Something else.' });
    expect(await searchNames('coin')).toEqual(['Alpha', 'Beta']);
    expect(await searchNames('TCOI')).toEqual(['Alpha']);
    expect(await searchNames('q')).toEqual(['Alpha']);
    await test.sql(`update providers set description = 'Trades litecoin.' where name = 'Gamma'`);
    expect(await searchNames('ecoin')).toEqual(['Beta', 'Gamma']);
  });

  it('never returns a name that is only similar [WARN-08]', async () => {
    await clear();
    await makeProvider(db(), { name: 'Wanjaro Finance' });
    expect(await searchNames('Finance')).toEqual(['Wanjaro Finance']);
    expect(await searchNames('Binance')).toEqual([]);
    expect(await readTotal('/api/providers?search=Binance')).toBe(0);
  });

  it('finds a provider by any of its other names [WARN-07] [DEC-08]', async () => {
    await clear();
    await makeProvider(db(), { name: 'Fastari Daily Gains', otherNames: ['FDG Capital', 'Fästari Klub'] });
    await makeProvider(db(), { name: 'Kilima Wallet' });
    for (const text of ['fdg capital', 'capital', 'FDG', 'dg cap', 'fastari klub', 'klub gains']) {
      expect(await searchNames(text), text).toEqual(['Fastari Daily Gains']);
    }
    await test.sql(`update providers set other_names = '{}'`);
    expect(await searchNames('fdg capital')).toEqual([]);
  });

  it('searches in names only on request, however many descriptions contain the word [COMP-05]', async () => {
    await clear();
    await makeProvider(db(), { name: 'Zebra Coin', description: 'Nothing else.' });
    for (let count = 0; count < 3; count += 1) await makeProvider(db(), { description: 'Sells every coin there is.' });
    expect(await readNames('/api/providers?search=COIN&within=names')).toEqual(['Zebra Coin']);
    expect(await readTotal('/api/providers?search=coin&within=names')).toBe(1);
    expect(await readTotal('/api/providers?search=coin')).toBe(4);
  });

  it('finds a provider by its web address in any pasted form [WARN-07] [DEC-08]', async () => {
    await clear();
    await makeProvider(db(), { name: 'WF', website: 'https://www.Wanjaro-Finance.example/start' });
    await makeProvider(db(), { name: 'Kilima', website: 'http://kilima.co.za' });
    await makeProvider(db(), { name: 'Baraka', website: 'app.baraka.co.za:8443' });
    await makeProvider(db(), { name: 'Page', website: 'https://facebook.com/page' });
    await makeProvider(db(), { name: 'Hosted', website: 'https://hosted.github.io' });
    for (const text of [
      'https://www.wanjaro-finance.example/login?x=1',
      ' WANJARO-FINANCE.EXAMPLE ',
      'www.wanjaro-finance.example/',
      'wanjaro-finance.example.',
      'https://me:secret@wanjaro-finance.example:8443/a/b',
      'help@wanjaro-finance.example',
      'app.wanjaro-finance.example',
      'wanjaro-fin',
    ]) {
      expect(await searchNames(text), text).toEqual(['WF']);
    }
    expect(await searchNames('baraka.co.za')).toEqual(['Baraka']);
    expect(await searchNames('https://login.kilima.co.za')).toEqual(['Kilima']);
    // A shared suffix or the prefix of another address matches no provider.
    for (const text of [
      '.co.za',
      'co.za',
      'example',
      'other.co.za',
      'facebook.com/another',
      'another.github.io',
      'wanjaro-finance.example.evil.example',
      'https://wanjaro-finance.example@evil.example',
      'wanjaro-finance.com',
    ]) {
      expect(await searchNames(text), text).toEqual([]);
    }
  });

  it('returns many matches in the requested order, starting where the filter starts [DEC-08] [DEC-55]', async () => {
    await clear();
    await test.sql(`insert into providers (id, name, type, description, review_state, verification_status, risk_score, rating)
      select gen_random_uuid(), 'Provider ' || lpad(n::text, 5, '0'), 'Wallet', 'common words', 'approved',
        case n % 3 when 0 then 'Verified' when 1 then 'Flagged' else 'Limited' end, case n % 2 when 0 then 'Low' else 'High' end,
        (n % 5) from generate_series(1, ${SCAN_ABOVE_MATCHES + 300}) n`);
    await test.sql('analyze providers');
    const first = (query: string) => readNames(`/api/providers?limit=3&search=common${query}`);
    expect(await first('')).toEqual(['Provider 00009', 'Provider 00024', 'Provider 00039']);
    expect(await first('&verificationStatus=Flagged,Limited')).toEqual(
      await readNames('/api/providers?limit=3&verificationStatus=Flagged,Limited'),
    );
    expect(await first('&sort=risk&offset=2')).toEqual(await readNames('/api/providers?limit=3&sort=risk&offset=2'));
    // The fourth is flagged, so its risk is high.
    expect(await first('&sort=name&riskScore=High')).toEqual(['Provider 00001', 'Provider 00003', 'Provider 00004']);
    expect(await readTotal('/api/providers?search=common')).toBe(searchMatchLimit);
    await clear();
  });

  it('treats special characters literally, and a blank as no search [DEC-08]', async () => {
    await clear();
    await makeProvider(db(), { name: '100% Coin_Desk' });
    await makeProvider(db(), { name: '1000 Coins' });
    expect(await searchNames('100% coin_desk')).toEqual(['100% Coin_Desk']);
    expect(await searchNames("o'; drop table providers --")).toEqual([]);
    expect(await searchNames('   ')).toEqual(['100% Coin_Desk', '1000 Coins']);
    for (const signs of ['%%%', '___', '\\\\\\', "'''", '& | !']) expect(await searchNames(signs)).toEqual([]);
  });
});

describe('GET /api/providers/:id', () => {
  it('returns one provider with its rating as text and its badges by priority [CALL-07] [DEC-69] [BADGE-03] [ENT-10]', async () => {
    await clear();
    const { id } = await makeProvider(db());
    for (const rating of [5, 4, 4]) await makeReview(db(), { providerId: id, rating });
    await makeReview(db(), { providerId: id, rating: 1, status: 'pending' });
    await makeCertification(db(), { providerId: id, name: 'Second', priority: 5 });
    await makeCertification(db(), { providerId: id, name: 'First', priority: 9, icon: null, color: null });
    await makeCertification(db(), { providerId: id, name: 'Third', priority: 1, isActive: false });
    const provider = await server.json<Provider>(`/api/providers/${id}`);
    expect(provider).toEqual(expectedReply('GET /api/providers/:id', { id, rating: '4.3', reviewCount: 3 }));
    expect(provider.certifications.map(({ certification }) => certification.name)).toEqual([
      'First',
      'Second',
      'Third',
    ]);
    expect(provider.certifications[0]).toEqual({
      certification: {
        id: expect.any(String),
        name: 'First',
        description: 'Given for tests.',
        icon: null,
        color: null,
        isActive: true,
        priority: 9,
      },
    });
  });

  it('returns security features and insurance [REAL-07]', async () => {
    const securityFeatures = [{ name: 'Cold storage', state: 'confirmed' as const }];
    const { id } = await makeProvider(db(), { securityFeatures, insurance: 'Insured (demo)' });
    expect(await server.json(`/api/providers/${id}`)).toEqual(
      expectedReply('GET /api/providers/:id', { securityFeatures, insurance: 'Insured (demo)' }),
    );
  });

  it('responds 404 for unknown, malformed and non-public ids alike [DEC-02] [SHAPE-05] [SHAPE-02]', async () => {
    const rejected = await makeProvider(db(), { reviewState: 'rejected' });
    const submitted = await makeProvider(db(), { reviewState: 'pending' });
    for (const id of ['01890000-0000-7000-8000-000000000000', 'nonsense', '%00', rejected.id, submitted.id]) {
      for (const path of [`/api/providers/${id}`, `/api/providers/${id}/reviews`, `/api/providers/${id}/similar`]) {
        const response = await server.get(path);
        expect(response.status, path).toBe(404);
        expect(await response.json()).toEqual({
          message: "The provider you're looking for doesn't exist or has been removed.",
          code: 'PROVIDER_NOT_FOUND',
        });
      }
    }
  });
});

describe('GET /api/providers/:id/similar', () => {
  it('prefers providers with most shared countries, then by rating; never flagged, hidden or the provider itself [REAL-08]', async () => {
    await clear();
    const ownProvider = await makeProvider(db(), { name: 'Own', countries: ['kenya', 'ghana', 'uganda'] });
    const make = (name: string, countries: string[], rating: string, more = {}) =>
      makeProvider(db(), { name, countries, rating, ...more });
    await make('One shared', ['kenya'], '5.0');
    await make('Two shared', ['kenya', 'ghana', 'nigeria'], '1.0');
    await make('Two shared, better', ['uganda', 'ghana'], '2.0');
    await make('None shared', ['egypt'], '5.0');
    await make('Flagged', ['kenya', 'ghana', 'uganda'], '5.0', { verificationStatus: 'Flagged' });
    await make('Suspended', ['kenya', 'ghana', 'uganda'], '5.0', { verificationStatus: 'Suspended' });
    await make('Other type', ['kenya', 'ghana', 'uganda'], '5.0', { type: 'Wallet' });
    const listSimilarNames = () => readNames(`/api/providers/${ownProvider.id}/similar`);
    expect(await listSimilarNames()).toEqual(['Two shared, better', 'Two shared', 'One shared']);
    for (const [name, rating] of [
      ['All b', '3.0'],
      ['All c', '4.0'],
      ['All a', '3.0'],
      ['All d', '1.0'],
    ] as const) {
      await make(name, ['uganda', 'kenya', 'ghana'], rating, { verificationStatus: 'Verified' });
    }
    expect(await listSimilarNames()).toEqual(['All c', 'All a', 'All b']);
  });

  it('adds the best rated of the same type when few share a country [REAL-08]', async () => {
    await clear();
    const ownProvider = await makeProvider(db(), { name: 'Own', countries: ['kenya'] });
    await makeProvider(db(), { name: 'Near', countries: ['kenya', 'egypt'], rating: '1.0' });
    await makeProvider(db(), { name: 'Far', countries: ['egypt'], rating: '2.0' });
    await makeProvider(db(), { name: 'Nowhere', countries: [], rating: '3.0' });
    expect(await readNames(`/api/providers/${ownProvider.id}/similar`)).toEqual(['Near', 'Nowhere', 'Far']);
    expect(await readNames(`/api/providers/${(await makeProvider(db(), { type: 'Broker' })).id}/similar`)).toEqual([]);
  });
});

describe('GET /api/stats', () => {
  it('counts public providers, flagged or network marketing once, and different countries [CALL-03] [SHAPE-04] [ENT-11] [DEC-10] [DEC-02]', async () => {
    await clear();
    expect(await server.json('/api/stats')).toEqual({
      totalProviders: 0,
      verifiedProviders: 0,
      flaggedProviders: 0,
      countries: 0,
    });
    await makeProvider(db(), { verificationStatus: 'Verified', countries: ['kenya', 'ghana'] });
    await makeProvider(db(), { verificationStatus: 'Flagged', countries: ['kenya'] });
    await makeProvider(db(), { type: 'Network Marketing', countries: [] });
    await makeProvider(db(), { type: 'Network Marketing', verificationStatus: 'Flagged' });
    await makeProvider(db(), { verificationStatus: 'Suspended', countries: ['egypt'] });
    await makeProvider(db(), { verificationStatus: 'Verified', reviewState: 'pending', countries: ['egypt'] });
    expect(await server.json('/api/stats')).toEqual({
      totalProviders: 4,
      verifiedProviders: 1,
      flaggedProviders: 3,
      countries: 3,
    });
  });
});

describe('GET /api/stats/countries', () => {
  it('returns for each country the number of public providers and of warned ones', async () => {
    await clear();
    expect(await server.json('/api/stats/countries')).toEqual([]);
    await makeProvider(db(), { verificationStatus: 'Verified', countries: ['kenya', 'ghana'] });
    await makeProvider(db(), { verificationStatus: 'Flagged', countries: ['kenya', 'mali'] });
    await makeProvider(db(), { type: 'Network Marketing', verificationStatus: 'Flagged', countries: ['mali'] });
    await makeProvider(db(), { type: 'Network Marketing', countries: ['ghana'] });
    await makeProvider(db(), { verificationStatus: 'Limited', countries: ['ghana', 'angola'] });
    await makeProvider(db(), { verificationStatus: 'Pending', countries: [] });
    await makeProvider(db(), { verificationStatus: 'Suspended', countries: ['egypt'] });
    await makeProvider(db(), { verificationStatus: 'Flagged', reviewState: 'pending', countries: ['egypt'] });
    expect(await server.json('/api/stats/countries')).toEqual([
      { country: 'mali', providers: 2, flaggedProviders: 2 },
      { country: 'ghana', providers: 3, flaggedProviders: 1 },
      { country: 'kenya', providers: 2, flaggedProviders: 1 },
      { country: 'angola', providers: 1, flaggedProviders: 0 },
    ]);
  });

  it('omits a country when its last provider is suspended', async () => {
    await clear();
    const { id } = await makeProvider(db(), { countries: ['togo'] });
    await test.sql(`update providers set verification_status = 'Suspended' where id = $1`, [id]);
    expect(await server.json('/api/stats/countries')).toEqual([]);
  });
});

describe('GET /api/providers/:id/evidence', () => {
  it('lists the evidence of a verdict, last checked first', async () => {
    const { id: providerId } = await makeProvider(db());
    const other = await makeProvider(db());
    await makeEvidence(db(), { providerId, kind: 'licence', reference: 'DEMO-1', checkedOn: '2016-02-28' });
    await makeEvidence(db(), {
      providerId,
      kind: 'visit',
      country: 'kenya',
      authority: 'Hakiki field visit (demo)',
      reference: null,
      sourceUrl: null,
      checkedOn: '2999-12-31',
    });
    await makeEvidence(db(), { providerId: other.id });
    expect(await server.json(`/api/providers/${providerId}/evidence`)).toEqual([
      {
        id: expect.any(String),
        kind: 'visit',
        country: 'kenya',
        authority: 'Hakiki field visit (demo)',
        reference: null,
        sourceUrl: null,
        pictureUrl: null,
        checkedOn: '2999-12-31',
        checkedBy: 'Hakiki register team',
        isOld: false,
      },
      {
        id: expect.any(String),
        kind: 'licence',
        country: 'nigeria',
        authority: 'Demo Markets Authority (fictional)',
        reference: 'DEMO-1',
        sourceUrl: 'https://register.example/entry',
        pictureUrl: null,
        checkedOn: '2016-02-28',
        checkedBy: 'Hakiki register team',
        isOld: true,
      },
    ]);
  });

  it('lists the fifty last checked pieces of evidence', async () => {
    const { id: providerId } = await makeProvider(db());
    await makeEvidence(db(), { providerId, reference: 'oldest', checkedOn: '2020-01-01' });
    for (let count = 0; count < 50; count += 1) await makeEvidence(db(), { providerId });
    const listed = await server.json<Evidence[]>(`/api/providers/${providerId}/evidence`);
    expect(listed).toHaveLength(50);
    expect(listed.some(({ reference }) => reference === 'oldest')).toBe(false);
  });

  it('returns an empty list without evidence, and 404 for a provider that is not public', async () => {
    const { id } = await makeProvider(db());
    expect(await server.json(`/api/providers/${id}/evidence`)).toEqual([]);
    const hidden = [
      await makeProvider(db(), { reviewState: 'rejected' }),
      await makeProvider(db(), { reviewState: 'pending' }),
      { id: '01890000-0000-7000-8000-00000000dead' },
      { id: 'not-an-id' },
    ];
    for (const { id: providerId } of hidden) {
      expect((await server.get(`/api/providers/${providerId}/evidence`)).status).toBe(404);
    }
  });
});

describe('stored values of providers', () => {
  it.each(providerTypes)('stores the type %s and finds it by its name [DEC-04]', async (type) => {
    await clear();
    await makeProvider(db(), { name: type, type });
    expect(await readNames(`/api/providers?type=${encodeURIComponent(type)}`)).toEqual([type]);
  });

  it.each(verificationStatuses)('stores the status %s [DEC-01]', async (verificationStatus) => {
    const { id } = await makeProvider(db(), { verificationStatus });
    const rows = await test.sql('select verification_status as status from providers where id = $1', [id]);
    expect(rows).toEqual([{ status: verificationStatus }]);
  });

  it.each([
    { verificationStatus: 'Trusted' },
    { type: 'Casino' },
    { riskScore: '70' },
    { regulatoryCompliance: 101 },
    { userSatisfaction: -1 },
    { securityMeasures: 101 },
    { rating: '5.1' },
  ])('rejects %o [DEC-01] [ENT-09]', async (wrong) => {
    await expect(makeProvider(db(), wrong as never)).rejects.toThrow();
  });
});
