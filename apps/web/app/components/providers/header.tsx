import type { Alert } from '@hakiki/contract/alerts';
import type { ProviderDetails } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import type { Evidence } from '@hakiki/contract/evidence';
import { lazy, type ReactNode } from 'react';
import { Link } from 'react-router';
import { LazyPart } from '../lazy-part.tsx';
import { CertificationBadges } from './certification-badges.tsx';
import { CompareLink } from './compare-link.tsx';
import { ProviderLogo } from './logo.tsx';
import { LanguageLabel } from '../language-label.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { ProviderWebsite } from './website-link.tsx';
import { useAuth } from '../../lib/api/auth.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { issuePath } from '../../lib/pages/paths.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { ProviderVerdict } from './verdict.tsx';

interface Props {
  provider: ProviderDetails;
  evidence: QueryState<Evidence[]>;
  alerts?: QueryState<ItemPage<Alert>>;
  ratings?: ReactNode;
  /** More about the verdict. */
  children?: ReactNode;
}

/** Beside a warning the provider's own description and the comparison are omitted. */
export function ProviderHeader({ provider, evidence, alerts, ratings, children }: Props) {
  const isWarned = isFlaggedOrSuspended(provider.verificationStatus);
  return (
    <header className="mt-2 flex flex-col gap-5">
      <div className="flex items-start gap-4">
        <ProviderLogo name={provider.name} logoUrl={provider.logoUrl} isLarge />
        <div className="min-w-0 flex-1">
          <h1 className={getHeadingClass(provider.name)}>{provider.name}</h1>
          <p className="mt-1 text-muted">{providerTypeLabel(provider.type)}</p>
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <ProviderVerdict provider={provider} evidence={evidence} alerts={alerts} ratings={ratings} />
        {children}
      </div>
      {!isWarned && (
        <p className="line-clamp-2 max-w-[68ch] text-muted">
          <LanguageLabel /> <span lang={getStoredTextLang()}>{provider.description}</span>
        </p>
      )}
      <CertificationBadges certifications={provider.certifications} />
      <dl className="flex flex-wrap items-center gap-x-6 text-sm">
        <Fact term={m.fact_established()} className={besideQuickStats}>
          {provider.established ?? m.unknown()}
        </Fact>
        <Fact term={m.fact_users()} className={besideQuickStats}>
          {provider.userCount === null ? m.not_available() : formatNumber(provider.userCount)}
        </Fact>
        <Fact term={m.fact_website()}>
          <ProviderWebsite of={provider} />
        </Fact>
      </dl>
      {isWarned ? <WatchSlot id={provider.id} /> : <Actions id={provider.id} />}
    </header>
  );
}

/** Within reach of the thumb; with large text it would cover too much of a small screen. */
const Actions = ({ id }: { id: string }) => (
  <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-3 border-t border-line bg-paper p-4 @max-[18rem]/page:static md:static md:mx-0 md:border-0 md:p-0">
    <CompareLink
      providerId={id}
      label={m.add_to_compare()}
      className={buttonClass('primary', 'flex-1 px-2 max-md:text-sm max-md:[&>svg]:hidden md:flex-none md:px-4')}
    />
    <Link
      to={issuePath(id)}
      className={buttonClass('danger', 'flex-1 px-2 max-md:text-sm max-md:[&>svg]:hidden md:flex-none md:px-4')}
    >
      <Icon name="flag" className="size-4" />
      {m.report_issue()}
    </Link>
    <WatchSlot id={id} />
  </div>
);

const WatchButton = lazy(async () => ({ default: (await import('./watch-button.tsx')).WatchButton }));

/** The page is the same for everyone; members get the button afterwards. */
const WatchSlot = ({ id }: { id: string }) =>
  useAuth().status === 'signed-in' && (
    <LazyPart fallback={null}>
      <WatchButton providerId={id} />
    </LazyPart>
  );

const LONG_NAME_LENGTH = 60;

/** A very long name must not push the verdict off a phone's screen. */
const getHeadingClass = (name: string): string => (name.length > LONG_NAME_LENGTH ? 'title-section' : 'title-page');

/** On a wide screen the Quick Stats show the same. */
const besideQuickStats = 'lg:hidden';

function Fact({ term, className = '', children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <div className={`flex min-h-11 min-w-0 items-center gap-1.5 md:min-h-8 ${className}`}>
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 font-semibold">{children}</dd>
    </div>
  );
}
