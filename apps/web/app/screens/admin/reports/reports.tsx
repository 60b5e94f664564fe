import { severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import { isPublicReport } from '@hakiki/contract/public-statements';
import { masksPath } from '../masks/reads.ts';
import { casePath, ConsoleLink } from '../parts/links.tsx';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import { Link, useNavigate } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { reportTypeLabel, severityLabel } from '../../../lib/alerts/words.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { Moment } from '../../../components/moment.tsx';
import { m } from '../../../paraglide/messages.js';
import { AdminEmpty } from '../parts/empty.tsx';
import { AdminPagination } from '../parts/pagination.tsx';
import { AdminTable, RowActions, rowButtonClass, TableSkeleton, Whole, type Column } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useConsoleAddress } from '../parts/address.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { stateLabel } from '../parts/decision-words.ts';
import { Experiences } from './experiences.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { CreateReport } from './create.tsx';
import { EditReport } from './edit.tsx';
import { reportFilter, reportsRead } from './reads.ts';
import { useNamed } from '../parts/use-named.ts';

/** Issue reports about providers, and shared experiences. */
export function ReportsTab() {
  const { params } = useConsoleAddress();
  const close = useClosing();
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
        <ExportButton list="reports" query={reportFilter(params)} />
        <DialogOpener opens={{ create: 'report' }} className={buttonClass('primary')}>
          {m.admin_reports_create()}
        </DialogOpener>
      </AdminToolbar>
      <ReportList />
      <Experiences />
      {params.get('create') === 'report' && <CreateReport onClose={close} />}
    </>
  );
}

function useClosing() {
  const { withChanges } = useConsoleAddress();
  const navigate = useNavigate();
  return () =>
    void navigate(withChanges({ create: undefined, edit: undefined }), { replace: true, preventScrollReset: true });
}

function ReportList() {
  const { params } = useConsoleAddress();
  const reports = useRead(reportsRead(params));
  if (reports.status === 'loading') return <TableSkeleton label={m.admin_reports_loading()} />;
  if (reports.status === 'failed') return <ReadFailure sentence={m.admin_reports_failed()} read={reports} />;
  const { items, total } = reports.data;
  return (
    <>
      {items.length === 0 ? (
        <Empty total={total} />
      ) : (
        <AdminTable label={m.admin_tab_reports()} columns={columns()} rows={items} />
      )}
      <AdminPagination total={total} showing={m.admin_reports_showing} />
      <OpenedReport reports={items} />
    </>
  );
}

function OpenedReport({ reports }: { reports: readonly AdminReport[] }) {
  const close = useClosing();
  const edited = useNamed('edit', reports);
  return edited ? <EditReport key={edited.id} report={edited} onClose={close} /> : null;
}

function Empty({ total }: { total: number }) {
  const filter = reportFilter(useConsoleAddress().params);
  if (total > 0 || Object.values(filter).some(Boolean)) {
    return <AdminEmpty total={total} title={m.admin_reports_no_match()} hint={m.admin_alerts_no_match_hint()} />;
  }
  return <Notice icon="empty" title={m.admin_reports_none()} />;
}

const SHOWN_OF_DESCRIPTION = 100;

const beginning = (text: string): string =>
  text.length > SHOWN_OF_DESCRIPTION ? `${text.slice(0, SHOWN_OF_DESCRIPTION)}…` : text;

const columns = (): Column<AdminReport>[] => [
  {
    heading: m.admin_field_type(),
    cell: ({ reportType }) => (
      <Whole>
        <span className="inline-block font-semibold first-letter:uppercase">{reportTypeLabel(reportType)}</span>
      </Whole>
    ),
  },
  {
    heading: m.admin_field_description(),
    cell: ({ id, status, description, hasAccount }) => (
      <>
        <span className="wrap-anywhere">{beginning(description)}</span>
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
      <Whole>
        <SeverityBadge severity={severity} />
      </Whole>
    ),
  },
  { heading: m.admin_field_status(), cell: ({ status }) => <Whole>{stateLabel(status)}</Whole> },
  {
    heading: m.admin_field_date(),
    cell: ({ createdAt }) => (
      <Whole>
        <Moment at={createdAt} />
      </Whole>
    ),
  },
  { heading: m.admin_field_actions(), cell: (report) => <Actions report={report} />, isActions: true },
];

const Actions = ({ report }: { report: AdminReport }) => (
  <RowActions>
    <DialogOpener opens={{ edit: report.id }} className={rowButtonClass()}>
      {m.admin_act_edit()} <span className="sr-only">{reportTypeLabel(report.reportType)}</span>
    </DialogOpener>
    {report.caseId && (
      <Link to={casePath(report.caseId)} className={rowButtonClass()}>
        {m.console_link_case()} <span className="sr-only">{reportTypeLabel(report.reportType)}</span>
      </Link>
    )}
  </RowActions>
);
