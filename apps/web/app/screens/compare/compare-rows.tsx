/** The rows of the comparison: label, value, and the text by which two providers count as equal. */
import type { Provider } from '@hakiki/contract/directory';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { isAssessed, riskLevels } from '@hakiki/contract/risk';
import type { ReactNode } from 'react';
import { NotAssessed } from '../../components/providers/not-assessed.tsx';
import { RiskIndicator } from '../../components/providers/risk-indicator.tsx';
import { ScoreBar } from '../../components/providers/score-bar.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { ProviderWebsite } from '../../components/providers/website-link.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatNumber, formatRating } from '../../lib/language/format.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';
import type { Rank } from './extremes.tsx';

export interface Row {
  name: string;
  label: () => string;
  /** Two providers are equal in this row if these texts are equal. */
  compared: (provider: Provider) => string;
  show: (provider: Provider) => ReactNode;
  /** Undefined if no value is better than another. */
  rank?: Rank;
}

const SHOWN_COUNTRIES = 5;
const worstFirst: readonly VerificationStatus[] = ['Suspended', 'Flagged', 'Pending', 'Limited', 'Verified'];

const score = (name: 'regulatoryCompliance' | 'userSatisfaction' | 'securityMeasures', label: () => string): Row => ({
  name,
  label,
  compared: (provider) => (isAssessed(provider) ? String(provider[name]) : ''),
  rank: (provider) => (isAssessed(provider) ? provider[name] : undefined),
  show: (provider) =>
    isAssessed(provider) ? <ScoreBar label={label()} value={provider[name]} /> : <NotAssessed provider={provider} />,
});

export const rows: readonly Row[] = [
  {
    name: 'type',
    label: m.filter_type,
    compared: ({ type }) => type,
    show: ({ type }) => providerTypeLabel(type),
  },
  {
    name: 'verificationStatus',
    label: m.filter_status,
    compared: ({ verificationStatus }) => verificationStatus,
    rank: ({ verificationStatus }) => worstFirst.indexOf(verificationStatus),
    show: ({ verificationStatus }) => <VerdictBadge status={verificationStatus} />,
  },
  {
    name: 'riskScore',
    label: m.filter_risk,
    compared: ({ riskScore }) => riskScore,
    rank: ({ riskScore }) => -riskLevels.indexOf(riskScore),
    show: ({ riskScore }) => <RiskIndicator level={riskScore} />,
  },
  {
    name: 'rating',
    label: m.fact_rating,
    compared: ({ rating }) => rating,
    rank: ({ rating, reviewCount }) => (reviewCount > 0 ? Number(rating) : undefined),
    show: (provider) => <Stars provider={provider} />,
  },
  {
    name: 'reviews',
    label: m.fact_reviews,
    compared: ({ reviewCount }) => String(reviewCount),
    show: ({ reviewCount }) => formatNumber(reviewCount),
  },
  {
    name: 'countries',
    label: m.fact_countries,
    compared: ({ countries }) => [...countries].sort().join(),
    show: ({ countries }) => <Countries names={countries.map(countryName)} />,
  },
  {
    name: 'established',
    label: m.fact_established,
    compared: ({ established }) => String(established),
    show: ({ established }) => established ?? m.unknown(),
  },
  {
    name: 'license',
    label: m.license_info,
    compared: ({ licenseInfo }) => licenseInfo ?? '',
    rank: ({ licenseInfo }) => (licenseInfo ? 1 : 0),
    show: ({ licenseInfo }) => licenseInfo || m.not_provided(),
  },
  score('regulatoryCompliance', m.bar_regulatory_compliance),
  score('userSatisfaction', m.bar_user_satisfaction),
  score('securityMeasures', m.bar_security_measures),
  {
    name: 'website',
    label: m.fact_website,
    compared: ({ website }) => website ?? '',
    show: (provider) => <ProviderWebsite of={provider} />,
  },
];

/** Whether at least two providers differ in this row. */
export const isDifferent = ({ compared }: Row, providers: readonly Provider[]): boolean =>
  new Set(providers.map(compared)).size > 1;

function Stars({ provider: { rating, reviewCount } }: { provider: Provider }) {
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
function Countries({ names }: { names: readonly string[] }) {
  if (names.length === 0) return m.unknown();
  const more = names.slice(SHOWN_COUNTRIES);
  return (
    <>
      {names.slice(0, SHOWN_COUNTRIES).join(', ')}
      {more.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-brand underline md:min-h-8">
            {m.countries_more({ count: more.length })}
          </summary>
          {more.join(', ')}
        </details>
      )}
    </>
  );
}
