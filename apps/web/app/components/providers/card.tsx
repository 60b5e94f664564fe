import { listCountryNames } from '../../lib/language/country-labels.ts';
import type { Provider } from '@hakiki/contract/directory';
import { Link } from 'react-router';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { providerPath } from '../../lib/pages/paths.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { CertificationBadges } from './certification-badges.tsx';
import { CompareLink } from './compare-link.tsx';
import { FlagReasons } from './flag-reasons.tsx';
import { ProviderLogo } from './logo.tsx';
import { ProviderRisk } from './provider-risk.tsx';
import { Rating } from './rating.tsx';
import { LanguageLabel } from '../language-label.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

const SHOWN_COUNTRIES = 3;

interface Props {
  provider: Provider;
  /** On a phone shows only the provider and the verdict. */
  isBrief?: boolean;
}

export function ProviderCard({ provider, isBrief = false }: Props) {
  const isFlagged = provider.verificationStatus === 'Flagged';
  return (
    <article
      data-provider={provider.id}
      data-flagged={isFlagged || undefined}
      className={`relative flex h-full flex-col rounded-card bg-surface ${isBrief ? 'gap-2 p-3 md:gap-3 md:p-4' : 'gap-3 p-4'} ${isFlagged ? 'border-2 border-flagged-line' : 'border border-line'}`}
    >
      <div className="flex items-start gap-3">
        <ProviderLogo name={provider.name} logoUrl={provider.logoUrl} />
        <div className="min-w-0 flex-1">
          <h2 className="title-card">
            <Link to={providerPath(provider.id)} className="after:absolute after:inset-0 hover:underline">
              {provider.name}
            </Link>
          </h2>
          <p className="text-sm text-muted">
            {providerTypeLabel(provider.type)} · {shortCountries(provider.countries)}
          </p>
          {provider.otherNames.length > 0 && (
            <p className="text-sm text-muted">{m.also_known_as({ names: provider.otherNames.join(', ') })}</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <VerdictBadge status={provider.verificationStatus} />
        <ProviderRisk provider={provider} />
        <Rating rating={provider.rating} reviewCount={provider.reviewCount} />
      </div>
      {isFlagged ? (
        <div className="rounded-control bg-flagged-soft p-3 text-sm text-flagged">
          <p className="mb-1 flex items-center gap-1.5 font-semibold">
            <Icon name="warning" className="size-4" /> {m.card_flagged_warning()}
          </p>
          <FlagReasons reasons={provider.flaggedReasons} />
        </div>
      ) : (
        <p className={`line-clamp-2 text-muted ${isBrief ? 'max-md:hidden' : ''}`}>
          <LanguageLabel /> <span lang={getStoredTextLang()}>{provider.description}</span>
        </p>
      )}
      <div
        className={`${isBrief ? 'max-md:hidden' : ''} relative z-10 mt-auto flex flex-wrap items-end justify-between gap-3 pointer-events-none *:pointer-events-auto`}
      >
        <CertificationBadges certifications={provider.certifications} size="sm" />
        {isFlagged ? (
          <Link to={providerPath(provider.id, 'report')} className={buttonClass('danger', 'ms-auto')}>
            <Icon name="flag" className="size-4" />
            {m.nav_report()}
            <span className="sr-only">: {provider.name}</span>
          </Link>
        ) : (
          <CompareLink
            providerId={provider.id}
            label={m.nav_compare()}
            className={buttonClass('secondary', 'ms-auto')}
          />
        )}
      </div>
    </article>
  );
}

function shortCountries(countries: readonly string[]): string {
  const shown = listCountryNames(countries.slice(0, SHOWN_COUNTRIES));
  const more = countries.length - SHOWN_COUNTRIES;
  return more > 0 ? `${shown} ${m.countries_more({ count: more })}` : shown;
}

export function ProviderCardSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex gap-3">
        <div className="skeleton size-12" />
        <div className="flex flex-1 flex-col gap-2">
          <div className="skeleton h-5 w-2/3" />
          <div className="skeleton h-4 w-1/2" />
        </div>
      </div>
      <div className="skeleton h-6 w-3/4" />
      <div className="skeleton h-4 w-full" />
      <div className="skeleton h-11 w-28 max-w-full self-end" />
    </div>
  );
}
