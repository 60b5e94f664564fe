/** Licence truth: the law of each country, its registers, and the state of each provider in it. */
import { africanCountries, type AfricanCountry, isAfricanCountry } from '@hakiki/contract/country-codes';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { ProviderId } from '@hakiki/contract/directory';
import type { CountryLicences, CountryRegime, LicenceChange, ProviderLicence, Regime } from '@hakiki/contract/licences';
import { listLimits } from '@hakiki/contract/limits';
import { notFound } from '../../platform/app-error.ts';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AuditService } from '../audit/service.ts';
import { createLicenceProposals } from './proposals.ts';
import { computeLicenceState, currentState } from './licence-state.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  clock?: Clock;
}

const findCountry = (chosen: string | undefined): AfricanCountry | undefined => {
  const country = chosen === undefined ? undefined : normaliseCountry(chosen);
  return country !== undefined && isAfricanCountry(country) ? country : undefined;
};

export type LicencesService = ReturnType<typeof createLicencesService>;

export function createLicencesService({ database, audit, clock = systemClock }: Deps) {
  const { db } = database;

  /** The states of several providers in the countries that `getCountries` names for each of them. */
  async function listStates(
    ids: readonly ProviderId[],
    chosen: string | undefined,
    getCountries: (provider: store.ProviderFacts) => readonly string[],
  ): Promise<Map<ProviderId, ProviderLicence[]>> {
    if (ids.length === 0) return new Map();
    const providers = await store.listProviderFacts(database, ids, chosen === undefined ? [] : [chosen]);
    const now = new Date(clock());
    return new Map(
      providers.map((provider) => {
        const { countries, licenseInfo, hasEvidence, entries, warnings, regimes, registers } = provider;
        const hasUnseenClaim = Boolean(licenseInfo?.trim()) && !hasEvidence && entries.length === 0;
        const states = getCountries(provider).map((country) =>
          computeLicenceState(
            {
              country,
              regime: regimes.find((regime) => regime.country === country) ?? null,
              registers: registers.filter((register) => register.country === country),
              entries,
              warnings,
              hasUnseenClaim: hasUnseenClaim && countries.includes(country),
            },
            now,
          ),
        );
        return [provider.id, states];
      }),
    );
  }

  return {
    async listRegimes(): Promise<CountryRegime[]> {
      const regimes = await store.listRegimes(db);
      return africanCountries.map((country) => ({
        country,
        regime: regimes.find((regime) => regime.country === country) ?? null,
      }));
    },

    /** The authorities of all countries, each once, with its website. */
    async listRegulators(): Promise<{ name: string; url: string }[]> {
      const regimes = await store.listRegimes(db);
      const byUrl = new Map(regimes.map(({ regulator, regulatorUrl }) => [regulatorUrl, regulator]));
      return [...byUrl].map(([url, name]) => ({ name, url }));
    },

    findRegime: async (country: string): Promise<Regime | undefined> => (await store.listRegimes(db, country))[0],

    async getCountry(country: string): Promise<CountryLicences> {
      // `other` is an option of some forms.
      if (!isAfricanCountry(country)) throw notFound('NOT_FOUND');
      const now = new Date(clock());
      const [[regime = null], registers, entries, warnings, changes] = await Promise.all([
        store.listRegimes(db, country),
        store.listRegisters(db, [country]),
        store.listEntries(db, store.ofCountry(country)),
        store.listWarnings(db, country),
        store.listChanges(db, country),
      ]);
      return {
        country,
        regime,
        registers,
        entries: entries.map((entry) => ({ ...entry, state: currentState(entry, now) })),
        warnings,
        changes,
      };
    },

    proposals: createLicenceProposals({ database, audit }),

    listChanges: (): Promise<LicenceChange[]> => store.listChanges(db),

    /** The chosen country first, then those where the provider works. */
    async listForProvider(id: ProviderId, chosen: string | undefined): Promise<ProviderLicence[]> {
      const country = findCountry(chosen);
      const states = await listStates([id], country, ({ countries }) => [
        ...new Set([...(country ? [country] : []), ...countries]),
      ]);
      const found = states.get(id);
      if (!found) throw notFound('PROVIDER_NOT_FOUND');
      return found;
    },

    /** The states in the reader's country; without one, in the first countries where a provider works. */
    listForLookup(ids: readonly ProviderId[], chosen: string | undefined): Promise<Map<ProviderId, ProviderLicence[]>> {
      const country = findCountry(chosen);
      return listStates(ids, country, ({ countries }) =>
        country ? [country] : countries.filter(isAfricanCountry).slice(0, listLimits.lookupLicences),
      );
    },
  };
}
