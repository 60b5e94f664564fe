import { appealStates, type AppealState } from '@hakiki/contract/appeal-values';
import type { AdminAppeal } from '@hakiki/contract/appeals-admin';
import { waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { appealSubjectLabels, appellantLabels, appealWishLabels } from '../../../lib/filings/appeal-labels.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { startQueries, prefetch, useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import type { Route } from './+types/appeals.ts';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { ShownCount } from '../parts/section.tsx';
import { AdminTable, type Column } from '../parts/table.tsx';
import { AppealDetail } from './detail.tsx';
import { RecordAppealDialog } from './record.tsx';
import { appealsPath, appealsQuery, parseState } from './queries.ts';
import { formatTimeLeft, isOverdue } from '../parts/time-left.ts';
import { stateLabel } from '../parts/decision-labels.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/appeals', m.appeals_title, m.appeals_description);

export default function AppealsPage() {
  return (
    <AdminGate>
      <Appeals />
    </AdminGate>
  );
}

export function Appeals() {
  const [params] = useSearchParams();
  const [isRecording, setRecording] = useState(false);
  const state = parseState(params);
  const id = params.get('appeal');
  if (id) return <AppealDetail key={id} id={id} backPath={appealsPath({ state })} />;
  const tabs = appealStates.map((name) => ({ name, label: stateLabels[name](), path: appealsPath({ state: name }) }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-xl font-bold">{m.appeals_title()}</h2>
          <p className="max-w-[68ch] text-sm text-muted">{m.appeals_lead({ days: waitingTimes.appealDays })}</p>
        </div>
        <button type="button" onClick={() => setRecording(true)} className={buttonClass('secondary')}>
          {m.appeals_record()}
        </button>
      </div>
      <Tabs id="appeals" label={m.appeals_views()} tabs={tabs} current={state}>
        <AppealList key={state} state={state} />
      </Tabs>
      {isRecording && <RecordAppealDialog onClose={() => setRecording(false)} />}
    </div>
  );
}

const stateLabels: Record<AppealState, () => string> = { open: m.appeals_open, decided: m.appeals_decided };
const emptyTexts: Record<AppealState, () => string> = { open: m.appeals_none_open, decided: m.appeals_none_decided };

function AppealList({ state }: { state: AppealState }) {
  const appeals = useQuery(appealsQuery(state));
  if (appeals.status === 'loading') return <Skeleton label={m.appeals_loading()} className="h-40" />;
  if (appeals.status === 'failed') return <QueryFailure message={m.appeals_failed()} query={appeals} />;
  const { items, total } = appeals.data;
  if (items.length === 0) return <p className="text-muted">{emptyTexts[state]()}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ShownCount shown={items.length} total={total} />
      <AdminTable label={stateLabels[state]()} columns={createColumns(state)} rows={items} />
    </div>
  );
}

const createColumns = (state: AppealState): Column<AdminAppeal>[] => [
  {
    heading: m.appeals_column_what(),
    cell: ({ id, subject, subjectTitle, reference }) => (
      <span className="flex min-w-0 flex-col py-1">
        <Link
          to={appealsPath({ state, appeal: id })}
          className="font-semibold text-brand wrap-anywhere underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {subjectTitle}
        </Link>
        <span className="text-muted">
          {appealSubjectLabels[subject]()}, {reference}
        </span>
      </span>
    ),
  },
  { heading: m.appeals_column_who(), cell: ({ askedBy }) => appellantLabels[askedBy]() },
  { heading: m.appeals_column_wants(), cell: ({ wants }) => appealWishLabels[wants]() },
  { heading: m.appeals_column_received(), cell: ({ createdAt }) => formatDate(createdAt) },
  state === 'open'
    ? { heading: m.appeals_column_clock(), cell: (appeal) => <DueTime appeal={appeal} /> }
    : { heading: m.appeals_column_outcome(), cell: ({ status }) => stateLabel(status) },
];

/** Red for appeals that are overdue, or that nobody may decide. */
export function DueTime({ appeal }: { appeal: AdminAppeal }) {
  const isLate = isOverdue(appeal);
  return (
    <span className="flex flex-col">
      <span className={`inline-flex items-center gap-1 ${isLate ? 'font-semibold text-flagged' : ''}`}>
        <Icon name={isLate ? 'warning' : 'clock'} className="size-4" />
        {formatTimeLeft(appeal)}
      </span>
      {appeal.isStuck && <span className="font-semibold text-flagged">{m.appeals_stuck_short()}</span>}
      {appeal.proposalId && <span className="text-muted">{m.appeals_waits_short()}</span>}
      {!appeal.isStuck && appeal.isOwnVerdict && <span className="text-muted">{m.appeals_own_short()}</span>}
    </span>
  );
}
