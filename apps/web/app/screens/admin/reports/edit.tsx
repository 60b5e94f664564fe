import { updateReport as updateReportCall, type AdminReport } from '@hakiki/contract/reports-admin';
import { editableReportStatuses } from '@hakiki/contract/report-values';
import type { ReportStatement } from '@hakiki/contract/public-statements';
import type { Values } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { ClaimNote, QueueLink } from '../parts/case-claim.tsx';
import { pickChangedValues, validateChangesOnly } from '../parts/changed-values.ts';
import { ChangeForm } from '../parts/edit-form.tsx';
import { ReportDescription, ReportSeverity, ReportStatusChoice, ReportTypeChoice } from './fields.tsx';
import { updateReport } from './queries.ts';
import { ReasonAndEvidence, useFormValues } from '../parts/second-person-note.tsx';
import { toReportStatement, findWeakenedFields } from '../parts/statements.ts';
import { Timeline } from '../parts/timeline.tsx';

const getCurrentValues = ({ reportType, severity, status, description }: AdminReport): Values => ({
  reportType,
  severity,
  status,
  description,
});

/** The fields because of which the edit, as typed, needs a second administrator. */
export const findWeakenedByEdit = (report: AdminReport, typed: Values = {}): string[] =>
  findWeakenedFields(
    toReportStatement(report),
    pickChangedValues(typed, getCurrentValues(report)) as Partial<ReportStatement>,
  );

export function EditReportDialog({ report, onClose }: { report: AdminReport; onClose: () => void }) {
  const { typed, onInput } = useFormValues();
  const weakened = findWeakenedByEdit(report, typed);
  const isReasonRequired = weakened.length > 0 || (typed?.['status'] ?? report.status) !== report.status;
  return (
    <AdminDialog title={m.admin_reports_edit_title()} onClose={onClose}>
      {report.claim ? <ClaimNote item={report} /> : <QueueLink caseId={report.caseId} />}
      <ChangeForm
        name="edit-report"
        mutation={updateReport}
        schema={validateChangesOnly(updateReportCall.body, getCurrentValues(report))}
        params={{ reportId: report.id }}
        getToast={() => ({ title: m.admin_reports_updated() })}
        onInput={onInput}
        needsSecondPerson={weakened.length > 0}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <ReportTypeChoice defaultValue={report.reportType} emptyLabel={undefined} />
          <ReportSeverity defaultValue={report.severity} emptyLabel={undefined} />
          {/* A merged report keeps its status. */}
          {report.status !== 'merged' && (
            <ReportStatusChoice statuses={editableReportStatuses} defaultValue={report.status} />
          )}
        </div>
        <ReportDescription defaultValue={report.description} />
        <ReasonAndEvidence weakened={weakened} isReasonRequired={isReasonRequired} />
      </ChangeForm>
      <Timeline subjectId={report.id} />
    </AdminDialog>
  );
}
