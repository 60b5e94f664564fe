import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { africanCountries, countryCodes } from '@hakiki/contract/country-codes';
import type { CountryLicences, CountryRegime, Regime } from '@hakiki/contract/licences';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, errorResponse } from '../../../test/fake-api.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { confidenceLabel, formatRoughDay, regimeLabel } from '../../lib/licences/labels.ts';
import Country, { loader as countryLoader } from './country.tsx';
import Licences, { loader as listLoader } from './licences.tsx';

type DataRow = Omit<Regime, 'checkedOn'> & { iso2: string };
const dataRows = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../server/src/modules/licences/regimes.json'), 'utf8'),
) as DataRow[];

const findRegime = (country: (typeof africanCountries)[number]): Regime | null => {
  const row = dataRows.find(({ iso2 }) => iso2 === countryCodes[country]);
  if (!row) return null;
  const { iso2: _, ...regime } = row;
  return { ...regime, country, checkedOn: '2026-11-15' };
};
const regimes: CountryRegime[] = africanCountries.map((country) => ({ country, regime: findRegime(country) }));

const aCountry = (country: (typeof africanCountries)[number], overrides: Partial<CountryLicences> = {}) => ({
  country,
  regime: findRegime(country),
  registers: [],
  entries: [],
  warnings: [],
  changes: [],
  ...overrides,
});

async function renderPage(
  at: string,
  Page: typeof Licences,
  loader: (given: never) => unknown,
  params: object,
  responses: Record<string, unknown>,
) {
  const { api } = createFakeApi(responses);
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  const request = new Request(`http://hakiki.test${at}`);
  const loaded = (await loader({ request, context, params } as never)) as Parameters<typeof hydrateStore>[1];
  hydrateStore(store, 'data' in loaded ? (loaded as { data: typeof loaded }).data : loaded);
  return renderPageOnServer(Page, {
    at,
    store,
    path: 'country' in params ? '/licences/:country' : '/licences',
  });
}
const renderList = (response: unknown = regimes) =>
  renderPage('/licences', Licences, listLoader, {}, { '/api/licences': response });
const renderCountry = (slug: string, response: unknown) =>
  renderPage(
    `/licences/${slug}`,
    Country,
    countryLoader,
    { country: slug },
    {
      [`/api/licences/${encodeURIComponent(slug.replaceAll('-', ' '))}`]: response,
    },
  );

describe('the list of licences', () => {
  it.each(['en', 'fr'] as const)(
    'shows all 54 countries in %s with regime, source, its date, our date and confidence, as in the data file [LIC-01]',
    async (language) => {
      setTestLanguage(language);
      const body = await renderList();
      const list = within(body)
        .getAllByRole('list')
        .find((one) => one.children.length === 54)!;
      const texts = [...list.children].map((item) => getText(item as HTMLElement));
      for (const { country, regime } of regimes) {
        const text = texts.find((one) => one.startsWith(`${countryName(country)} ${regimeLabel(regime?.regime)}`));
        expect(text, country).toBeDefined();
        if (!regime) continue;
        for (const part of [
          regime.sourceName,
          formatRoughDay(regime.asOf),
          formatRoughDay(regime.checkedOn),
          confidenceLabel(regime.confidence),
        ])
          expect(text, country).toContain(part);
        if (regime.sourceUrl) expect(getLinks(list).map(({ href }) => href)).toContain(regime.sourceUrl);
      }
    },
  );

  it('does not call a country without a row allowed, and colours none green [LIC-01] [LIC-02]', async () => {
    const body = await renderList();
    expect(body.innerHTML.match(/Nobody has read the law of this country/g)).toHaveLength(15);
    expect(body.innerHTML).not.toContain('bg-verified');
    expect(body.innerHTML).not.toContain('fill-verified');
  });

  it('says so when it cannot be loaded', async () => {
    expect(getText(await renderList(errorResponse(503)))).toContain('could not be loaded');
  });
});

describe('the licences of a country', () => {
  it.each(regimes.filter(({ regime }) => regime).map(({ country }) => country as (typeof africanCountries)[number]))(
    'show the law of %s with every field of its row [LIC-01]',
    async (country) => {
      const regime = findRegime(country)!;
      const body = await renderCountry(country.replaceAll(' ', '-'), aCountry(country));
      const text = getText(body);
      for (const part of [
        regimeLabel(regime.regime),
        regime.regulator,
        regime.instrument,
        regime.summary,
        regime.sourceName,
        formatRoughDay(regime.asOf),
        formatRoughDay(regime.checkedOn),
        confidenceLabel(regime.confidence),
        ...(regime.since ? [formatRoughDay(regime.since)] : []),
      ])
        expect(text).toContain(part.replaceAll(/\s+/g, ' '));
      const links = getLinks(body).map(({ href }) => href);
      expect(links).toContain(regime.regulatorUrl);
      if (regime.sourceUrl) expect(links).toContain(regime.sourceUrl);
    },
  );

  it('say for a country without a row that nobody has checked, and how to check [LIC-01]', async () => {
    const text = getText(await renderCountry('south-sudan', aCountry('south sudan')));
    expect(text).toContain('Not checked');
    expect(text).toContain('does not mean that crypto services are allowed');
    expect(text).toContain('What is not a licence');
    expect(text).toContain('A registration against money laundering (SCUML, FIU)');
  });

  it('list what changed, newest first [LIC-04]', async () => {
    const change = { id: 'x', country: 'kenya', source: 'Gazette', sourceUrl: null, providerId: null };
    const at = '2026-11-16T08:00:00.000Z';
    const text = getText(
      await renderCountry(
        'kenya',
        aCountry('kenya', {
          changes: [
            { ...change, kind: 'licence', subject: 'Kilima Ltd', from: 'applied', to: 'licensed', at },
            { ...change, id: 'y', kind: 'regime', subject: null, from: null, to: 'transitional', at },
          ] as never,
        }),
      ),
    );
    expect(text).toContain('Kilima Ltd Applied, not licensed → Licensed Nov 16, 2026 · Source: Gazette');
    expect(text).toContain('The law not there → Law passed');
  });

  it('of an unknown country are not found', async () => {
    expect(getText(await renderCountry('atlantis', null))).toContain('We do not know this country');
  });
});
