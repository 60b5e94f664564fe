/** News sources: their state, when they are fetched next, and their held batches. */
import type { NewsSourceState } from '@hakiki/contract/news-admin';
import { newsLooksNeeded } from '@hakiki/contract/news-values';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../../components/moment.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { useRead } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { countryName } from '../../../lib/language/country-words.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { LinkBeside } from '../parts/links.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { AdminTable, type Column, rowButtonClass, RowActions, TableSkeleton } from '../parts/table.tsx';
import { deskPath, runSource, sourcesRead } from './reads.ts';
import { conditions, faultInWords } from './words.ts';

export function NewsSources() {
  const sources = useRead(sourcesRead);
  if (sources.status === 'loading') return <TableSkeleton label={m.newsdesk_loading()} rows={6} />;
  if (sources.status === 'failed') return <ReadFailure sentence={m.newsdesk_failed()} read={sources} />;
  const asksNobody = sources.data.every(({ nextRunAt }) => nextRunAt === null);
  return (
    <div className="flex flex-col gap-3">
      {asksNobody && (
        <p className="flex items-start gap-1.5 text-muted">
          <Icon name="info" className="mt-0.5 size-4" />
          {m.newsdesk_asks_nobody()}
        </p>
      )}
      <AdminTable label={m.newsdesk_view_sources()} columns={columnsOf(asksNobody)} rows={sources.data} />
    </div>
  );
}

/** With the path, because two sources can share a host. */
const shownAddress = (address: string): string => {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/$/, '');
};

/** Breaks after slashes, inside a name only if necessary. */
const BrokenAtSlashes = ({ address }: { address: string }) => (
  <span className="wrap-break-word">
    {address.split(/(?<=\/)/).map((part, place) => (
      <Fragment key={place}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);

const columnsOf = (asksNobody: boolean): Column<NewsSourceState>[] => [
  {
    heading: m.newsdesk_column_source(),
    cell: ({ name, country, address }) => (
      <span className="flex min-w-0 flex-col py-1 max-md:w-full">
        <span className="font-semibold">{name}</span>
        <span className="text-muted">{countryName(country)}</span>
        <LinkBeside href={address}>
          <BrokenAtSlashes address={shownAddress(address)} />
        </LinkBeside>
      </span>
    ),
  },
  { heading: m.newsdesk_column_state(), className: 'md:w-1/3', cell: (source) => <Standing source={source} /> },
  {
    heading: m.newsdesk_column_last(),
    className: 'md:w-28',
    cell: ({ lastRunAt }) => lastRunAt && <Moment at={lastRunAt} />,
  },
  {
    heading: m.newsdesk_column_next(),
    className: 'md:w-28',
    cell: ({ nextRunAt }) => nextRunAt && <Moment at={nextRunAt} />,
  },
  {
    heading: m.admin_field_actions(),
    isActions: true,
    cell: (source) => (
      <RowActions>
        {source.held > 0 && (
          <Link to={deskPath({ held: source.id })} className={rowButtonClass()}>
            {m.newsdesk_look({ count: formatNumber(source.held) })}
            <span className="sr-only">: {source.name}</span>
          </Link>
        )}
        {!asksNobody && <RunNow source={source} />}
      </RowActions>
    ),
  },
];

/** Red for a source that delivers nothing any more. */
function Standing({ source }: { source: NewsSourceState }) {
  const { condition, silentSince, fault, releases } = source;
  const { label, icon, className } = conditions[condition];
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5 py-1 max-md:w-full">
      <span className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-semibold ${className}`}>
        <Icon name={icon} className="size-4" />
        {label()}
      </span>
      {silentSince && (
        <span className="font-semibold text-flagged">
          {m.newsdesk_silent_since()} <Moment at={silentSince} />
        </span>
      )}
      {fault && <span className="text-muted wrap-anywhere">{faultInWords(fault)}</span>}
      {releases < newsLooksNeeded && (
        <span className="text-muted">{m.newsdesk_looks({ done: releases, needed: newsLooksNeeded })}</span>
      )}
    </span>
  );
}

function RunNow({ source: { id, name } }: { source: NewsSourceState }) {
  const { run, isRunning } = useWrite(runSource, {
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
