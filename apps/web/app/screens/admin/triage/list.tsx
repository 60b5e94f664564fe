/** The list of open cases. */
import type { CaseSummary } from '@hakiki/contract/triage-admin';
import { useRef } from 'react';
import { Link } from 'react-router';
import { severityColours } from '../../../components/alerts/severity.tsx';
import { Pagination } from '../../../components/lists/pagination.tsx';
import { QueryFailure } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { formatFilingTitle, severityLabel } from '../../../lib/alerts/labels.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminTable, TableSkeleton, type Column } from '../parts/table.tsx';
import { CASES_PER_PAGE, toFilterQuery, countCasePages, toQueuePath, type QueueUrlState } from './queue-url.ts';
import { useQueueKeys } from './keys.ts';
import { SnoozeNote, QuestionBadge, UnexaminedBadge } from './snooze.tsx';
import { casesQuery } from './queries.ts';
import { AgeBadge, CountryCodes } from './labels.tsx';

export function CaseList({ urlState }: { urlState: QueueUrlState }) {
  const cases = useQuery(casesQuery(urlState));
  const container = useRef<HTMLDivElement>(null);
  useQueueKeys({
    down: () => moveFocus(container.current, 1),
    up: () => moveFocus(container.current, -1),
  });
  if (cases.status === 'loading') return <TableSkeleton label={m.triage_loading()} />;
  if (cases.status === 'failed') return <QueryFailure message={m.triage_failed()} query={cases} />;
  const { items, total } = cases.data;
  if (items.length === 0) return <NoCases urlState={urlState} />;
  return (
    <div ref={container}>
      <AdminTable
        label={m.triage_list()}
        columns={createColumns(urlState)}
        rows={items}
        isFixed
        isDimmed={({ claimedBy, isOwn }) => claimedBy !== null && !isOwn}
      />
      <CasePages urlState={urlState} total={total} />
    </div>
  );
}

const createColumns = (urlState: QueueUrlState): Column<CaseSummary>[] => [
  {
    heading: m.triage_severity(),
    cell: ({ severity }) =>
      severity && (
        <span className="inline-flex items-center gap-2">
          <span className={`size-2.5 shrink-0 rounded-full ${severityColours[severity].dot}`} />
          {severityLabel(severity)}
        </span>
      ),
    className: 'md:w-24',
  },
  {
    heading: m.triage_column_case(),
    cell: ({ id, title, reportType, question, hasUnexamined, snooze }) => (
      <>
        <div className="flex min-w-0 items-center gap-2 max-md:flex-wrap">
          <Link
            to={toQueuePath({ ...urlState, caseId: id })}
            title={formatFilingTitle({ title, reportType })}
            className="min-w-0 font-semibold text-brand underline max-md:inline-flex max-md:min-h-11 max-md:items-center md:truncate"
          >
            <span className="min-w-0 wrap-break-word">{formatFilingTitle({ title, reportType })}</span>
          </Link>
          <QuestionBadge question={question} />
          {hasUnexamined && <UnexaminedBadge />}
        </div>
        {snooze && <SnoozeNote caseId={id} snooze={snooze} />}
      </>
    ),
  },
  {
    heading: m.admin_field_provider(),
    cell: ({ providerName }) => providerName && <OneLine>{providerName}</OneLine>,
    className: 'md:w-40',
  },
  {
    heading: m.triage_country(),
    cell: ({ countries }) => <CountryCodes countries={countries} />,
    className: 'md:w-28',
  },
  {
    heading: m.triage_column_due(),
    cell: ({ age, dueAt }) => <AgeBadge age={age} dueAt={dueAt} />,
    className: 'md:w-40',
  },
  {
    heading: m.triage_column_reports(),
    cell: ({ undecidedCount, filingCount }) =>
      m.triage_of({ undecided: formatNumber(undecidedCount), total: formatNumber(filingCount) }),
    className: 'md:w-24',
  },
  {
    heading: m.triage_column_holder(),
    cell: ({ claimedBy, isOwn }) => <OneLine>{isOwn ? m.triage_yours() : (claimedBy ?? m.triage_nobody())}</OneLine>,
    className: 'md:w-28',
  },
];

/** The whole text is the tooltip. */
export const OneLine = ({ children }: { children: string }) => (
  <span title={children} className="block min-w-0 wrap-break-word md:truncate">
    {children}
  </span>
);

export function CasePages({ urlState, total }: { urlState: QueueUrlState; total: number }) {
  const pages = countCasePages(total);
  const offset = (Math.min(urlState.page, pages) - 1) * CASES_PER_PAGE;
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <p className="text-sm text-muted">
        {m.triage_showing({
          from: formatNumber(offset + 1),
          to: formatNumber(Math.min(offset + CASES_PER_PAGE, total)),
          total: formatNumber(total),
        })}
      </p>
      {pages > 1 && (
        <Pagination
          page={urlState.page}
          pages={pages}
          toPath={(page) => toQueuePath({ ...urlState, page })}
          className=""
        />
      )}
    </div>
  );
}

function NoCases({ urlState }: { urlState: QueueUrlState }) {
  const isFiltered = toFilterQuery({ ...urlState, order: 'oldest' }) !== '';
  if (!isFiltered) {
    return (
      <Notice icon="check-circle" title={m.triage_empty()}>
        <p className="text-muted">{m.triage_empty_text()}</p>
      </Notice>
    );
  }
  return (
    <Notice icon="empty" title={m.triage_empty_filtered()}>
      <p className="text-muted">{m.triage_empty_filtered_text()}</p>
      <Link to={toQueuePath({ order: 'oldest' })} className={buttonClass('secondary')}>
        {m.triage_clear()}
      </Link>
    </Notice>
  );
}

/** Moves the focus from row to row; starts with the first. */
function moveFocus(container: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(container?.querySelectorAll<HTMLElement>('tbody tr') ?? [])];
  const position = rows.findIndex((row) => row.contains(document.activeElement));
  rows[position === -1 ? 0 : Math.min(Math.max(position + step, 0), rows.length - 1)]?.focus();
}
