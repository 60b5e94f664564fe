import type { Provider, VerificationStatus } from '@hakiki/contract/directory';
import { Link } from 'react-router';
import { CertificationBadges } from '../../components/certification-badges.tsx';
import { CompareLink } from '../../components/compare-link.tsx';
import { FlagReasons } from '../../components/flag-reasons.tsx';
import { ProviderLogo } from '../../components/provider-logo.tsx';
import { Rating } from '../../components/rating.tsx';
import { RiskIndicator } from '../../components/risk-indicator.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { formatNumber } from '../../lib/format.ts';
import { providerPath } from '../../lib/paths.ts';
import { providerTypeLabel } from '../../lib/provider-words.ts';
import { m } from '../../paraglide/messages.js';
import { REPORT_ANCHOR } from './provider-tabs.tsx';

const sentences: Record<VerificationStatus, () => string> = {
  Verified: m.verdict_verified,
  Limited: m.verdict_limited,
  Pending: m.verdict_pending,
  Flagged: m.verdict_flagged,
  Suspended: m.verdict_suspended,
};

/** The verdict comes first: status, risk and one plain sentence; then the facts. */
export function ProviderHeader({ provider }: { provider: Provider }) {
  return (
    <header className="mt-2 flex flex-col gap-5">
      <div className="flex items-start gap-4">
        <ProviderLogo name={provider.name} logoUrl={provider.logoUrl} isLarge />
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-bold md:text-3xl">{provider.name}</h1>
          <p className="mt-1 text-muted">{providerTypeLabel(provider.type)}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <VerdictBadge status={provider.verificationStatus} isLarge />
        <Tooltip
          text={m.risk_explained()}
          className="inline-flex min-h-11 items-center underline decoration-dotted underline-offset-4"
        >
          <RiskIndicator level={provider.riskScore} />
        </Tooltip>
        <Rating rating={provider.rating} reviewCount={provider.reviewCount} />
      </div>
      {provider.verificationStatus === 'Flagged' ? (
        <FlaggedBanner reasons={provider.flaggedReasons} />
      ) : (
        <p className="max-w-[68ch] text-lg">{sentences[provider.verificationStatus]()}</p>
      )}
      <p className="max-w-[68ch] text-muted">{provider.description}</p>
      <CertificationBadges certifications={provider.certifications} />
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact
          term={m.fact_established()}
          value={provider.established === null ? m.unknown() : String(provider.established)}
        />
        <Fact
          term={m.fact_users()}
          value={provider.userCount === null ? m.not_available() : formatNumber(provider.userCount)}
        />
        <div>
          <dt className="text-sm text-muted">{m.fact_website()}</dt>
          <dd>
            <Website address={provider.website} />
          </dd>
        </div>
      </dl>
      <div className="sticky bottom-0 z-10 -mx-4 flex gap-3 border-t border-line bg-paper p-4 md:static md:mx-0 md:border-0 md:p-0">
        <CompareLink
          providerId={provider.id}
          label={m.add_to_compare()}
          className={buttonClass('primary', 'flex-1 px-2 max-md:text-sm max-md:[&>svg]:hidden md:flex-none md:px-4')}
        />
        <Link
          to={`${providerPath(provider.id, 'report')}#${REPORT_ANCHOR}`}
          className={buttonClass('danger', 'flex-1 px-2 max-md:text-sm max-md:[&>svg]:hidden md:flex-none md:px-4')}
        >
          <Icon name="flag" className="size-4" />
          {m.report_issue()}
        </Link>
      </div>
    </header>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

function FlaggedBanner({ reasons }: { reasons: readonly string[] }) {
  return (
    <div role="alert" className="flex gap-3 rounded-card border-2 border-flagged-line bg-flagged-soft p-4 text-flagged">
      <Icon name="warning" className="mt-0.5 size-6" />
      <div>
        <h2 className="text-lg font-bold">{m.provider_flagged()}</h2>
        <p>{m.verdict_flagged()}</p>
        <div className="mt-2">
          <FlagReasons reasons={reasons} />
        </div>
      </div>
    </div>
  );
}

/** Only ordinary web addresses become links; they open apart and learn nothing about this page. */
function Website({ address }: { address: string | null }) {
  if (!address) return <span className="font-semibold">{m.not_available()}</span>;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span className="break-all">{address}</span>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex min-h-11 items-center gap-1 font-semibold break-all text-brand underline"
    >
      {url.host + (url.pathname === '/' ? '' : url.pathname)}
      <Icon name="external" className="size-4" />
      <span className="sr-only">{m.opens_new_tab()}</span>
    </a>
  );
}
