/** The law about crypto services in each country of Africa, as a map and a list. */
import type { CountryRegime } from '@hakiki/contract/licences';
import { regimeKinds, type RegimeKind } from '@hakiki/contract/licence-values';
import { licencesPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { AfricaShapes } from '../../components/africa-shapes.tsx';
import { RegimeBadge } from '../../components/licences/badges.tsx';
import { SourceLine } from '../../components/licences/source-line.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { confidenceLabel, regimeLabel } from '../../lib/licences/labels.ts';
import { countryLicencesPath } from '../../lib/licences/paths.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { prefetch, startQueries, useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/licences.ts';

const regimesQuery = defineQuery('/api/licences', { anonymous: true });

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [regimesQuery]);
export const clientLoader = startQueries(() => [regimesQuery]);

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: licencesPath, title: m.licences_title(), description: m.licences_description() });

export default function Licences() {
  const regimes = useQuery(regimesQuery);
  return (
    <>
      <h1 className="title-page">{m.licences_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.licences_lead()}</p>
      <p className="mt-4">
        <Link to={pathTo('/directory')} className={buttonClass('primary')}>
          {m.licences_find_provider()}
        </Link>
      </p>
      {regimes.status === 'loading' && <Skeleton label={m.licences_loading()} className="mt-6 h-80" />}
      {regimes.status === 'failed' && (
        <div className="mt-6">
          <QueryFailure message={m.licences_failed()} query={regimes} />
        </div>
      )}
      {regimes.status === 'ready' && <CountryList countries={regimes.data} />}
    </>
  );
}

/** None of them is green: a law is no licence. */
const fillOfRegime: Record<RegimeKind, string> = {
  licensed: 'fill-brand',
  transitional: 'fill-bar-yellow',
  registration: 'fill-bar-yellow',
  sandbox: 'fill-bar-yellow',
  none: 'fill-line-strong',
  restricted: 'fill-high',
  prohibited: 'fill-flagged',
};
const UNCHECKED_FILL = 'fill-line';

function CountryList({ countries }: { countries: readonly CountryRegime[] }) {
  const regimeOf = new Map(countries.map(({ country, regime }) => [country, regime?.regime]));
  const byName = (a: CountryRegime, b: CountryRegime) => countryName(a.country).localeCompare(countryName(b.country));
  return (
    <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_22rem] lg:items-start lg:gap-10">
      <figure className="mx-auto w-full max-w-150 lg:order-last">
        <AfricaShapes
          otherClassName={UNCHECKED_FILL}
          describe={(country) => {
            const regime = regimeOf.get(country);
            return {
              path: countryLicencesPath(country),
              title: `${countryName(country)}, ${regimeLabel(regime)}`,
              className: regime ? fillOfRegime[regime] : UNCHECKED_FILL,
            };
          }}
        />
        <figcaption className="mt-3 flex flex-col gap-1 text-sm">
          {[...regimeKinds, undefined].map((kind) => {
            const count = countries.filter(({ regime }) => regime?.regime === kind).length;
            return (
              count > 0 && (
                <span key={kind ?? 'unchecked'} className="inline-flex items-center gap-1.5">
                  <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
                    <rect width="16" height="16" rx="4" className={kind ? fillOfRegime[kind] : UNCHECKED_FILL} />
                  </svg>
                  {regimeLabel(kind)} <strong>{formatNumber(count)}</strong>
                </span>
              )
            );
          })}
        </figcaption>
      </figure>
      <section aria-labelledby="countries">
        <h2 id="countries" className="title-section">
          {m.licences_countries({ count: countries.length })}
        </h2>
        <ul className="mt-2 divide-y divide-line">
          {countries.toSorted(byName).map((row) => (
            <CountryItem key={row.country} {...row} />
          ))}
        </ul>
      </section>
    </div>
  );
}

const CountryItem = ({ country, regime }: CountryRegime) => (
  <li className="flex flex-col items-start gap-1 py-3">
    <p className="flex flex-wrap items-center gap-x-3">
      <Link to={countryLicencesPath(country)} className="inline-flex min-h-11 items-center font-semibold underline">
        {countryName(country)}
      </Link>
      <RegimeBadge regime={regime?.regime} />
    </p>
    {regime ? (
      <>
        <SourceLine source={regime.sourceName} url={regime.sourceUrl} asOf={regime.asOf} checkedOn={regime.checkedOn} />
        <p className="text-sm text-muted">{confidenceLabel(regime.confidence)}</p>
      </>
    ) : (
      <p className="text-sm text-muted">{m.licences_unchecked_short()}</p>
    )}
  </li>
);
