/** Decided cases: one's own as a list, and those of everybody as results of a search. */
import type { CaseDecider } from '@hakiki/contract/admin-values';
import type { DecidedCase } from '@hakiki/contract/triage-admin';
import { Link } from 'react-router';
import { QueryFailure } from '../../../components/query-states.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { formatFilingTitle } from '../../../lib/alerts/labels.ts';
import { m } from '../../../paraglide/messages.js';
import { stateLabel } from '../parts/decision-labels.ts';
import { AdminTable, TableSkeleton, type Column } from '../parts/table.tsx';
import { CasePages, OneLine } from './list.tsx';
import { decidedCasesQuery } from './queries.ts';
import { toQueuePath, type QueueUrlState } from './queue-url.ts';

export function MyDecisions({ urlState }: { urlState: QueueUrlState }) {
  const decided = useQuery(decidedCasesQuery(urlState, 'me'));
  if (decided.status === 'loading') return <TableSkeleton label={m.triage_mine_loading()} />;
  if (decided.status === 'failed') return <QueryFailure message={m.triage_mine_failed()} query={decided} />;
  const { items, total } = decided.data;
  if (items.length === 0) {
    return (
      <Notice icon="empty" title={urlState.search ? m.triage_mine_not_found() : m.triage_mine_none()}>
        <p className="text-muted">{urlState.search ? m.triage_mine_not_found_text() : m.triage_mine_none_text()}</p>
      </Notice>
    );
  }
  return (
    <div>
      <DecidedTable label={m.triage_view_decided()} urlState={urlState} rows={items} by="me" />
      <CasePages urlState={urlState} total={total} />
    </div>
  );
}

/** Below the open cases that a search has found. Renders nothing without results. */
export function DecidedMatches({ urlState }: { urlState: QueueUrlState }) {
  const decided = useQuery(decidedCasesQuery({ ...urlState, page: 1 }, 'anyone'));
  if (decided.status === 'failed') return <QueryFailure message={m.triage_mine_failed()} query={decided} />;
  if (decided.status !== 'ready' || decided.data.items.length === 0) return null;
  return (
    <section aria-labelledby="triage-decided-matches" className="flex flex-col gap-2">
      <h3 id="triage-decided-matches" className="font-semibold">
        {m.triage_decided_matches()}
      </h3>
      <DecidedTable label={m.triage_decided_matches()} urlState={urlState} rows={decided.data.items} by="anyone" />
    </section>
  );
}

interface TableProps {
  label: string;
  urlState: QueueUrlState;
  rows: readonly DecidedCase[];
  by: CaseDecider;
}

const DecidedTable = ({ label, urlState, rows, by }: TableProps) => (
  <AdminTable label={label} columns={createColumns(urlState, by)} rows={rows} isFixed />
);

const createColumns = (urlState: QueueUrlState, by: CaseDecider): Column<DecidedCase>[] => [
  {
    heading: m.triage_column_decided(),
    cell: ({ decidedAt }) => <Timestamp at={decidedAt} />,
    className: 'md:w-44',
  },
  {
    heading: m.triage_decision(),
    cell: ({ outcome }) => <span className="font-semibold">{stateLabel(outcome)}</span>,
    className: 'md:w-32',
  },
  {
    heading: m.triage_column_case(),
    cell: ({ id, title, reportType }) => (
      <Link
        to={toQueuePath({ ...urlState, caseId: id })}
        title={formatFilingTitle({ title, reportType })}
        className="block min-w-0 font-semibold text-brand underline max-md:inline-flex max-md:min-h-11 max-md:items-center md:truncate"
      >
        <span className="min-w-0 wrap-break-word">{formatFilingTitle({ title, reportType })}</span>
      </Link>
    ),
  },
  {
    heading: m.admin_field_provider(),
    cell: ({ providerName }) => providerName && <OneLine>{providerName}</OneLine>,
    className: 'md:w-40',
  },
  { heading: m.triage_reason(), cell: ({ reason }) => reason && <OneLine>{reason}</OneLine> },
  by === 'me'
    ? {
        heading: m.admin_tab_reports(),
        cell: ({ decidedCount }) => m.triage_reports_count({ count: decidedCount }),
        className: 'md:w-24',
      }
    : {
        heading: m.triage_column_by(),
        cell: ({ decidedBy }) => decidedBy && <OneLine>{decidedBy}</OneLine>,
        className: 'md:w-40',
      },
];
