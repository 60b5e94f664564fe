import type { Decision } from '@hakiki/contract/decisions-admin';
import { Timestamp } from '../../../components/timestamp.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { stateLabel } from './decision-labels.ts';
import { defineQuery } from '../../../lib/api/queries.ts';

export const timelineQuery = (subjectId: string) => defineQuery('/api/admin/decisions', { query: { subjectId } });

/** Decisions about one item: what, by whom and why, newest first. */
export function Timeline({ subjectId }: { subjectId: string }) {
  const decisions = useQuery(timelineQuery(subjectId));
  return (
    <section aria-labelledby={`timeline-${subjectId}`} className="flex flex-col gap-3">
      <h3 id={`timeline-${subjectId}`} className="text-lg font-semibold">
        {m.admin_timeline()}
      </h3>
      {decisions.status === 'loading' && <Skeleton label={m.admin_timeline_loading()} className="h-16" />}
      {decisions.status === 'failed' && <QueryFailure message={m.admin_timeline_failed()} query={decisions} />}
      {decisions.status === 'ready' && decisions.data.length === 0 && (
        <p className="text-muted">{m.admin_timeline_empty()}</p>
      )}
      {decisions.status === 'ready' && decisions.data.length > 0 && (
        <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
          {decisions.data.map((decision) => (
            <TimelineEntry key={decision.id} decision={decision} />
          ))}
        </ol>
      )}
    </section>
  );
}

export function TimelineEntry({ decision }: { decision: Decision }) {
  const { from, to, reason, evidence, decidedBy, confirmedBy, isReversal, createdAt } = decision;
  return (
    <li className="flex flex-col gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        {isReversal && <span className="text-flagged">{m.admin_timeline_reversal()}:</span>}
        {from === to ? m.admin_timeline_edited({ state: stateLabel(to) }) : <StateChange from={from} to={to} />}
      </p>
      <p className="text-sm text-muted">
        <Timestamp at={createdAt} />, {m.admin_timeline_by({ name: decidedBy ?? m.admin_timeline_nobody() })}
        {confirmedBy && `, ${m.admin_timeline_confirmed({ name: confirmedBy })}`}
      </p>
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      {evidence && (
        <p className="text-sm whitespace-pre-line text-muted">{m.admin_timeline_evidence({ text: evidence })}</p>
      )}
    </li>
  );
}

/** An arrow, with a text for screen readers. */
export const StateChange = ({ from, to }: { from: string; to: string }) => (
  <>
    <span aria-hidden="true" className="inline-flex items-center gap-1">
      {stateLabel(from)} <Icon name="chevron-right" className="size-4" /> {stateLabel(to)}
    </span>
    <span className="sr-only">{m.admin_timeline_from_to({ from: stateLabel(from), to: stateLabel(to) })}</span>
  </>
);
