/** One dispute: what its senders say, what is known about the indicator, and the decision. */
import { disputeOutcomes, disputeRules, type DisputeOutcome } from '@hakiki/contract/dispute-values';
import type { AdminDisputeDetail } from '@hakiki/contract/disputes-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { RadiosField } from '../../../components/ui/choice-field.tsx';
import { TextAreaField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-labels.ts';
import { disputeGroundLabels } from '../../../lib/filings/dispute-labels.ts';
import { toValues } from '../../../lib/forms/values.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/console-url.ts';
import { stateLabel } from '../parts/decision-labels.ts';
import { Fact, FilingText } from '../parts/filing-text.tsx';
import { getPublicPath, NewTabLink } from '../parts/links.tsx';
import { changeFailure, createPendingToast } from '../parts/proposal-labels.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { TimelineEntry } from '../parts/timeline.tsx';
import { TitledSection } from '../parts/titled-section.tsx';
import { DueTime } from './due-time.tsx';
import { decideDispute, disputeQuery } from './queries.ts';

export function DisputeDetail({ id, backPath }: { id: string; backPath: string }) {
  const dispute = useQuery(disputeQuery(id));
  return (
    <div className="flex flex-col gap-4">
      <Link
        to={backPath}
        className="inline-flex min-h-11 items-center gap-1 self-start text-brand underline-offset-4 hover:underline"
      >
        <Icon name="chevron-left" className="size-4" /> {m.disputes_back()}
      </Link>
      {dispute.status === 'loading' && <Skeleton label={m.disputes_loading()} className="h-120" />}
      {dispute.status === 'failed' && <QueryFailure message={m.disputes_detail_failed()} query={dispute} />}
      {dispute.status === 'ready' && <DisputeView dispute={dispute.data} />}
    </div>
  );
}

function DisputeView({ dispute }: { dispute: AdminDisputeDetail }) {
  const store = useQueryStore();
  const reload = () => void store.reload(disputeQuery(dispute.id));
  return (
    <article className="grid min-w-0 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <DisputeHeader dispute={dispute} />
        <TitledSection title={m.disputes_says()}>
          <FilingText filing={dispute.filing} onAsked={reload} />
        </TitledSection>
        {dispute.others.map((filing) => (
          <TitledSection key={filing.id} title={m.disputes_other({ reference: filing.reference })}>
            <FilingText filing={filing} onAsked={reload} />
          </TitledSection>
        ))}
        <TitledSection title={m.disputes_known()}>
          <KnownFacts dispute={dispute} />
        </TitledSection>
        <TitledSection title={m.disputes_history()}>
          {dispute.decisions.length === 0 && <p className="text-muted">{m.admin_timeline_empty()}</p>}
          <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
            {dispute.decisions.map((decision) => (
              <TimelineEntry key={decision.id} decision={decision} />
            ))}
          </ol>
        </TitledSection>
      </div>
      <section
        aria-label={m.appeals_decide()}
        className="rounded-card border border-line bg-surface p-4 lg:sticky lg:top-16 lg:self-start"
      >
        <h3 className="mb-3 text-lg font-semibold">{m.appeals_decide()}</h3>
        <DecisionState dispute={dispute} />
      </section>
    </article>
  );
}

function DisputeHeader({ dispute }: { dispute: AdminDisputeDetail }) {
  const { kind, filing, ground, reference, createdAt, dueAt, status, isMarked } = dispute;
  const isOpen = status === 'pending';
  return (
    <header className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        {indicatorLabels[kind]()}, {reference}
      </p>
      <h2 className="text-xl font-bold wrap-anywhere">{filing.title}</h2>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={m.disputes_column_ground()}>{disputeGroundLabels[ground]()}</Fact>
        <Fact name={m.appeals_column_received()}>{formatDate(createdAt)}</Fact>
        {isOpen ? (
          <Fact name={m.appeals_column_clock()}>
            <DueTime dispute={dispute} />
            <span className="text-sm text-muted">{m.appeals_due_by({ date: formatDate(dueAt) })}</span>
          </Fact>
        ) : (
          <Fact name={m.appeals_column_outcome()}>{stateLabel(status)}</Fact>
        )}
      </dl>
      {isOpen && !isMarked && (
        <p className="text-sm text-muted">{m.disputes_quiet({ months: disputeRules.quietMonths })}</p>
      )}
    </header>
  );
}

function KnownFacts({ dispute: { known, alerts } }: { dispute: AdminDisputeDetail }) {
  return (
    <>
      <p>
        {known
          ? m.disputes_known_reports({
              count: formatNumber(known.reportCount),
              first: formatDate(known.firstSeenAt),
              last: formatDate(known.lastSeenAt),
            })
          : m.disputes_known_nothing()}
      </p>
      <ul className="flex flex-col gap-1">
        {alerts.map(({ id, title }) => (
          <li key={id}>
            <NewTabLink href={getPublicPath({ subject: 'alert', subjectId: id })!}>{title}</NewTabLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function DecisionState({ dispute }: { dispute: AdminDisputeDetail }) {
  const { status, decidedAt, reason, proposalId } = dispute;
  if (status !== 'pending') {
    return (
      <div className="flex flex-col gap-1">
        <p className="font-semibold">{stateLabel(status)}</p>
        {decidedAt && <p className="text-sm text-muted">{formatDate(decidedAt)}</p>}
        <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      </div>
    );
  }
  if (proposalId) return <WaitingDecision proposalId={proposalId} proposal={dispute.proposal} />;
  return <DecisionForm id={dispute.id} />;
}

/** Only an administrator confirms; a moderator sees here what was proposed. */
function WaitingDecision({ proposalId, proposal }: { proposalId: string; proposal: AdminDisputeDetail['proposal'] }) {
  const isModerator = useStaffRole() === 'moderator';
  return (
    <div className="flex flex-col items-start gap-3">
      {proposal && (
        <p className="font-semibold">
          {proposal.to === 'upheld' ? m.disputes_outcome_upheld() : stateLabel(proposal.to)}
        </p>
      )}
      {proposal?.reason && <p className="whitespace-pre-line wrap-anywhere">{proposal.reason}</p>}
      <p>{isModerator ? m.disputes_waiting_moderator() : m.disputes_waiting()}</p>
      {!isModerator && (
        <Link to={consolePath('overview', { proposal: proposalId })} className={buttonClass('secondary')}>
          {m.appeals_see_proposal()}
        </Link>
      )}
    </div>
  );
}

const outcomeTexts: Record<DisputeOutcome, { label: () => string; hint: () => string }> = {
  upheld: { label: m.disputes_outcome_upheld, hint: m.disputes_outcome_upheld_hint },
  dismissed: { label: m.disputes_outcome_dismissed, hint: m.disputes_outcome_dismissed_hint },
};

function DecisionForm({ id }: { id: string }) {
  const store = useQueryStore();
  const [errors, setErrors] = useState<{ outcome?: string; reason?: string }>({});
  const { run, isRunning } = useMutation(decideDispute, {
    success: ({ proposal }) => (proposal ? createPendingToast(proposal) : { title: m.disputes_done() }),
    failure: changeFailure,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = toValues(new FormData(event.currentTarget));
    const outcome = disputeOutcomes.find((option) => option === values['outcome']);
    const reason = values['reason']?.trim() ?? '';
    setErrors({
      ...(!outcome && { outcome: m.appeals_choose_outcome() }),
      ...(!reason && { reason: m.error_reason_required() }),
    });
    if (!outcome || !reason || isRunning) return;
    await run({ params: { id }, body: { outcome, reason } });
    // Reloads after success and after a conflict.
    await store.reload(disputeQuery(id));
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <RadiosField
        id="dispute-outcome"
        name="outcome"
        label={m.disputes_outcome()}
        error={errors.outcome}
        choices={disputeOutcomes.map((value) => ({
          value,
          label: outcomeTexts[value].label(),
          hint: outcomeTexts[value].hint(),
        }))}
      />
      <TextAreaField
        id="dispute-reason"
        name="reason"
        label={m.appeals_reason()}
        hint={m.disputes_reason_hint()}
        error={errors.reason}
        rows={4}
        note={<LengthNote id="dispute-reason" max={textLimits.text} />}
        required
      />
      <button
        type="submit"
        aria-disabled={isRunning}
        className={buttonClass('primary', 'aria-disabled:cursor-not-allowed aria-disabled:opacity-60')}
      >
        {isRunning ? m.appeals_submitting() : m.disputes_submit()}
      </button>
    </form>
  );
}
