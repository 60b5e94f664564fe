import { severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import { isPublicReport } from '@hakiki/contract/public-statements';
import { masksPath } from '../masks/queries.ts';
import { casePath, ConsoleLink } from '../parts/links.tsx';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import { Link, useNavigate } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { QueryFailure } from '../../../components/query-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { reportTypeLabel, severityLabel } from '../../../lib/alerts/labels.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { Timestamp } from '../../../components/timestamp.tsx';
import { m } from '../../../paraglide/messages.js';
import { AdminEmpty } from '../parts/empty.tsx';
import { AdminPagination } from '../parts/pagination.tsx';
import { AdminTable, RowActions, rowButtonClass, TableSkeleton, NoWrap, type Column } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useConsoleUrl } from '../parts/console-url.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { stateLabel } from '../parts/decision-labels.ts';
import { Experiences } from './experiences.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { CreateReportDialog } from './create.tsx';
import { EditReportDialog } from './edit.tsx';
import { toReportFilter, reportsQuery } from './queries.ts';
import { useItemFromUrl } from '../parts/use-item-from-url.ts';

/** Issue reports about providers, and shared experiences. */
export function ReportsTab() {
  const { params } = useConsoleUrl();
  const close = useCloseDialog();
  return (
    <>
      <AdminToolbar
        searchLabel={m.admin_reports_search()}
        filters={[
          {
            name: 'reportType',
            label: m.admin_field_type(),
            options: reportTypes.map((value) => ({ value, label: reportTypeLabel(value) })),
          },
          {
            name: 'severity',
            label: m.admin_field_severity(),
            options: severities.map((value) => ({ value, label: severityLabel(value) })),
          },
          {
            name: 'status',
            label: m.admin_field_status(),
            options: reportStatuses.map((value) => ({ value, label: stateLabel(value) })),
          },
        ]}
      >
        <ExportButton list="reports" query={toReportFilter(params)} />
        <DialogOpener urlChanges={{ create: 'report' }} className={buttonClass('primary')}>
          {m.admin_reports_create()}
        </DialogOpener>
      </AdminToolbar>
      <ReportList />
      <Experiences />
      {params.get('create') === 'report' && <CreateReportDialog onClose={close} />}
    </>
  );
}

function useCloseDialog() {
  const { withChanges } = useConsoleUrl();
  const navigate = useNavigate();
  return () =>
    void navigate(withChanges({ create: undefined, edit: undefined }), { replace: true, preventScrollReset: true });
}

function ReportList() {
  const { params } = useConsoleUrl();
  const reports = useQuery(reportsQuery(params));
  if (reports.status === 'loading') return <TableSkeleton label={m.admin_reports_loading()} />;
  if (reports.status === 'failed') return <QueryFailure message={m.admin_reports_failed()} query={reports} />;
  const { items, total } = reports.data;
  return (
    <>
      {items.length === 0 ? (
        <Empty total={total} />
      ) : (
        <AdminTable label={m.admin_tab_reports()} columns={createColumns()} rows={items} />
      )}
      <AdminPagination total={total} formatRange={m.admin_reports_showing} />
      <OpenedReport reports={items} />
    </>
  );
}

function OpenedReport({ reports }: { reports: readonly AdminReport[] }) {
  const close = useCloseDialog();
  const edited = useItemFromUrl('edit', reports);
  return edited ? <EditReportDialog key={edited.id} report={edited} onClose={close} /> : null;
}

function Empty({ total }: { total: number }) {
  const filter = toReportFilter(useConsoleUrl().params);
  if (total > 0 || Object.values(filter).some(Boolean)) {
    return <AdminEmpty total={total} title={m.admin_reports_no_match()} hint={m.admin_alerts_no_match_hint()} />;
  }
  return <Notice icon="empty" title={m.admin_reports_none()} />;
}

const DESCRIPTION_PREVIEW_LENGTH = 100;

const toPreview = (text: string): string =>
  text.length > DESCRIPTION_PREVIEW_LENGTH ? `${text.slice(0, DESCRIPTION_PREVIEW_LENGTH)}…` : text;

const createColumns = (): Column<AdminReport>[] => [
  {
    heading: m.admin_field_type(),
    cell: ({ reportType }) => (
      <NoWrap>
        <span className="inline-block font-semibold first-letter:uppercase">{reportTypeLabel(reportType)}</span>
      </NoWrap>
    ),
  },
  {
    heading: m.admin_field_description(),
    cell: ({ id, status, description, hasAccount }) => (
      <>
        <span className="wrap-anywhere">{toPreview(description)}</span>
        {hasAccount && <span className="block text-sm text-muted">{m.admin_reporter_signed_in()}</span>}
        {isPublicReport(status) && (
          <span className="block">
            <ConsoleLink href={masksPath({ subject: 'report', id })}>{m.masks_link()}</ConsoleLink>
          </span>
        )}
      </>
    ),
  },
  {
    heading: m.admin_field_severity(),
    cell: ({ severity }) => (
      <NoWrap>
        <SeverityBadge severity={severity} />
      </NoWrap>
    ),
  },
  { heading: m.admin_field_status(), cell: ({ status }) => <NoWrap>{stateLabel(status)}</NoWrap> },
  {
    heading: m.admin_field_date(),
    cell: ({ createdAt }) => (
      <NoWrap>
        <Timestamp at={createdAt} />
      </NoWrap>
    ),
  },
  { heading: m.admin_field_actions(), cell: (report) => <Actions report={report} />, isActions: true },
];

const Actions = ({ report }: { report: AdminReport }) => (
  <RowActions>
    <DialogOpener urlChanges={{ edit: report.id }} className={rowButtonClass()}>
      {m.admin_act_edit()} <span className="sr-only">{reportTypeLabel(report.reportType)}</span>
    </DialogOpener>
    {report.caseId && (
      <Link to={casePath(report.caseId)} className={rowButtonClass()}>
        {m.console_link_case()} <span className="sr-only">{reportTypeLabel(report.reportType)}</span>
      </Link>
    )}
  </RowActions>
);
