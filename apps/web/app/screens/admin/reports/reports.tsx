import { severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import { isPublicReport } from '@hakiki/contract/public-statements';
import { masksPath } from '../masks/queries.ts';
import { casePath, ConsoleLink } from '../parts/links.tsx';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import { Link } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { reportTypeLabel, severityLabel } from '../../../lib/alerts/labels.ts';
import { TimestampDay } from '../../../components/timestamp.tsx';
import { toOptions } from '../../../lib/forms/options.ts';
import { m } from '../../../paraglide/messages.js';
import { ConsoleList } from '../parts/console-list.tsx';
import { AdminTable, RowActions, rowButtonClass, NoWrap, type Column } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useCloseDialog, useConsoleUrl } from '../parts/console-url.ts';
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
  const filter = toReportFilter(params);
  const close = useCloseDialog('create', 'edit');
  return (
    <>
      <AdminToolbar
        searchLabel={m.admin_reports_search()}
        filters={[
          { name: 'reportType', label: m.admin_field_type(), options: toOptions(reportTypes, reportTypeLabel) },
          { name: 'severity', label: m.admin_field_severity(), options: toOptions(severities, severityLabel) },
          { name: 'status', label: m.admin_field_status(), options: toOptions(reportStatuses, stateLabel) },
        ]}
      >
        <ExportButton list="reports" query={filter} />
        <DialogOpener urlChanges={{ create: 'report' }} className={buttonClass('primary')}>
          {m.admin_reports_create()}
        </DialogOpener>
      </AdminToolbar>
      <ConsoleList
        query={reportsQuery(params)}
        texts={{
          loading: m.admin_reports_loading(),
          failed: m.admin_reports_failed(),
          showing: m.admin_reports_showing,
          noMatch: m.admin_reports_no_match(),
          noMatchHint: m.admin_alerts_no_match_hint(),
        }}
        none={!Object.values(filter).some(Boolean) && m.admin_reports_none()}
      >
        {(reports) => <Reports reports={reports} />}
      </ConsoleList>
      <Experiences />
      {params.get('create') === 'report' && <CreateReportDialog onClose={close} />}
    </>
  );
}

function Reports({ reports }: { reports: readonly AdminReport[] }) {
  const close = useCloseDialog('create', 'edit');
  const edited = useItemFromUrl('edit', reports);
  return (
    <>
      <AdminTable label={m.admin_tab_reports()} columns={createColumns()} rows={reports} />
      {edited && <EditReportDialog key={edited.id} report={edited} onClose={close} />}
    </>
  );
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
    heading: m.admin_field_provider(),
    cell: ({ providerName }) => <span className="wrap-anywhere">{providerName}</span>,
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
        <TimestampDay at={createdAt} />
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
