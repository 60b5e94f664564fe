import type { Alert, MyReport } from '@hakiki/contract/alerts';
import { isHighSeverity } from '@hakiki/contract/alert-announcing';
import { listLimits } from '@hakiki/contract/limits';
import type { Report, ReportFigures } from '@hakiki/contract/reports';
import { Link } from 'react-router';
import { AlertCard } from '../../components/alerts/card.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { ReportCard } from '../../components/alerts/report-card.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { embeddedAlerts, memberAlerts, publicAlerts } from '../../lib/alerts/queries.ts';
import { authUser, useAuth } from '../../lib/api/auth.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import type { ItemPage, Query } from '../../lib/api/queries.ts';
import { startQueries, prefetch, useQuery, type QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/reports.ts';
import { listAlerts } from './list-alerts.ts';
import { ReportsList } from './reports-list.tsx';
import { memberReportsQuery, myReportsQuery, publicReportsQuery, reportFiguresQuery } from './reports-queries.ts';

/** The page is the same for everybody; the browser loads the member's data afterwards. */
export const loader = ({ context }: Route.LoaderArgs) =>
  prefetch(context, [reportFiguresQuery, embeddedAlerts, publicReportsQuery]);
export const clientLoader = startQueries(() => [authUser, reportFiguresQuery]);

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: '/reports', title: m.reports_title(), description: m.reports_description() });

export default function Reports() {
  const isMember = useAuth().status === 'signed-in';
  const figures = useQuery(reportFiguresQuery);
  const alerts = useMemberQuery(memberAlerts, publicAlerts);
  const reports = useMemberQuery(memberReportsQuery, publicReportsQuery);
  const ownReportsState = useQuery(myReportsQuery, { enabled: isMember });
  return (
    <>
      <h1 className="title-page">{m.reports_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.reports_lead()}</p>
      <Statistics figures={figures} />
      <div className="mt-10 grid gap-10 lg:grid-cols-2 lg:gap-8">
        <AlertList alerts={alerts} ownReportsState={ownReportsState} isMember={isMember} />
        <HighRiskReports reports={reports} isMember={isMember} />
      </div>
      <CallToAction isMember={isMember} />
    </>
  );
}

interface AlertsProps {
  alerts: QueryState<ItemPage<Alert>>;
  ownReportsState: QueryState<MyReport[]>;
  isMember: boolean;
}

function AlertList({ alerts, ownReportsState, isMember }: AlertsProps) {
  const ownReports = isMember && ownReportsState.status === 'ready' ? ownReportsState.data : [];
  return (
    <ReportsList
      texts={{
        id: 'alerts',
        title: m.reports_alerts(),
        loading: m.reports_alerts_loading(),
        failed: m.reports_alerts_failed(),
        empty: m.reports_alerts_none(),
      }}
      query={alerts}
      getItems={({ items }) => listAlerts(items, ownReports)}
      isMember={isMember}
      Card={AlertCard}
    >
      {isMember && ownReportsState.status === 'failed' && (
        <QueryFailure message={m.reports_own_failed()} query={ownReportsState} />
      )}
      {alerts.status === 'ready' && alerts.data.total > 0 && (
        <p>
          <Link to={pathTo('/alerts')} className={textLinkClass()}>
            {m.alerts_all()}
          </Link>
        </p>
      )}
    </ReportsList>
  );
}

function HighRiskReports({ reports, isMember }: { reports: QueryState<ItemPage<Report>>; isMember: boolean }) {
  return (
    <ReportsList
      texts={{
        id: 'high-risk',
        title: m.reports_high_risk(),
        loading: m.reports_high_risk_loading(),
        failed: m.reports_high_risk_failed(),
        empty: m.reports_high_risk_none(),
      }}
      query={reports}
      getItems={({ items }) =>
        items.filter(({ severity }) => isHighSeverity(severity)).slice(0, listLimits.reportsPageHighRiskReports)
      }
      isMember={isMember}
      Card={ReportCard}
    />
  );
}

function Statistics({ figures }: { figures: QueryState<ReportFigures> }) {
  if (figures.status === 'failed') {
    return (
      <div className="mt-6">
        <QueryFailure message={m.reports_figures_failed()} query={figures} />
      </div>
    );
  }
  const formatCount = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const stats = figures.status === 'ready' ? figures.data : undefined;
  const counters = [
    [m.reports_active_alerts(), stats?.activeAlerts],
    [m.reports_total_reports(), stats?.totalReports],
    [m.reports_critical_issues(), stats?.criticalIssues],
  ] as const;
  return (
    <dl className="mt-6 grid gap-2 md:grid-cols-3 md:gap-4">
      {counters.map(([name, value]) => (
        <div
          key={name}
          className="flex items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-2 md:flex-col-reverse md:items-start md:p-5"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="text-xl font-bold md:text-3xl">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function CallToAction({ isMember }: { isMember: boolean }) {
  return (
    <section
      aria-labelledby="next-step"
      className="woven mt-14 flex flex-col items-start gap-3 rounded-card bg-brand-soft p-6 md:p-8"
    >
      <h2 id="next-step" className="title-section">
        {isMember ? m.reports_next_member() : m.reports_next_visitor()}
      </h2>
      <p className="max-w-[68ch]">{isMember ? m.reports_next_member_text() : m.reports_next_visitor_text()}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={pathTo(isMember ? '/report-scam' : '/signup')} className={buttonClass('primary')}>
          {isMember ? m.reports_report_scam() : m.reports_sign_up()}
        </Link>
        <Link to={pathTo(isMember ? '/directory' : '/pricing')} className={buttonClass('secondary')}>
          {isMember ? m.home_browse() : m.reports_see_plans()}
        </Link>
      </div>
    </section>
  );
}

/** Members get full texts. Until these are loaded, a member sees the visitors' teasers. */
function useMemberQuery<Reply>(memberQuery: Query<Reply>, publicQuery: Query<Reply>): QueryState<Reply> {
  const isMember = useAuth().status === 'signed-in';
  const full = useQuery(memberQuery, { enabled: isMember });
  const teasers = useQuery(publicQuery, { enabled: !isMember });
  return isMember && full.status !== 'loading' ? full : teasers;
}
