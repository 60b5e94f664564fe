/** A list that waits for a decision: why, what it would change, and some of the entries. */
import type { WaitingSnapshot } from '@hakiki/contract/sources-admin';
import type { SnapshotReason } from '@hakiki/contract/source-values';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { parseFailure } from '../../../lib/api/api.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { formatBytes, formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { TitledSection } from '../parts/titled-section.tsx';
import { applySnapshot, refuseSnapshot, sourcesPath, waitingQuery } from './queries.ts';

export function Waiting({ sourceId }: { sourceId: string }) {
  const waiting = useQuery(waitingQuery(sourceId));
  return (
    <div className="flex flex-col gap-4">
      <Link
        to={sourcesPath()}
        className="inline-flex min-h-11 items-center gap-1 self-start text-brand underline-offset-4 hover:underline"
      >
        <Icon name="chevron-left" className="size-4" /> {m.lists_back()}
      </Link>
      {waiting.status === 'loading' && <Skeleton label={m.lists_loading()} className="h-80" />}
      {waiting.status === 'failed' &&
        (parseFailure(waiting.error).code === 'SNAPSHOT_NOT_FOUND' ? (
          <Notice icon="empty" title={m.lists_waiting_none()} />
        ) : (
          <QueryFailure message={m.lists_failed()} query={waiting} />
        ))}
      {waiting.status === 'ready' && <Snapshot snapshot={waiting.data} />}
    </div>
  );
}

const reasonLabels: Record<SnapshotReason, () => string> = {
  unreadable: m.lists_reason_unreadable,
  count: m.lists_reason_count,
  change: m.lists_reason_change,
  safelisted: m.lists_reason_safelisted,
  reported: m.lists_reason_reported,
};

function Snapshot({ snapshot }: { snapshot: WaitingSnapshot }) {
  const { sourceName, createdAt, reasons, samples, isSafelist } = snapshot;
  return (
    <article className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h2 className="text-xl font-bold wrap-anywhere">{m.lists_waiting_title({ name: sourceName })}</h2>
        <p className="text-sm text-muted">
          {m.newsdesk_held_since()} <Timestamp at={createdAt} />
        </p>
      </header>
      <TitledSection title={m.newsdesk_why()}>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {reasons.map((reason) => (
            <li key={reason} className="font-semibold">
              {reasonLabels[reason]()}
            </li>
          ))}
        </ul>
      </TitledSection>
      <Counts snapshot={snapshot} />
      <Decision snapshot={snapshot} />
      <Sample
        title={isSafelist ? m.lists_sample_reported() : m.lists_sample_safelisted()}
        values={samples.conflicts}
        total={snapshot.conflicts}
      />
      <Sample title={m.lists_sample_added()} values={samples.added} total={snapshot.added} />
      <Sample title={m.lists_sample_gone()} values={samples.gone} total={snapshot.gone} />
    </article>
  );
}

function Counts({ snapshot }: { snapshot: WaitingSnapshot }) {
  const { listedBefore, entries, added, gone, conflicts, unreadable, bytes, isSafelist } = snapshot;
  const rows: [label: string, value: string][] = [
    [m.lists_count_before(), formatNumber(listedBefore)],
    [m.lists_count_now(), formatNumber(entries)],
    [m.lists_count_added(), formatNumber(added)],
    [m.lists_count_gone(), formatNumber(gone)],
    [isSafelist ? m.lists_count_reported() : m.lists_count_safelisted(), formatNumber(conflicts)],
    [m.lists_count_unreadable(), formatNumber(unreadable)],
    [m.lists_count_size(), formatBytes(bytes)],
  ];
  return (
    <dl className="grid max-w-xl grid-cols-[1fr_auto] gap-x-6 gap-y-1">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-end font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Sample = ({ title, values, total }: { title: string; values: readonly string[]; total: number }) =>
  values.length > 0 && (
    <TitledSection title={title}>
      {total > values.length && (
        <p className="text-sm text-muted">
          {m.admin_waiting_shown({ shown: formatNumber(values.length), total: formatNumber(total) })}
        </p>
      )}
      <ul className="grid gap-x-6 font-mono text-sm md:grid-cols-2">
        {values.map((value) => (
          <li key={value} className="wrap-anywhere">
            {value}
          </li>
        ))}
      </ul>
    </TitledSection>
  );

function Decision({ snapshot }: { snapshot: WaitingSnapshot }) {
  const { id, sha256, sourceName, isApplicable, isApplying, isOwnProposal, isProposed, needsSecondPerson } = snapshot;
  const navigate = useNavigate();
  const [decision, setDecision] = useState<'apply' | 'refuse'>();
  if (isApplying) return <p role="status">{m.lists_applying()}</p>;
  const isApply = decision === 'apply';
  const willApply = isProposed || !needsSecondPerson;
  const name = sourceName;
  const getDone = () => {
    if (!isApply) return m.lists_refused({ name });
    return willApply ? m.lists_applied({ name }) : m.lists_proposed({ name });
  };
  return (
    <div className="flex flex-col gap-3">
      {isOwnProposal && <p>{m.lists_own_proposal()}</p>}
      {isProposed && !isOwnProposal && <p>{m.lists_other_proposal()}</p>}
      {!isProposed && needsSecondPerson && isApplicable && <p>{m.lists_needs_second()}</p>}
      {!isApplicable && <p>{m.lists_only_refuse()}</p>}
      <div className="flex flex-wrap gap-3">
        {isApplicable && !isOwnProposal && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setDecision('apply')}
            className={buttonClass('primary')}
          >
            {m.lists_apply()}
          </button>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setDecision('refuse')}
          className={buttonClass('danger')}
        >
          {m.lists_refuse()}
        </button>
      </div>
      {decision && (
        <ReasonDialog
          title={isApply ? m.lists_apply_title({ name }) : m.lists_refuse_title({ name })}
          saveLabel={isApply ? m.lists_apply() : m.lists_refuse()}
          hint={m.newsdesk_reason_hint()}
          mutation={isApply ? applySnapshot : refuseSnapshot}
          getInput={(reason) => ({ params: { id }, body: { sha256, reason } })}
          success={() => ({ title: getDone() })}
          onClose={() => setDecision(undefined)}
          onDone={() => void navigate(sourcesPath())}
        >
          <p className="text-muted">{isApply ? m.lists_apply_text() : m.lists_refuse_text()}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
