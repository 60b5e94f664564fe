import type { ProviderDetails, VerificationStatus } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import type { Evidence } from '@hakiki/contract/evidence';
import { firstHourPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FlagReasons } from './flag-reasons.tsx';
import { NotAssessed } from './not-assessed.tsx';
import { RiskIndicator } from './risk-indicator.tsx';
import { Tooltip } from '../tooltip.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { VerdictBadge } from './verdict-badge.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { issuePath, providerPath, pathTo } from '../../lib/pages/paths.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { getVerdict } from '../../lib/providers/verdict.ts';
import { Skeleton } from '../query-states.tsx';
import { m } from '../../paraglide/messages.js';

const statusStyles: Record<VerificationStatus, string> = {
  Verified: 'border-verified/40 bg-verified-soft',
  Limited: 'border-limited/40 bg-limited-soft',
  Pending: 'border-pending/40 bg-pending-soft',
  Flagged: 'border-flagged-line bg-flagged-soft',
  Suspended: 'border-suspended/40 bg-suspended-soft',
};

interface Props {
  provider: ProviderDetails;
  evidence: QueryState<Evidence[]>;
}

/** Summary: status, risk, the reason in one sentence, and the last check with its source. */
export function ProviderVerdict({ provider, evidence }: Props) {
  return (
    <VerdictBox status={provider.verificationStatus}>
      <div className="flex flex-col items-start gap-x-6 md:flex-row md:items-center">
        <VerdictBadge status={provider.verificationStatus} isLarge />
        <Tooltip
          text={m.risk_explained()}
          className="inline-flex min-h-11 items-center underline decoration-dotted underline-offset-4"
        >
          <RiskIndicator level={provider.riskScore} />
        </Tooltip>
        <NotAssessed provider={provider} />
      </div>
      {isFlaggedOrSuspended(provider.verificationStatus) && <Instruction providerId={provider.id} />}
      {evidence.status === 'loading' ? (
        <Skeleton label={m.evidence_loading()} className="h-20 max-w-[68ch]" />
      ) : (
        <div className="grid gap-2 lg:grid-cols-[1fr_19rem] lg:gap-10">
          <Reasons provider={provider} evidence={evidence.status === 'ready' ? evidence.data : []} />
          {evidence.status === 'ready' ? (
            <LastCheck evidence={evidence.data} providerId={provider.id} />
          ) : (
            <p className="text-sm">{m.evidence_failed()}</p>
          )}
        </div>
      )}
    </VerdictBox>
  );
}

/** The instruction comes before the reason: a person about to pay reads no further. */
const Instruction = ({ providerId }: { providerId: string }) => (
  <div className="flex flex-col gap-3 pb-2">
    <p className="text-2xl font-bold">{m.warned_do_not_pay()}</p>
    <p className="-mt-2 font-semibold">{m.warned_send_nothing()}</p>
    <div className="flex flex-col gap-2 md:flex-row md:gap-3">
      <Link to={pathTo(firstHourPath)} className={buttonClass('primary')}>
        <Icon name="clock" className="size-4" />
        {m.warned_first_hour()}
      </Link>
      <Link to={issuePath(providerId)} className={buttonClass('danger')}>
        <Icon name="flag" className="size-4" />
        {m.report_issue()}
      </Link>
    </div>
  </div>
);

/** A warning has the role `alert`: screen readers announce it as soon as the page is loaded. */
function VerdictBox({ status, children }: { status: VerificationStatus; children: ReactNode }) {
  const className = `flex flex-col gap-2 rounded-card border-2 p-4 md:p-5 ${statusStyles[status]}`;
  if (isFlaggedOrSuspended(status)) {
    return (
      <div role="alert" className={className}>
        {children}
      </div>
    );
  }
  return (
    <section aria-label={m.verdict_label()} className={className}>
      {children}
    </section>
  );
}

function Reasons({ provider, evidence }: { provider: ProviderDetails; evidence: Evidence[] }) {
  const { why, cautions } = getVerdict(provider, evidence);
  const { verificationStatus, flaggedReasons, suspension } = provider;
  return (
    <div className="flex max-w-[68ch] flex-col gap-2">
      {verificationStatus === 'Flagged' && <h2 className="text-lg font-bold">{m.provider_flagged()}</h2>}
      {suspension && <Suspended since={suspension.since} />}
      <p className="text-lg font-semibold">{why}</p>
      {verificationStatus === 'Flagged' && <FlagReasons reasons={flaggedReasons} />}
      {suspension && (
        <FlagReasons
          reasons={[...(suspension.reason ? [suspension.reason] : []), ...flaggedReasons]}
          getFallback={m.default_suspension_reason}
        />
      )}
      {cautions.length > 0 && <p>{cautions.join(' ')}</p>}
    </div>
  );
}

const Suspended = ({ since }: { since: string | null }) => (
  <div>
    <h2 className="text-lg font-bold">{m.provider_suspended()}</h2>
    {since && <time dateTime={since}>{m.provider_suspended_since({ date: formatDate(since) })}</time>}
  </div>
);

function LastCheck({ evidence: [newest], providerId }: { evidence: Evidence[]; providerId: string }) {
  if (!newest) return <p className="text-sm">{m.evidence_nothing_checked()}</p>;
  return (
    <div className="flex flex-col items-start text-sm">
      <p>
        <time dateTime={newest.checkedOn} className="font-semibold">
          {m.evidence_last_checked({ date: formatDate(newest.checkedOn) })}
        </time>
      </p>
      <p>{m.evidence_source_of({ authority: newest.authority, country: countryName(newest.country) })}</p>
      <Link
        to={providerPath(providerId, 'compliance')}
        preventScrollReset
        className="-mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {m.evidence_see_all()}
      </Link>
    </div>
  );
}
