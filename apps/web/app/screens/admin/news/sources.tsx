/** News sources: their state, when they are fetched next, and their held batches. */
import type { NewsSourceState } from '@hakiki/contract/news-admin';
import { requiredNewsReviews } from '@hakiki/contract/news-values';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Timestamp } from '../../../components/timestamp.tsx';
import { QueryFailure } from '../../../components/query-states.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { countryName } from '../../../lib/language/country-labels.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink } from '../parts/links.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { AdminTable, type Column, rowButtonClass, RowActions, TableSkeleton } from '../parts/table.tsx';
import { newsPath, runSource, sourcesQuery } from './queries.ts';
import { conditionStyles, formatFault } from './labels.ts';

export function NewsSources() {
  const sources = useQuery(sourcesQuery);
  if (sources.status === 'loading') return <TableSkeleton label={m.newsdesk_loading()} rows={6} />;
  if (sources.status === 'failed') return <QueryFailure message={m.newsdesk_failed()} query={sources} />;
  const isFetchingDisabled = sources.data.every(({ nextRunAt }) => nextRunAt === null);
  return (
    <div className="flex flex-col gap-3">
      {isFetchingDisabled && (
        <p className="flex items-start gap-1.5 text-muted">
          <Icon name="info" className="mt-0.5 size-4" />
          {m.newsdesk_asks_nobody()}
        </p>
      )}
      <AdminTable label={m.newsdesk_view_sources()} columns={createColumns(isFetchingDisabled)} rows={sources.data} />
    </div>
  );
}

/** With the path, because two sources can share a host. */
const formatUrl = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
};

/** Breaks after slashes, inside a name only if necessary. */
const BreakableUrl = ({ url }: { url: string }) => (
  <span className="wrap-break-word">
    {url.split(/(?<=\/)/).map((part, index) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);

const createColumns = (isFetchingDisabled: boolean): Column<NewsSourceState>[] => [
  {
    heading: m.newsdesk_column_source(),
    cell: ({ name, country, address }) => (
      <span className="flex min-w-0 flex-col py-1 max-md:w-full">
        <span className="font-semibold">{name}</span>
        <span className="text-muted">{countryName(country)}</span>
        <NewTabLink href={address}>
          <BreakableUrl url={formatUrl(address)} />
        </NewTabLink>
      </span>
    ),
  },
  { heading: m.newsdesk_column_state(), className: 'md:w-1/3', cell: (source) => <SourceStatus source={source} /> },
  {
    heading: m.newsdesk_column_last(),
    className: 'md:w-28',
    cell: ({ lastRunAt }) => lastRunAt && <Timestamp at={lastRunAt} />,
  },
  {
    heading: m.newsdesk_column_next(),
    className: 'md:w-28',
    cell: ({ nextRunAt }) => nextRunAt && <Timestamp at={nextRunAt} />,
  },
  {
    heading: m.admin_field_actions(),
    isActions: true,
    cell: (source) => (
      <RowActions>
        {source.held > 0 && (
          <Link to={newsPath({ held: source.id })} className={rowButtonClass()}>
            {m.newsdesk_look({ count: formatNumber(source.held) })}
            <span className="sr-only">: {source.name}</span>
          </Link>
        )}
        {!isFetchingDisabled && <FetchNowButton source={source} />}
      </RowActions>
    ),
  },
];

/** Red for a source that delivers nothing any more. */
function SourceStatus({ source }: { source: NewsSourceState }) {
  const { condition, silentSince, fault, releases } = source;
  const { label, icon, className } = conditionStyles[condition];
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5 py-1 max-md:w-full">
      <span className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-semibold ${className}`}>
        <Icon name={icon} className="size-4" />
        {label()}
      </span>
      {silentSince && (
        <span className="font-semibold text-flagged">
          {m.newsdesk_silent_since()} <Timestamp at={silentSince} />
        </span>
      )}
      {fault && <span className="text-muted wrap-anywhere">{formatFault(fault)}</span>}
      {releases < requiredNewsReviews && (
        <span className="text-muted">{m.newsdesk_looks({ done: releases, needed: requiredNewsReviews })}</span>
      )}
    </span>
  );
}

function FetchNowButton({ source: { id, name } }: { source: NewsSourceState }) {
  const { run, isRunning } = useMutation(runSource, {
    success: () => ({ title: m.newsdesk_run_asked({ name }) }),
    failure: changeFailure,
  });
  return (
    <button
      type="button"
      disabled={isRunning}
      onClick={() => void run({ params: { sourceId: id } })}
      className={rowButtonClass()}
    >
      {m.newsdesk_run()}
      <span className="sr-only">: {name}</span>
    </button>
  );
}
