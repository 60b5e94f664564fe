/** The list of open cases. */
import type { CaseSummary } from '@hakiki/contract/triage-admin';
import { useRef } from 'react';
import { Link } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { Pagination } from '../../../components/lists/pagination.tsx';
import { Moment } from '../../../components/moment.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { titleInWords } from '../../../lib/alerts/words.ts';
import { countryName } from '../../../lib/language/country-words.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminTable, TableSkeleton, type Column } from '../parts/table.tsx';
import { CASES_PER_PAGE, filterQuery, pagesOfCases, queuePath, type QueueAddress } from './address.ts';
import { useQueueKeys } from './keys.ts';
import { PutOffNote, QuestionBadge, UnexaminedBadge } from './put-off.tsx';
import { casesAt } from './reads.ts';
import { AgeBadge } from './words.tsx';

const MOST_COUNTRIES = 3;

export function TriageList({ address }: { address: QueueAddress }) {
  const cases = useRead(casesAt(address));
  const place = useRef<HTMLDivElement>(null);
  useQueueKeys({
    down: () => moveFocus(place.current, 1),
    up: () => moveFocus(place.current, -1),
  });
  if (cases.status === 'loading') return <TableSkeleton label={m.triage_loading()} />;
  if (cases.status === 'failed') return <ReadFailure sentence={m.triage_failed()} read={cases} />;
  const { items, total } = cases.data;
  if (items.length === 0) return <NoCases address={address} />;
  return (
    <div ref={place}>
      <AdminTable
        label={m.triage_list()}
        columns={columnsAt(address)}
        rows={items}
        isDimmed={({ claimedBy, isOwn }) => claimedBy !== null && !isOwn}
      />
      <Pages address={address} total={total} />
    </div>
  );
}

const columnsAt = (address: QueueAddress): Column<CaseSummary>[] => [
  {
    heading: m.triage_column_case(),
    cell: ({ id, title, reportType, question, hasUnexamined, putOff }) => (
      <>
        <Link
          to={queuePath({ ...address, caseId: id })}
          className="inline-flex min-w-0 items-center font-semibold text-brand underline max-md:min-h-11"
        >
          <span className="min-w-0 wrap-break-word">{titleInWords({ title, reportType })}</span>
        </Link>
        <QuestionBadge question={question} />
        {hasUnexamined && <UnexaminedBadge />}
        {putOff && <PutOffNote caseId={id} putOff={putOff} />}
      </>
    ),
  },
  { heading: m.triage_age(), cell: ({ age, dueAt }) => <AgeBadge age={age} dueAt={dueAt} />, className: 'md:w-56' },
  {
    heading: m.triage_severity(),
    cell: ({ severity }) => severity && <SeverityBadge severity={severity} />,
    className: 'md:w-28',
  },
  {
    heading: m.triage_column_reports(),
    cell: ({ undecidedCount, filingCount }) =>
      m.triage_of({ undecided: formatNumber(undecidedCount), total: formatNumber(filingCount) }),
    className: 'md:w-28',
  },
  { heading: m.triage_country(), cell: ({ countries }) => countriesInShort(countries), className: 'md:w-44' },
  {
    heading: m.triage_column_newest(),
    cell: ({ newestFilingAt }) => <Moment at={newestFilingAt} />,
    className: 'md:w-32',
  },
  {
    heading: m.triage_column_holder(),
    cell: ({ claimedBy, isOwn }) => (
      <span title={claimedBy ?? undefined} className="block wrap-break-word md:truncate">
        {isOwn ? m.triage_yours() : (claimedBy ?? m.triage_nobody())}
      </span>
    ),
    className: 'md:w-36',
  },
];

export function countriesInShort(countries: readonly string[]): string {
  const named = countries.slice(0, MOST_COUNTRIES).map(countryName).join(', ');
  const others = countries.length - MOST_COUNTRIES;
  return others > 0 ? `${named} +${others}` : named;
}

function Pages({ address, total }: { address: QueueAddress; total: number }) {
  const pages = pagesOfCases(total);
  const before = (Math.min(address.page, pages) - 1) * CASES_PER_PAGE;
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <p className="text-sm text-muted">
        {m.triage_showing({
          from: formatNumber(before + 1),
          to: formatNumber(Math.min(before + CASES_PER_PAGE, total)),
          total: formatNumber(total),
        })}
      </p>
      {pages > 1 && (
        <Pagination
          page={address.page}
          pages={pages}
          addressOf={(page) => queuePath({ ...address, page })}
          className=""
        />
      )}
    </div>
  );
}

function NoCases({ address }: { address: QueueAddress }) {
  const isFiltered = filterQuery({ ...address, order: 'oldest' }) !== '';
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
      <Link to={queuePath({ order: 'oldest' })} className={buttonClass('secondary')}>
        {m.triage_clear()}
      </Link>
    </Notice>
  );
}

/** Moves the focus from row to row; starts with the first. */
function moveFocus(place: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(place?.querySelectorAll<HTMLElement>('tbody tr') ?? [])];
  const position = rows.findIndex((row) => row.contains(document.activeElement));
  rows[position === -1 ? 0 : Math.min(Math.max(position + step, 0), rows.length - 1)]?.focus();
}
