import type { AlertStatus } from '@hakiki/contract/alert-values';
import type { MyReport } from '@hakiki/contract/alerts';
import { waitingTimes } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Callout } from '../../components/ui/callout.tsx';
import { LabelledNumber } from '../../components/ui/labelled-number.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo, useLoginPath } from '../../lib/pages/paths.ts';
import { defineQuery, loadAllPages } from '../../lib/api/queries.ts';
import { startQueries, useQuery } from '../../lib/api/use-query.ts';
import { prefetchForUser } from '../../lib/api/user-queries.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/my-reports.ts';
import { MyFilings, myFilingsQuery } from './my-filings.tsx';
import { MyReportCard } from './my-report-card.tsx';

const myReportsQuery = loadAllPages((offset) => defineQuery('/api/fraud-alerts/my-reports', { query: { offset } }));

/** Loads the reports only once the user is known. */
export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetchForUser(context, () => [myReportsQuery, myFilingsQuery(new URL(request.url).search)]);
export const clientLoader = startQueries(() => [authUser]);

export const meta = unlistedPage('/my-reports', m.nav_my_reports, m.my_reports_description);

export default function MyReports() {
  return <AuthGate visitor={<SignInNotice />}>{() => <OwnReports />}</AuthGate>;
}

const SignInNotice = () => (
  <div className="flex max-w-[68ch] flex-col items-start gap-4 py-8">
    <h1 className="title-page">{m.my_reports_auth_title()}</h1>
    <p className="text-lg text-muted">{m.my_reports_auth_text()}</p>
    <Link to={useLoginPath()} className={buttonClass('primary')}>
      {m.my_reports_sign_in()}
    </Link>
    <Link to={pathTo('/follow')} className={textLinkClass()}>
      {m.my_reports_by_receipt()}
    </Link>
  </div>
);

function OwnReports() {
  const reports = useQuery(myReportsQuery);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="title-page">{m.nav_my_reports()}</h1>
          <p className="mt-2 max-w-[68ch] text-muted">{m.my_reports_lead()}</p>
        </div>
        <Link to={pathTo('/report-scam')} className={buttonClass('primary')}>
          {m.my_reports_new()}
        </Link>
      </div>
      <div className="mt-6 flex flex-col gap-6">
        {reports.status === 'loading' && <LoadingSkeleton />}
        {reports.status === 'failed' && <QueryFailure message={m.my_reports_failed()} query={reports} />}
        {reports.status === 'ready' && <ReportsWithStatistics reports={reports.data} />}
      </div>
      <div className="mt-10">
        <MyFilings />
      </div>
    </>
  );
}

const LoadingSkeleton = () => (
  <div role="status" aria-label={m.my_reports_loading()} className="flex flex-col gap-6">
    <div className="skeleton h-24" />
    <div className="skeleton h-60" />
  </div>
);

function ReportsWithStatistics({ reports }: { reports: readonly MyReport[] }) {
  const count = (status: AlertStatus) => reports.filter((report) => report.status === status).length;
  const pending = count('pending');
  return (
    <>
      <dl
        aria-label={m.my_reports_figures()}
        className="grid grid-cols-2 @max-[18rem]/page:grid-cols-1 gap-3 md:grid-cols-4"
      >
        <LabelledNumber icon="list" label={m.my_reports_total()} value={formatNumber(reports.length)} />
        <LabelledNumber icon="clock" label={m.my_reports_review()} value={formatNumber(pending)} />
        <LabelledNumber
          icon="check-circle"
          label={m.my_reports_approved()}
          value={formatNumber(count('approved') + count('merged'))}
        />
        <LabelledNumber icon="ban" label={m.my_reports_rejected()} value={formatNumber(count('rejected'))} />
      </dl>
      {pending > 0 && (
        <Callout icon="clock" title={m.my_reports_pending_title()}>
          <p>{m.my_reports_pending_text(waitingTimes.scamReportHours)}</p>
        </Callout>
      )}
      {reports.length === 0 ? (
        <NoReports />
      ) : (
        <ul aria-label={m.my_reports_list()} className="flex flex-col gap-4">
          {reports.map((report) => (
            <li key={report.id}>
              <MyReportCard report={report} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const NoReports = () => (
  <Notice icon="empty" title={m.my_reports_empty()}>
    <p className="text-muted">{m.my_reports_empty_text()}</p>
    <Link to={pathTo('/report-scam')} className={buttonClass('secondary')}>
      {m.my_reports_new()}
    </Link>
  </Notice>
);
