import { updateReport as updateReportCall, type AdminReport } from '@hakiki/contract/reports-admin';
import { editedReportStatuses } from '@hakiki/contract/report-values';
import type { ReportStatement } from '@hakiki/contract/public-statements';
import { describeForm, type Values } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { HeldNote, QueueLink } from '../parts/case-claim.tsx';
import { changedValues, ofChanges } from '../parts/changed-values.ts';
import { consolePath } from '../parts/address.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { ReportDescription, ReportSeverity, ReportStatusChoice, ReportTypeChoice } from './fields.tsx';
import { updateReport } from './reads.ts';
import { Grounds, useTyped } from '../parts/second-person-note.tsx';
import { reportStatement, weakenedFields } from '../parts/statements.ts';
import { Timeline } from '../parts/timeline.tsx';
import { useOutcomeToast } from '../parts/undo.ts';

const valuesBefore = ({ reportType, severity, status, description }: AdminReport): Values => ({
  reportType,
  severity,
  status,
  description,
});

const editReportForm = (report: AdminReport) =>
  describeForm({
    name: 'edit-report',
    write: updateReport,
    schema: ofChanges(updateReportCall.body, valuesBefore(report)),
    failure: changeFailure,
    params: () => ({ reportId: report.id }),
    next: () => consolePath('reports'),
  });

function useReportEdit(report: AdminReport) {
  const outcomeToast = useOutcomeToast(updateReport);
  return {
    form: editReportForm(report),
    done: (reply: AdminReport) => outcomeToast(reply, { title: m.admin_reports_updated() }),
  };
}

/** The fields because of which the edit, as typed, needs a second administrator. */
export const weakenedByEdit = (report: AdminReport, typed: Values = {}): string[] =>
  weakenedFields(reportStatement(report), changedValues(typed, valuesBefore(report)) as Partial<ReportStatement>);

export function EditReport({ report, onClose }: { report: AdminReport; onClose: () => void }) {
  const { typed, onInput } = useTyped();
  const weakened = weakenedByEdit(report, typed);
  const isNeeded = weakened.length > 0 || (typed?.['status'] ?? report.status) !== report.status;
  return (
    <AdminDialog title={m.admin_reports_edit_title()} onClose={onClose}>
      {report.claim ? <HeldNote of={report} /> : <QueueLink caseId={report.caseId} />}
      <EditForm {...useReportEdit(report)} onInput={onInput} waits={weakened.length > 0}>
        <div className="grid gap-5 md:grid-cols-2">
          <ReportTypeChoice defaultValue={report.reportType} emptyLabel={undefined} />
          <ReportSeverity defaultValue={report.severity} emptyLabel={undefined} />
          {/* A merged report keeps its status. */}
          {report.status !== 'merged' && (
            <ReportStatusChoice among={editedReportStatuses} defaultValue={report.status} />
          )}
        </div>
        <ReportDescription defaultValue={report.description} />
        <Grounds weakened={weakened} isNeeded={isNeeded} />
      </EditForm>
      <Timeline subjectId={report.id} />
    </AdminDialog>
  );
}
