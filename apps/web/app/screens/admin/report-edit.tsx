import { updateReport as updateReportCall, type AdminReport } from '@hakiki/contract/admin';
import { reportStatuses } from '@hakiki/contract/alert-values';
import { textLimits } from '@hakiki/contract/limits';
import { FormTextArea } from '../../components/form.tsx';
import { describeForm } from '../../lib/forms.ts';
import { m } from '../../paraglide/messages.js';
import { AdminDialog } from './admin-dialog.tsx';
import { ofChanges } from './changed-values.ts';
import { consolePath } from './console-address.ts';
import { EditForm } from './edit-form.tsx';
import { changeFailure } from './proposal-words.ts';
import { ReportDescription, ReportSeverity, ReportStatusChoice, ReportTypeChoice } from './report-fields.tsx';
import { reportLists, updateReport } from './reports-reads.ts';
import { Timeline } from './timeline.tsx';
import { useUndo } from './undo.ts';

export const editReportForm = ({ id, reportType, severity, status, description }: AdminReport) =>
  describeForm({
    name: 'edit-report',
    write: updateReport,
    schema: ofChanges(updateReportCall.body, { reportType, severity, status, description }),
    failure: changeFailure,
    params: () => ({ reportId: id }),
    next: () => consolePath('reports'),
  });

export function useReportEdit(report: AdminReport) {
  const undo = useUndo(reportLists);
  return {
    form: editReportForm(report),
    done: ({ decisionId }: AdminReport) => ({ title: m.admin_reports_updated(), ...undo(decisionId) }),
  };
}

export function EditReport({ report, onClose }: { report: AdminReport; onClose: () => void }) {
  return (
    <AdminDialog title={m.admin_reports_edit_title()} onClose={onClose}>
      <EditForm {...useReportEdit(report)}>
        <div className="grid gap-5 md:grid-cols-2">
          <ReportTypeChoice defaultValue={report.reportType} emptyLabel={undefined} />
          <ReportSeverity defaultValue={report.severity} emptyLabel={undefined} />
          <ReportStatusChoice among={reportStatuses} defaultValue={report.status} />
        </div>
        <ReportDescription defaultValue={report.description} />
        <FormTextArea
          name="reason"
          label={m.admin_reason()}
          hint={m.admin_reason_hint()}
          required={false}
          most={textLimits.text}
          rows={3}
        />
      </EditForm>
      <Timeline subjectId={report.id} />
    </AdminDialog>
  );
}
