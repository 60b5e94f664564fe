import type { Alert } from '@hakiki/contract/alerts';
import type { ProviderDetails, VerificationStatus } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import type { Evidence } from '@hakiki/contract/evidence';
import { firstHourPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Checklist } from './checklist.tsx';
import { FlagReasons } from './flag-reasons.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { VerdictBadge } from './verdict-badge.tsx';
import type { ItemPage } from '../../lib/api/queries.ts';
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
  alerts?: QueryState<ItemPage<Alert>> | undefined;
  ratings?: ReactNode;
}

/**
 * The one verdict: the status, what to do, one sentence why, the ratings, and beside them what was checked. A warning
 * has the role `alert`: screen readers announce it as soon as the page is loaded.
 */
export function ProviderVerdict({ provider, evidence, alerts, ratings }: Props) {
  const { verificationStatus: status } = provider;
  const isWarned = isFlaggedOrSuspended(status);
  return (
    <section
      aria-label={m.verdict_label()}
      className={`grid gap-4 rounded-card border-2 p-4 md:p-5 lg:grid-cols-[1fr_24rem] lg:gap-x-8 ${statusStyles[status]}`}
    >
      <div role={isWarned ? 'alert' : undefined} className="flex min-w-0 flex-col items-start gap-2">
        <VerdictBadge status={status} isLarge />
        {isWarned && <Instruction providerId={provider.id} />}
        {evidence.status === 'loading' ? (
          <Skeleton label={m.evidence_loading()} className="h-20 w-full" />
        ) : (
          <>
            <Reasons provider={provider} evidence={evidence.status === 'ready' ? evidence.data : []} />
            {evidence.status === 'ready' ? (
              <LastCheck evidence={evidence.data} providerId={provider.id} />
            ) : (
              <p className="text-sm">{m.evidence_failed()}</p>
            )}
          </>
        )}
      </div>
      <div className={`min-w-0 lg:col-start-2 ${ratings ? 'lg:row-span-2' : ''}`}>
        <Checklist
          provider={provider}
          evidence={evidence.status === 'ready' ? evidence.data : undefined}
          alerts={alerts?.status === 'ready' ? alerts.data : undefined}
        />
      </div>
      {ratings && <div className="min-w-0 lg:col-start-1 lg:row-start-2 lg:self-end">{ratings}</div>}
    </section>
  );
}

/** The instruction comes before the reason: a person about to pay reads no further. */
const Instruction = ({ providerId }: { providerId: string }) => (
  <div className="flex flex-col gap-3 pb-2">
    <p className="text-2xl font-bold">{m.warned_do_not_pay()}</p>
    <p className="-mt-2 font-semibold">{m.warned_send_nothing()}</p>
    <div className="flex flex-col gap-2 md:flex-row md:gap-3">
      <Link to={pathTo(firstHourPath)} className={buttonClass('primary', 'max-md:[&>svg]:hidden')}>
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

function Reasons({ provider, evidence }: { provider: ProviderDetails; evidence: Evidence[] }) {
  const { why, cautions } = getVerdict(provider, evidence);
  const { verificationStatus, flaggedReasons, suspension } = provider;
  return (
    <div className="flex max-w-[68ch] flex-col gap-2">
      {verificationStatus === 'Flagged' && <h2 className="title-card">{m.provider_flagged()}</h2>}
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
    <h2 className="title-card">{m.provider_suspended()}</h2>
    {since && <time dateTime={since}>{m.provider_suspended_since({ date: formatDate(since) })}</time>}
  </div>
);

function LastCheck({ evidence: [newest], providerId }: { evidence: Evidence[]; providerId: string }) {
  if (!newest) return <p className="text-sm">{m.evidence_nothing_checked()}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      <time dateTime={newest.checkedOn} className="font-semibold">
        {m.evidence_last_checked({ date: formatDate(newest.checkedOn) })}
      </time>
      {newest.isOld && <span>{m.evidence_old()}</span>}
      <Link
        to={providerPath(providerId, 'compliance')}
        preventScrollReset
        className="-my-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {m.evidence_see_all()}
      </Link>
    </p>
  );
}
