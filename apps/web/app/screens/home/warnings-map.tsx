import type { CountryWarnings } from '@hakiki/contract/directory';
import { AfricaMap, countryPath, MapLegend } from './africa-map.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

const TOP_COUNTRIES = 5;

export function WarningsMap({ countries }: { countries: readonly CountryWarnings[] }) {
  const sortedCountries = countries.toSorted(
    (one, other) =>
      other.flaggedProviders - one.flaggedProviders ||
      countryName(one.country).localeCompare(countryName(other.country)),
  );
  const highest = sortedCountries[0]?.flaggedProviders ?? 0;
  return (
    <div className="grid items-start gap-6 rounded-card border border-line bg-surface p-4 md:p-6 lg:grid-cols-[1fr_22rem] lg:gap-10">
      <figure className="mx-auto w-full max-w-150">
        <AfricaMap counts={new Map(countries.map((one) => [one.country, one.flaggedProviders]))} />
        <figcaption className="mt-3">
          <MapLegend label={m.stat_flagged()} largest={highest} />
        </figcaption>
      </figure>
      <div>
        {highest === 0 ? <p>{m.home_map_quiet()}</p> : <TopCountries countries={sortedCountries} highest={highest} />}
        {sortedCountries.length > 0 && <WarningsTable countries={sortedCountries} />}
      </div>
    </div>
  );
}

function TopCountries({ countries, highest }: { countries: readonly CountryWarnings[]; highest: number }) {
  const topCountries = countries.slice(0, TOP_COUNTRIES).filter(({ flaggedProviders }) => flaggedProviders > 0);
  return (
    <>
      <h3 className="font-semibold">{m.home_map_most()}</h3>
      <ol className="mt-2">
        {topCountries.map(({ country, flaggedProviders }) => (
          <li key={country}>
            <a
              href={countryPath(country)}

              className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-3 py-1.5 hover:underline"
            >
              <span>{countryName(country)}</span>
              <span className="font-semibold">{formatNumber(flaggedProviders)}</span>
              <svg
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="col-span-2 h-1.5 w-full"
              >
                <rect width="100" height="1" className="fill-line" />
                <rect width={(100 * flaggedProviders) / highest} height="1" className="fill-flagged-line" />
              </svg>
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}

function WarningsTable({ countries }: { countries: readonly CountryWarnings[] }) {
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline">
        {m.home_map_table()}
      </summary>
      <table className="mt-2 w-full">
        <thead>
          <tr className="border-b border-line-strong text-start text-sm">
            <th scope="col" className="py-2 text-start">
              {m.home_map_country()}
            </th>
            <th scope="col" className="py-2 ps-3 text-end">
              {m.stat_flagged()}
            </th>
            <th scope="col" className="py-2 ps-3 text-end">
              {m.home_map_listed()}
            </th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ country, flaggedProviders, providers }) => (
            <tr key={country} className="border-b border-line">
              <th scope="row" className="text-start font-normal">
                <a
                  href={countryPath(country)}

                  className="inline-flex min-h-11 items-center underline md:min-h-9"
                >
                  {countryName(country)}
                </a>
              </th>
              <td className="ps-3 text-end">{formatNumber(flaggedProviders)}</td>
              <td className="ps-3 text-end">{formatNumber(providers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-muted">{m.home_map_not_listed()}</p>
    </details>
  );
}
