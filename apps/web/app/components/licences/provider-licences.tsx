/** What a provider may do in the user's country and in those where it works. */
import type { ProviderLicence } from '@hakiki/contract/licences';
import { licencesPath } from '@hakiki/contract/site';
import { lazy, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useQuery } from '../../lib/api/use-query.ts';
import { parseCountry, useMyCountry } from '../../lib/browser/my-country.ts';
import { listCountryNames } from '../../lib/language/country-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { LazyPart } from '../lazy-part.tsx';
import { QueryFailure, Skeleton } from '../query-states.tsx';
import { textLinkClass } from '../ui/button.ts';
import { LicenceList } from './licence-list.tsx';
import { providerLicencesQuery } from './queries.ts';
import { SourceLine } from './source-line.tsx';

const CountryChoice = lazy(async () => ({ default: (await import('./country-choice.tsx')).CountryChoice }));

const SHOWN_COUNTRIES = 4;

/** The page is the same for everyone; the country that this browser remembers replaces it afterwards. */
export function useLicences(id: string) {
  const params = new URLSearchParams(useLocation().search);
  const chosen = parseCountry(params);
  const remembered = useMyCountry(params);
  const licences = useQuery(providerLicencesQuery(id, chosen));
  const own = useQuery(providerLicencesQuery(id, remembered), { enabled: remembered !== chosen });
  return { licences: own.status === 'ready' ? own : licences, country: remembered };
}

export function ProviderLicences({ id }: { id: string }) {
  const { licences, country } = useLicences(id);
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="licences">
      <h2 id="licences" className="title-section scroll-mt-20">
        {m.provider_licences()}
      </h2>
      {licences.status === 'loading' && <Skeleton label={m.licences_loading()} className="mt-2 h-24" />}
      {licences.status === 'failed' && <QueryFailure message={m.licences_failed()} query={licences} />}
      {licences.status === 'ready' && <Licences licences={licences.data} />}
      <p>
        <Link to={pathTo(licencesPath)} className={textLinkClass()}>
          {m.provider_licences_how()}
        </Link>
      </p>
      <details className="needs-scripts" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
          {m.provider_licences_choose()}
        </summary>
        {isOpen && (
          <LazyPart fallback={<Skeleton label={m.licences_loading()} className="h-24" />}>
            <CountryChoice country={country} />
          </LazyPart>
        )}
      </details>
    </section>
  );
}

function Licences({ licences }: { licences: readonly ProviderLicence[] }) {
  const [first] = licences;
  if (!first) return <p>{m.licence_not_checked()}</p>;
  const hidden = licences.slice(SHOWN_COUNTRIES);
  return (
    <>
      <LicenceList licences={licences.slice(0, SHOWN_COUNTRIES)} firstDetail={<LicenceSource licence={first} />} />
      {hidden.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-brand underline md:min-h-8">
            {m.countries_more({ count: hidden.length })}
          </summary>
          <LicenceList licences={hidden} />
        </details>
      )}
    </>
  );
}

function LicenceSource({ licence }: { licence: ProviderLicence }) {
  const { holder, number, elsewhere, source, sourceUrl, asOf, checkedOn } = licence;
  if (!source) return null;
  const facts = [
    holder && m.licences_holder({ holder }),
    number && m.licences_number({ number }),
    elsewhere.length > 0 && listCountryNames(elsewhere),
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && <p className="text-sm">{facts.join(' · ')}</p>}
      <SourceLine source={source} url={sourceUrl} asOf={asOf} checkedOn={checkedOn} />
    </>
  );
}
