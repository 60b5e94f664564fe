/** The rows of the comparison: label, value, and the text by which two providers count as equal. */
import type { Provider } from '@hakiki/contract/directory';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { getShownRisk, isAssessed, riskLevels } from '@hakiki/contract/risk';
import type { ReactNode } from 'react';
import { LicenceList } from '../../components/licences/licence-list.tsx';
import { useLicences } from '../../components/licences/provider-licences.tsx';
import { ProviderRisk } from '../../components/providers/provider-risk.tsx';
import { ScoreBar } from '../../components/providers/score-bar.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { ProviderWebsite } from '../../components/providers/website-link.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatNumber, formatRating } from '../../lib/language/format.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';
import type { Rank } from './best-and-worst.tsx';

export interface Row {
  name: string;
  label: () => string;
  /** Two providers are equal in this row if these texts are equal. */
  getComparedText: (provider: Provider) => string;
  render: (provider: Provider) => ReactNode;
  /** Undefined if no value is better than another. */
  rank?: Rank;
}

const MAX_SHOWN_COUNTRIES = 5;
const worstFirst: readonly VerificationStatus[] = ['Suspended', 'Flagged', 'Pending', 'Limited', 'Verified'];

const createScoreRow = (
  name: 'regulatoryCompliance' | 'userSatisfaction' | 'securityMeasures',
  label: () => string,
): Row => ({
  name,
  label,
  getComparedText: (provider) => (isAssessed(provider) ? String(provider[name]) : ''),
  rank: (provider) => (isAssessed(provider) ? provider[name] : undefined),
  render: (provider) =>
    isAssessed(provider) ? (
      <ScoreBar label={label()} value={provider[name]} />
    ) : (
      <span className="text-muted">{m.not_assessed()}</span>
    ),
});

export const rows: readonly Row[] = [
  {
    name: 'type',
    label: m.filter_type,
    getComparedText: ({ type }) => type,
    render: ({ type }) => providerTypeLabel(type),
  },
  {
    name: 'verificationStatus',
    label: m.filter_status,
    getComparedText: ({ verificationStatus }) => verificationStatus,
    rank: ({ verificationStatus }) => worstFirst.indexOf(verificationStatus),
    render: ({ verificationStatus }) => <VerdictBadge status={verificationStatus} />,
  },
  {
    name: 'riskScore',
    label: m.filter_risk,
    getComparedText: (provider) => getShownRisk(provider) ?? '',
    rank: (provider) => {
      const level = getShownRisk(provider);
      return level && -riskLevels.indexOf(level);
    },
    render: (provider) => <ProviderRisk provider={provider} />,
  },
  {
    name: 'rating',
    label: m.fact_rating,
    getComparedText: ({ rating }) => rating,
    rank: ({ rating, reviewCount }) => (reviewCount > 0 ? Number(rating) : undefined),
    render: (provider) => <RatingStars provider={provider} />,
  },
  {
    name: 'reviews',
    label: m.fact_reviews,
    getComparedText: ({ reviewCount }) => String(reviewCount),
    render: ({ reviewCount }) => formatNumber(reviewCount),
  },
  {
    name: 'countries',
    label: m.fact_countries,
    getComparedText: ({ countries }) => [...countries].sort().join(),
    render: ({ countries }) => <CountryList names={countries.map(countryName)} />,
  },
  {
    name: 'established',
    label: m.fact_established,
    getComparedText: ({ established }) => String(established),
    render: ({ established }) => established ?? m.unknown(),
  },
  {
    name: 'license',
    label: m.license_info,
    getComparedText: ({ licenseInfo }) => licenseInfo ?? '',
    rank: ({ licenseInfo }) => (licenseInfo ? 1 : 0),
    render: ({ licenseInfo }) => licenseInfo || m.not_provided(),
  },
  {
    name: 'licences',
    label: m.provider_licences,
    // Two providers with the same claim in the same countries rarely differ.
    getComparedText: ({ countries, licenseInfo }) => [licenseInfo ?? '', ...[...countries].sort()].join(),
    render: ({ id }) => <ComparedLicences id={id} />,
  },
  createScoreRow('regulatoryCompliance', m.bar_regulatory_compliance),
  createScoreRow('userSatisfaction', m.bar_user_satisfaction),
  createScoreRow('securityMeasures', m.bar_security_measures),
  {
    name: 'website',
    label: m.fact_website,
    getComparedText: ({ website }) => website ?? '',
    render: (provider) => <ProviderWebsite of={provider} />,
  },
];

/** Whether at least two providers differ in this row. */
export const isDifferent = ({ getComparedText }: Row, providers: readonly Provider[]): boolean =>
  new Set(providers.map(getComparedText)).size > 1;

function RatingStars({ provider: { rating, reviewCount } }: { provider: Provider }) {
  if (reviewCount === 0) return m.no_reviews_yet();
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold">
      <Icon name="star" filled className="size-4 text-star" />
      <span className="sr-only">{m.rating_of_five({ rating: formatRating(rating) })}</span>
      <span aria-hidden="true">{formatRating(rating)}</span>
    </span>
  );
}

/** A long list is collapsed, so that the countries of one provider do not push the other rows off the screen. */
function CountryList({ names }: { names: readonly string[] }) {
  if (names.length === 0) return m.unknown();
  const hiddenNames = names.slice(MAX_SHOWN_COUNTRIES);
  return (
    <>
      {names.slice(0, MAX_SHOWN_COUNTRIES).join(', ')}
      {hiddenNames.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-brand underline md:min-h-8">
            {m.countries_more({ count: hiddenNames.length })}
          </summary>
          {hiddenNames.join(', ')}
        </details>
      )}
    </>
  );
}

const COMPARED_LICENCES = 3;

/** In the user's country if we know it, otherwise where the provider works. */
function ComparedLicences({ id }: { id: string }) {
  const { licences, country } = useLicences(id);
  if (licences.status === 'loading') return m.licences_loading();
  if (licences.status === 'failed') return m.licences_failed();
  return <LicenceList licences={licences.data.slice(0, country ? 1 : COMPARED_LICENCES)} />;
}
