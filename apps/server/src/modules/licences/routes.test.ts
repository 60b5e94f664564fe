import { readFile } from 'node:fs/promises';
import { africanCountries, countryCodes } from '@hakiki/contract/country-codes';
import type { CountryLicences, CountryRegime, ProviderLicence, Regime } from '@hakiki/contract/licences';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider, makeRecentEvidence, makeRegister } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

type DataRow = Omit<Regime, 'country' | 'checkedOn'> & { iso2: string; country: string };
const readDataFile = async () =>
  JSON.parse(await readFile(new URL('regimes.json', import.meta.url), 'utf8')) as DataRow[];

describe('the law of each country', () => {
  it('is listed for all 54 countries, for 39 of them as in the data file, the others unchecked [LIC-01]', async () => {
    const rows = await readDataFile();
    const regimes = await server.json<CountryRegime[]>('/api/licences');
    expect(rows).toHaveLength(39);
    expect(regimes).toEqual(
      africanCountries.map((country) => {
        const row = rows.find(({ iso2 }) => iso2 === countryCodes[country]);
        if (!row) return { country, regime: null };
        const { iso2: _, ...regime } = row;
        return { country, regime: { ...regime, country, checkedOn: '2026-11-15' } };
      }),
    );
    expect(regimes.filter(({ regime }) => !regime)).toHaveLength(15);
  });

  it('is the newest reading, and the earlier one stays in the table [LIC-04]', async () => {
    await test.sql(`insert into licence_regimes (country, regulator, regulator_url, regime, instrument, summary,
      source_name, confidence, checked_on)
      select country, regulator, regulator_url, 'licensed', instrument, 'New.', source_name, 'known', '2026-11-16'
      from licence_regimes where country = 'kenya'`);
    const { regime } = await server.json<CountryLicences>('/api/licences/kenya');
    expect(regime).toEqual(expect.objectContaining({ regime: 'licensed', summary: 'New.', checkedOn: '2026-11-16' }));
    expect(await test.sql(`select regime from licence_regimes where country = 'kenya' order by id`)).toEqual([
      { regime: 'transitional' },
      { regime: 'licensed' },
    ]);
  });

  it.each([
    'licence_regimes',
    'licence_files',
    'licence_checks',
    'licences',
    'licence_matches',
    'licence_warnings',
    'licence_changes',
  ])('no row of %s can be changed or deleted [LIC-04]', async (table) => {
    await expect(test.sql(`delete from ${table}`)).rejects.toThrow('append-only');
    await expect(test.sql(`truncate ${table} cascade`)).rejects.toThrow('append-only');
  });

  it('of an unknown country is not found, and names are read in any spelling', async () => {
    expect((await server.get('/api/licences/other')).status).toBe(404);
    expect((await server.get('/api/licences/atlantis')).status).toBe(404);
    expect(await server.json<CountryLicences>('/api/licences/Burkina-Faso')).toEqual(
      expect.objectContaining({ country: 'burkina faso' }),
    );
  });
});

const listStates = (id: string, query = '') => server.json<ProviderLicence[]>(`/api/providers/${id}/licences${query}`);

describe('GET /api/providers/:id/licences', () => {
  it('has one state for each country where the provider works, the chosen country first [LIC-02] [LIC-07]', async () => {
    const { id } = await makeProvider(db(), { countries: ['south africa', 'algeria'], licenseInfo: null });
    const summarise = (states: ProviderLicence[]) => states.map(({ country, state }) => [country, state]);
    expect(summarise(await listStates(id))).toEqual([
      ['south africa', 'not-checked'],
      ['algeria', 'prohibited-here'],
    ]);
    expect(summarise(await listStates(id, '?country=Ghana'))).toEqual([
      ['ghana', 'no-licence-yet'],
      ['south africa', 'not-checked'],
      ['algeria', 'prohibited-here'],
    ]);
    expect(summarise(await listStates(id, '?country=algeria'))[0]).toEqual(['algeria', 'prohibited-here']);
    expect(await listStates(id, '?country=atlantis')).toEqual(await listStates(id));
  });

  it('shows an entry of a register after somebody has matched it, with its source and dates [LIC-02] [LIC-07]', async () => {
    const { id, name } = await makeProvider(db(), { countries: ['mauritius'] });
    const entry = { holder: 'Kilima Ltd', number: '7', scope: ['custody'], state: 'licensed' as const, providerId: id };
    const register = await makeRegister(db(), { country: 'mauritius', entries: [entry] });
    expect(await listStates(id, '?country=botswana')).toEqual([
      {
        country: 'botswana',
        state: 'licensed-elsewhere',
        isOld: false,
        scope: ['custody'],
        holder: 'Kilima Ltd',
        number: '7',
        source: register.name,
        sourceUrl: register.url,
        asOf: register.asOf,
        checkedOn: register.checkedOn,
        elsewhere: ['mauritius'],
      },
      expect.objectContaining({ country: 'mauritius', state: 'licensed-here', elsewhere: [] }),
    ]);
    const { entries, registers } = await server.json<CountryLicences>('/api/licences/mauritius');
    expect(entries).toEqual([
      {
        register: registers[0],
        key: '7',
        holder: 'Kilima Ltd',
        number: '7',
        scope: ['custody'],
        state: 'licensed',
        grantedOn: null,
        endsOn: null,
        asOf: register.asOf,
        checkedOn: register.checkedOn,
        fileHash: expect.stringMatching(/^[\da-f]{64}$/),
        provider: { id, name },
      },
    ]);
  });

  it('says that we cannot find a claimed licence, until somebody has seen one [LIC-05]', async () => {
    await makeRegister(db(), { country: 'botswana', entries: [] });
    const claiming = { countries: ['botswana'], licenseInfo: 'Licence 12 of the regulator' };
    const { id } = await makeProvider(db(), claiming);
    const getState = async (providerId: string, query = '') => (await listStates(providerId, query))[0]?.state;
    expect(await getState(id)).toBe('claim-not-found');
    const silent = await makeProvider(db(), { ...claiming, licenseInfo: ' ' });
    expect(await getState(silent.id)).toBe('not-checked');
    await makeRecentEvidence(db(), id);
    // The first reply is cached under its address.
    expect(await getState(id, '?country=botswana')).toBe('not-checked');
  });

  it('of a provider that is not listed is not found', async () => {
    const { id } = await makeProvider(db(), { reviewState: 'pending' });
    expect((await server.get(`/api/providers/${id}/licences`)).status).toBe(404);
  });
});
