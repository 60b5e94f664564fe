import type { LogIndex } from '@hakiki/contract/decision-log';
import { textLimits } from '@hakiki/contract/limits';
import { decisionsPath, transparencyPath } from '@hakiki/contract/site';
import { Link, useLocation } from 'react-router';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/decisions.ts';
import {
  hasMore,
  isFiltered,
  logIndexQuery,
  logPath,
  logQuery,
  parseLogFilters,
  type LogFilters,
  RECEIVED_FILINGS,
  subjectOptions,
} from './decisions-url.ts';
import { LogTable } from './log-table.tsx';
import { SignedCheckpoints } from './signed-checkpoints.tsx';
import { logOutcomes } from '@hakiki/contract/decision-log-values';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { formatMonth } from '../../lib/language/format-timestamps.ts';
import { outcomeLabel, subjectLabel } from './log-labels.ts';

const listQueries = (request: Request) => [logIndexQuery, logQuery(parseLogFilters(new URL(request.url).searchParams))];

export const loader = ({ request, context }: Route.LoaderArgs) => prefetch(context, listQueries(request));
export const clientLoader = startQueries(({ request }) => listQueries(request));

export const meta: Route.MetaFunction = (metaArgs) => {
  const filters = parseLogFilters(new URLSearchParams(metaArgs.location.search));
  return pageHead(metaArgs, {
    path: decisionsPath,
    title: m.log_title(),
    description: m.log_description(),
    isIndexed: !isFiltered(filters) && filters.before === 0,
  });
};

export default function Decisions() {
  const filters = parseLogFilters(new URLSearchParams(useLocation().search));
  const index = useQuery(logIndexQuery);
  const firstMonth = index.status === 'ready' && index.data.months.at(-1);
  return (
    <>
      <h1 className="title-page">{m.log_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.log_lead()}</p>
      {firstMonth && <p className="max-w-[68ch]">{m.log_since({ month: formatMonth(firstMonth) })}</p>}
      <p>
        <Link to={pathTo(transparencyPath)} className={textLinkClass('underline-offset-4')}>
          {m.log_to_transparency()}
        </Link>
      </p>
      <LogFilterForm filters={filters} months={index.status === 'ready' ? index.data.months : []} />
      <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_20rem] lg:items-start">
        <LogLines filters={filters} />
        {index.status === 'ready' && index.data.head && <VerificationPanel index={index.data} head={index.data.head} />}
      </div>
    </>
  );
}

function LogLines({ filters }: { filters: LogFilters }) {
  const lines = useQuery(logQuery(filters));
  return (
    <section aria-labelledby="log-entries" className="min-w-0">
      <h2 id="log-entries" className="sr-only">
        {m.log_entries()}
      </h2>
      {lines.status === 'loading' && (
        <div role="status" aria-label={m.log_loading()} className="grid gap-3">
          {[1, 2, 3, 4].map((position) => (
            <div key={position} className="skeleton h-28" />
          ))}
        </div>
      )}
      {lines.status === 'failed' && <QueryFailure message={m.log_failed()} query={lines} />}
      {lines.status === 'ready' && lines.data.length === 0 && <EmptyLog filters={filters} />}
      {lines.status === 'ready' && lines.data.length > 0 && <LogTable lines={lines.data} />}
      <nav aria-label={m.pages()} className="mt-6 flex flex-wrap justify-center gap-3 empty:hidden">
        {filters.before > 0 && (
          <Link to={logPath({ ...filters, before: 0 })} className={buttonClass('secondary')}>
            {m.log_newest()}
          </Link>
        )}
        {lines.status === 'ready' && hasMore(lines.data) && (
          <Link
            to={logPath({ ...filters, before: lines.data.at(-1)!.number })}
            rel="next"
            className={buttonClass('secondary')}
          >
            {m.log_older()}
          </Link>
        )}
      </nav>
    </section>
  );
}

function EmptyLog({ filters }: { filters: LogFilters }) {
  const isUnfiltered = !isFiltered(filters) && filters.before === 0;
  return (
    <Notice icon="empty" title={isUnfiltered ? m.log_none() : m.log_none_matching()}>
      {isUnfiltered && <p className="max-w-[50ch] text-muted">{m.log_none_hint()}</p>}
    </Notice>
  );
}

const VISIBLE_FILES = 3;

function VerificationPanel({ index, head }: { index: LogIndex; head: string }) {
  const files = index.files.toReversed();
  return (
    <section
      aria-labelledby="log-check"
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h2 id="log-check" className="title-card">
        {m.log_check()}
      </h2>
      <p>{m.log_check_lines({ count: index.lines, shown: formatNumber(index.lines) })}</p>
      <p className="font-mono text-sm break-all" data-testid="head">
        {head}
      </p>
      <p>{m.log_check_keep()}</p>
      <h3 className="font-semibold">{m.log_files()}</h3>
      <FileLinks files={files.slice(0, VISIBLE_FILES)} />
      {files.length > VISIBLE_FILES && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
            {m.log_files_earlier()}
          </summary>
          <FileLinks files={files.slice(VISIBLE_FILES)} />
        </details>
      )}
      <SignedCheckpoints index={index} />
      <p className="text-sm text-muted">{m.log_check_how({ brace: '}' })}</p>
      <p className="text-sm text-muted">{m.log_check_days()}</p>
    </section>
  );
}

const FileLinks = ({ files }: { files: LogIndex['files'] }) => (
  <ul>
    {files.map(({ path, first, last, isFull }) => (
      <li key={path}>
        <a
          href={path}
          download
          className="inline-flex min-h-11 items-center gap-2 text-brand underline underline-offset-4"
        >
          <Icon name="file-check" className="size-4" />
          {m.log_file({ first: formatNumber(first), last: formatNumber(last) })}
          {!isFull && ` (${m.log_file_growing()})`}
        </a>
      </li>
    ))}
  </ul>
);

function LogFilterForm({ filters, months }: { filters: LogFilters; months: readonly string[] }) {
  const { month, subject, outcome, search } = filters;
  const monthOptions = month === '' || months.includes(month) ? months : [month, ...months];
  return (
    <FilterForm
      label={m.log_filter()}
      action={pathTo(decisionsPath)}
      toPath={(chosen) => logPath(parseLogFilters(chosen))}
      isFiltered={isFiltered(filters)}
      search={{ label: m.log_search(), value: search, max: textLimits.search }}
      filters={[
        {
          name: 'month',
          label: m.log_filter_month(),
          allLabel: m.log_all_months(),
          value: month,
          options: toOptions(monthOptions, formatMonth),
        },
        {
          name: 'subject',
          label: m.log_filter_subject(),
          allLabel: m.log_all_subjects(),
          value: subject,
          options: subjectOptions.map((value) => ({
            value,
            label: value === RECEIVED_FILINGS ? m.log_arrivals() : subjectLabel(value),
          })),
        },
        {
          name: 'outcome',
          label: m.log_filter_outcome(),
          allLabel: m.log_all_outcomes(),
          value: outcome,
          options: toOptions(logOutcomes, outcomeLabel),
        },
      ]}
    />
  );
}
