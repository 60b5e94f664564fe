/** The cards about this member: their reports with their state, the providers they watch, and their country. */
import type { WatchedProvider } from '@hakiki/contract/watches';
import { Link } from 'react-router';
import { StatusBadge } from '../../components/filings/status-badge.tsx';
import { MutationButton } from '../../components/mutation-button.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatFilingTitle } from '../../lib/alerts/labels.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { pathTo, PROVIDER_ALERTS_ANCHOR, providerPath } from '../../lib/pages/paths.ts';
import { unwatchProvider, watchesQuery } from '../../lib/providers/watches.ts';
import { m } from '../../paraglide/messages.js';
import { MyCountry } from './my-country.tsx';
import { OwnCard } from './own-card.tsx';
import { OWN_REPORTS_SHOWN, ownFilingsQuery, ownReportsQuery } from './dashboard-queries.ts';

export const OwnCards = ({ country }: { country: string | undefined }) => (
  <div className="mt-6 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
    <OwnReports />
    <WatchedProviders />
    <MyCountry country={country} />
  </div>
);

function OwnReports() {
  const reports = useQuery(ownReportsQuery);
  const filings = useQuery(ownFilingsQuery);
  const failed = [reports, filings].find(({ status }) => status === 'failed');
  return (
    <OwnCard id="own-reports" title={m.nav_my_reports()}>
      {failed?.status === 'failed' && <QueryFailure message={m.my_reports_failed()} query={failed} />}
      {!failed && (reports.status !== 'ready' || filings.status !== 'ready') && (
        <Skeleton label={m.my_reports_loading()} className="h-24 w-full" />
      )}
      {reports.status === 'ready' && filings.status === 'ready' && (
        <ReportRows
          reports={[
            ...reports.data,
            ...filings.data.items.map((filing) => ({ ...filing, title: formatFilingTitle(filing) })),
          ]}
        />
      )}
    </OwnCard>
  );
}

type ReportRow = { id: string; title: string; createdAt: string } & Parameters<typeof StatusBadge>[0];

function ReportRows({ reports }: { reports: readonly ReportRow[] }) {
  if (reports.length === 0) {
    return (
      <>
        <p className="text-muted">{m.dashboard_own_none()}</p>
        <Link to={pathTo('/report-scam')} className={buttonClass('secondary')}>
          {m.reports_report_scam()}
        </Link>
      </>
    );
  }
  const newest = reports.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, OWN_REPORTS_SHOWN);
  return (
    <>
      <ul className="flex w-full flex-col divide-y divide-line">
        {newest.map(({ id, title, status, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-48 wrap-break-word">
              {title} <span className="block text-sm text-muted">{formatDate(createdAt)}</span>
            </span>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      <Link to={pathTo('/my-reports')} className={textLinkClass()}>
        {m.dashboard_own_all()}
      </Link>
    </>
  );
}

function WatchedProviders() {
  const watches = useQuery(watchesQuery);
  return (
    <OwnCard id="watched" title={m.watch_list()}>
      {watches.status === 'loading' && <Skeleton label={m.watch_loading()} className="h-24 w-full" />}
      {watches.status === 'failed' && <QueryFailure message={m.watch_load_failed()} query={watches} />}
      {watches.status === 'ready' && <WatchRows watches={watches.data} />}
    </OwnCard>
  );
}

/** A verdict alone would hide that there is a warning about the provider. */
const AlertsLink = ({ providerId, name, count }: { providerId: string; name: string; count: number }) => (
  <Link
    to={`${providerPath(providerId)}#${PROVIDER_ALERTS_ANCHOR}`}
    className="order-last inline-flex min-h-11 basis-full items-center gap-2 font-semibold text-flagged underline underline-offset-4"
  >
    <Icon name="warning" className="size-4" /> {m.watch_alerts({ count, shown: formatNumber(count) })}
    <span className="sr-only">: {name}</span>
  </Link>
);

function WatchRows({ watches }: { watches: readonly WatchedProvider[] }) {
  if (watches.length === 0) {
    return (
      <>
        <p className="text-muted">{m.watch_none()}</p>
        <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
          {m.home_browse()}
        </Link>
      </>
    );
  }
  return (
    <>
      <ul className="flex max-h-96 w-full flex-col divide-y divide-line overflow-y-auto">
        {watches.map(({ id, name, verificationStatus, alertCount }) => (
          <li key={id} data-watched={id} className="flex flex-wrap items-center gap-x-3 py-1">
            <Link
              to={providerPath(id)}
              className="inline-flex min-h-11 min-w-0 flex-1 basis-32 items-center font-semibold wrap-break-word underline decoration-line-strong underline-offset-4"
            >
              {name}
            </Link>
            <VerdictBadge status={verificationStatus} />
            <MutationButton
              mutation={unwatchProvider}
              getInput={() => ({ params: { id } })}
              failure={{ title: m.watch_failed, fallback: m.error_unexpected }}
              className={buttonClass('quiet', 'needs-scripts -ms-4')}
            >
              {m.watch_stop()} <span className="sr-only">{name}</span>
            </MutationButton>
            {alertCount > 0 && <AlertsLink providerId={id} name={name} count={alertCount} />}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{m.watch_hint()}</p>
    </>
  );
}
