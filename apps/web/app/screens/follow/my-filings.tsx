import type { MyFiling } from '@hakiki/contract/filings';
import { listLimits } from '@hakiki/contract/limits';
import { Link, useLocation } from 'react-router';
import { Pagination } from '../../components/lists/pagination.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { formatFilingTitle } from '../../lib/alerts/labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { countPages, parsePageNumber } from '../../lib/pages/paging.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { StatusBadge } from '../../components/filings/status-badge.tsx';
import { filingKindTexts } from '../../lib/filings/filing-kinds.ts';
import { FilingPanel } from './filing-panel.tsx';

const PAGE_SIZE = listLimits.ownFilings;
const parsePage = (search: string): number => parsePageNumber(new URLSearchParams(search), PAGE_SIZE);

export const myFilingsQuery = (search: string) =>
  defineQuery('/api/my-filings', { query: { limit: PAGE_SIZE, offset: (parsePage(search) - 1) * PAGE_SIZE } });

/** The user's filings other than scam reports. */
export function MyFilings() {
  const { search } = useLocation();
  const filings = useQuery(myFilingsQuery(search));
  return (
    <section aria-labelledby="my-filings" className="flex flex-col gap-4">
      <h2 id="my-filings" className="title-section">
        {m.my_filings_title()}
      </h2>
      {filings.status === 'loading' && <Skeleton label={m.my_filings_loading()} className="h-40" />}
      {filings.status === 'failed' && <QueryFailure message={m.my_filings_failed()} query={filings} />}
      {filings.status === 'ready' && <FilingList page={parsePage(search)} {...filings.data} />}
    </section>
  );
}

function FilingList({ page, items, total }: { page: number; items: readonly MyFiling[]; total: number }) {
  const pages = countPages(total, PAGE_SIZE);
  return (
    <>
      {total === 0 && <NoFilings />}
      {items.length > 0 && (
        <ul aria-labelledby="my-filings" className="flex flex-col gap-4">
          {items.map((filing) => (
            <li key={filing.id}>
              <FilingCard filing={filing} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Pagination
          page={page}
          pages={pages}
          label={m.my_filings_pages()}
          toPath={(next) => pathTo(next === 1 ? '/my-reports' : `/my-reports?page=${next}`)}
          className=""
        />
      )}
    </>
  );
}

function FilingCard({ filing }: { filing: MyFiling }) {
  const { id, kind, reference, status, createdAt } = filing;
  const titleId = `filing-${id}`;
  const facts = [
    [m.follow_kind(), filingKindTexts[kind].label()],
    [m.my_reports_sent_on(), formatDate(createdAt)],
    [m.follow_reference(), reference],
  ] as const;
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <header className="flex flex-col items-start gap-2">
        <h3 id={titleId} className="title-card max-w-full wrap-break-word">
          {formatFilingTitle(filing)}
        </h3>
        <StatusBadge status={status} />
      </header>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{term}:</dt>
            <dd className="min-w-0 wrap-break-word first-letter:uppercase">{value}</dd>
          </div>
        ))}
      </dl>
      <FilingPanel id={id} title={formatFilingTitle(filing)} />
    </article>
  );
}

const NoFilings = () => (
  <p className="max-w-[68ch] text-muted">
    {m.my_filings_empty()}{' '}
    <Link to={pathTo('/submit-provider')} className="font-semibold text-brand underline">
      {m.my_filings_propose()}
    </Link>
  </p>
);
