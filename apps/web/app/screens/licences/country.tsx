/** What the law of one country says, how to check a licence there, and what its registers contain. */
import type { CountryLicences, LicenceChange, LicenceEntry, Regime } from '@hakiki/contract/licences';
import { entryStates, regimeKinds, type RegimeKind } from '@hakiki/contract/licence-values';
import { africanCountries } from '@hakiki/contract/country-codes';
import { licencesPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { data, Link, useParams } from 'react-router';
import { RegimeBadge } from '../../components/licences/badges.tsx';
import { SourceLine } from '../../components/licences/source-line.tsx';
import { LanguageLabel } from '../../components/language-label.tsx';
import { NewTabAnchor } from '../../components/new-tab-anchor.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { confidenceLabel, entryStateLabel, formatRoughDay, regimeLabel } from '../../lib/licences/labels.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo, providerPath } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { prefetch, startQueries, useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/country.ts';

/** 'south-africa' of the address; undefined for anything else. */
const parseCountry = (slug: string | undefined): string | undefined =>
  africanCountries.find((country) => country.replaceAll(' ', '-') === slug);

const countryQuery = (country: string) =>
  defineQuery('/api/licences/:country', { params: { country }, anonymous: true });

export async function loader({ params, context }: Route.LoaderArgs) {
  const country = parseCountry(params.country);
  if (!country) return data({ reads: [] }, { status: 404 });
  return data(await prefetch(context, [countryQuery(country)]));
}
export const clientLoader = startQueries(({ params }: { params: { country?: string } }) => {
  const country = parseCountry(params.country);
  return country ? [countryQuery(country)] : [];
});

export const meta: Route.MetaFunction = (metaArgs) => {
  const country = parseCountry(metaArgs.params.country);
  if (!country)
    return pageHead(metaArgs, {
      path: licencesPath,
      title: m.licences_title(),
      description: m.licences_description(),
      isIndexed: false,
    });
  const name = countryName(country);
  return pageHead(metaArgs, {
    path: `${licencesPath}/${country.replaceAll(' ', '-')}`,
    title: m.licences_country_title({ country: name }),
    description: m.licences_country_description({ country: name }),
  });
};

export default function CountryLicencesPage() {
  const country = parseCountry(useParams()['country']);
  return (
    <>
      <Link
        to={pathTo(licencesPath)}
        className="inline-flex min-h-11 items-center gap-1 text-brand underline-offset-4 hover:underline"
      >
        <Icon name="chevron-left" className="size-4" /> {m.licences_all_countries()}
      </Link>
      {country ? <Country country={country} /> : <h1 className="title-page">{m.licences_country_unknown()}</h1>}
    </>
  );
}

function Country({ country }: { country: string }) {
  const query = useQuery(countryQuery(country));
  const name = countryName(country);
  return (
    <>
      <h1 className="title-page">{m.licences_country_title({ country: name })}</h1>
      {query.status === 'loading' && <Skeleton label={m.licences_loading()} className="mt-6 h-80" />}
      {query.status === 'failed' && (
        <div className="mt-6">
          <QueryFailure message={m.licences_failed()} query={query} />
        </div>
      )}
      {query.status === 'ready' && <CountryDetails {...query.data} />}
    </>
  );
}

const explanations: Record<RegimeKind, () => string> = {
  licensed: m.regime_licensed_means,
  transitional: m.regime_transitional_means,
  registration: m.regime_registration_means,
  sandbox: m.regime_sandbox_means,
  none: m.regime_none_means,
  restricted: m.regime_restricted_means,
  prohibited: m.regime_prohibited_means,
};

function CountryDetails({ regime, registers, entries, warnings, changes }: CountryLicences) {
  return (
    <div className="mt-3 flex max-w-[68ch] flex-col gap-8">
      <section aria-label={m.licences_law()} className="flex flex-col items-start gap-3">
        <p>
          <RegimeBadge regime={regime?.regime} />
        </p>
        <p className="font-semibold">{regime ? explanations[regime.regime]() : m.licences_unchecked()}</p>
        {regime && <Law regime={regime} />}
      </section>
      <Section id="check" title={m.licences_check_title()}>
        <ol className="list-decimal space-y-2 ps-5">
          <li>{m.licences_check_name()}</li>
          <li>
            {regime ? m.licences_check_site() : m.licences_check_site_unknown()}
            {regime && (
              <>
                {' '}
                <OutsideLink url={regime.regulatorUrl}>{regime.regulator}</OutsideLink>
              </>
            )}
          </li>
          <li>{m.licences_check_compare()}</li>
          <li>{m.licences_check_ask()}</li>
        </ol>
      </Section>
      <Section id="no-licence" title={m.licences_not_title()}>
        <p>{m.licences_not_lead()}</p>
        <ul className="list-disc space-y-1 ps-5">
          {m
            .licences_not_list()
            .split('\n')
            .map((item) => (
              <li key={item}>{item}</li>
            ))}
        </ul>
      </Section>
      <Section id="entries" title={m.licences_entries_title()}>
        {registers.length === 0 && <p className="text-muted">{m.licences_no_register()}</p>}
        {registers.map((register) => (
          <div key={register.id}>
            <h3 className="font-semibold">{register.name}</h3>
            <SourceLine
              source={register.authority}
              url={register.url}
              asOf={register.asOf}
              checkedOn={register.checkedOn}
            />
            <ul className="mt-2 divide-y divide-line">
              {entries
                .filter((entry) => entry.register.id === register.id)
                .map((entry) => (
                  <Entry key={entry.key} entry={entry} />
                ))}
            </ul>
          </div>
        ))}
      </Section>
      {warnings.length > 0 && (
        <Section id="warnings" title={m.licences_warnings_title()}>
          <ul className="divide-y divide-line">
            {warnings.map(({ url, title, names, authority, publishedOn, checkedOn }) => (
              <li key={url} className="py-3">
                <p className="font-semibold">{names.join(', ')}</p>
                <p>{title}</p>
                <SourceLine source={authority} url={url} asOf={publishedOn} checkedOn={checkedOn} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="changes" title={m.licences_changes_title()}>
        {changes.length === 0 ? (
          <p className="text-muted">{m.licences_no_changes()}</p>
        ) : (
          <ul className="space-y-4">
            {changes.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="flex flex-col gap-3">
    <h2 id={id} className="title-section">
      {title}
    </h2>
    {children}
  </section>
);

const OutsideLink = ({ url, children }: { url: string; children: string }) => (
  <NewTabAnchor href={url} rel="noopener noreferrer nofollow" className={textLinkClass()}>
    {children}
  </NewTabAnchor>
);

const Law = ({ regime }: { regime: Regime }) => (
  <>
    <p>
      <LanguageLabel /> <span lang={getStoredTextLang()}>{regime.summary}</span>
    </p>
    <dl className="flex flex-col gap-2">
      <Fact term={m.licences_regulator()}>
        <span lang={getStoredTextLang()}>{regime.regulator}</span>
      </Fact>
      <Fact term={m.licences_instrument()}>
        <span lang={getStoredTextLang()}>{regime.instrument}</span>
      </Fact>
      {regime.since && <Fact term={m.licences_since()}>{formatRoughDay(regime.since)}</Fact>}
      <Fact term={m.licences_confidence()}>{confidenceLabel(regime.confidence)}</Fact>
    </dl>
    <SourceLine source={regime.sourceName} url={regime.sourceUrl} asOf={regime.asOf} checkedOn={regime.checkedOn} />
  </>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
);

function Entry({ entry }: { entry: LicenceEntry }) {
  const { holder, number, scope, state, grantedOn, endsOn, provider, fileHash } = entry;
  return (
    <li className="flex flex-col items-start gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{holder}</span>
        {state === 'licensed' ? (
          <Badge icon="check-circle" className="bg-verified-soft text-verified">
            {entryStateLabel(state)}
          </Badge>
        ) : (
          <Badge icon="partial" className="bg-limited-soft text-limited">
            {entryStateLabel(state)}
          </Badge>
        )}
      </p>
      <p className="text-sm">
        {[
          number && m.licences_number({ number }),
          scope.join(', '),
          grantedOn && m.licences_granted({ day: formatDate(grantedOn) }),
          endsOn && m.licences_ends({ day: formatDate(endsOn) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {provider && (
        <Link to={providerPath(provider.id)} className={textLinkClass()}>
          {m.licences_on_hakiki({ name: provider.name })}
        </Link>
      )}
      <p className="text-sm text-muted" title={fileHash}>
        {m.licences_file({ hash: fileHash.slice(0, 16) })}
      </p>
    </li>
  );
}

function describeEnd(kind: LicenceChange['kind'], state: LicenceChange['from']): string {
  if (state === null) return m.licences_nothing();
  if (kind === 'warning') return m.licence_warned_here();
  if (kind === 'regime') return regimeLabel(regimeKinds.find((known) => known === state));
  const entryState = entryStates.find((known) => known === state);
  return entryState ? entryStateLabel(entryState) : state;
}

const Change = ({ change: { kind, subject, source, sourceUrl, from, to, at } }: { change: LicenceChange }) => (
  <li>
    <p className="font-semibold">{subject ?? m.licences_law()}</p>
    <p>
      {describeEnd(kind, from)} → {describeEnd(kind, to)}
    </p>
    <p className="text-sm text-muted">
      <time dateTime={at}>{formatDate(at)}</time> · {m.fh_source()}{' '}
      {sourceUrl ? (
        <NewTabAnchor href={sourceUrl} rel="noopener noreferrer nofollow" className="underline">
          {source}
        </NewTabAnchor>
      ) : (
        source
      )}
    </p>
  </li>
);
