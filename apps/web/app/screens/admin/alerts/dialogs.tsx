/** The dialogs of the alerts tab. The open dialog and its alert are in the URL. */
import { updateAlert as updateAlertCall, type AdminAlert } from '@hakiki/contract/alerts-admin';
import { editableAlertStatuses, severities } from '@hakiki/contract/alert-values';
import type { AlertStatement } from '@hakiki/contract/public-statements';
import { textLimits } from '@hakiki/contract/limits';
import { AlertAdvice } from '../../../components/alerts/title-link.tsx';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { FormSelect, FormText, FormTextArea } from '../../../components/forms/form.tsx';
import { getDefaultAdvice } from '../../../lib/alerts/advice.ts';
import { severityLabel } from '../../../lib/alerts/labels.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { AlertFactList } from './facts.tsx';
import { updateAlert } from './queries.ts';
import { ClaimNote } from '../parts/case-claim.tsx';
import { pickChangedValues, validateChangesOnly } from '../parts/changed-values.ts';
import { useCloseDialog } from '../parts/console-url.ts';
import { stateLabel } from '../parts/decision-labels.ts';
import { ChangeForm } from '../parts/edit-form.tsx';
import { ReasonAndEvidence, useFormValues } from '../parts/second-person-note.tsx';
import { toAlertStatement, findWeakenedFields } from '../parts/statements.ts';
import { Timeline } from '../parts/timeline.tsx';
import { useItemFromUrl } from '../parts/use-item-from-url.ts';

export function AlertDialogs({ alerts }: { alerts: readonly AdminAlert[] }) {
  const edited = useItemFromUrl('edit', alerts);
  const viewed = useItemFromUrl('view', alerts);
  const close = useCloseDialog('edit', 'view');
  if (edited) return <EditAlertDialog key={edited.id} alert={edited} onClose={close} />;
  return viewed ? <ViewAlertDialog alert={viewed} onClose={close} /> : null;
}

interface Props {
  alert: AdminAlert;
  onClose: () => void;
}

/** Shows everything read-only. */
const ViewAlertDialog = ({ alert, onClose }: Props) => (
  <AdminDialog title={m.admin_alerts_view_title()} onClose={onClose}>
    <div className="flex flex-col gap-3">
      <h3 className="text-lg font-semibold wrap-anywhere">{alert.title}</h3>
      <p className="flex flex-wrap items-center gap-3">
        <SeverityBadge severity={alert.severity} />
        <span>{stateLabel(alert.status)}</span>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{alert.description}</p>
      <AlertAdvice alert={alert} />
      <AlertFactList alert={alert} />
    </div>
    <Timeline subjectId={alert.id} />
  </AdminDialog>
);

const getCurrentValues = ({ severity, status, title, description, advice }: AdminAlert): Values => ({
  severity,
  status,
  title,
  description,
  advice: advice ?? '',
});

/** The fields because of which the edit, as typed, needs a second administrator. */
export function findWeakenedByEdit(alert: AdminAlert, typed: Values = {}): string[] {
  const { advice, ...changed } = pickChangedValues(typed, getCurrentValues(alert));
  return findWeakenedFields(toAlertStatement(alert), {
    ...(changed as Partial<AlertStatement>),
    ...(advice !== undefined && { advice: advice.trim() || null }),
  });
}

function EditAlertDialog({ alert, onClose }: Props) {
  const { typed, onInput } = useFormValues();
  const weakened = findWeakenedByEdit(alert, typed);
  const isReasonRequired = weakened.length > 0 || (typed?.['status'] ?? alert.status) !== alert.status;
  return (
    <AdminDialog title={m.admin_alerts_edit_title()} onClose={onClose}>
      <ClaimNote item={alert} />
      <ChangeForm
        name="edit-alert"
        mutation={updateAlert}
        schema={validateChangesOnly(updateAlertCall.body, getCurrentValues(alert))}
        params={{ alertId: alert.id }}
        getToast={() => ({ title: m.admin_alerts_updated() })}
        onInput={onInput}
        needsSecondPerson={weakened.length > 0}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <FormSelect
            name="severity"
            label={m.admin_field_severity()}
            emptyLabel={undefined}
            defaultValue={alert.severity}
            options={toOptions(severities, severityLabel)}
          />
          {/* A merged alert keeps its status. */}
          {alert.status !== 'merged' && (
            <FormSelect
              name="status"
              label={m.admin_field_status()}
              emptyLabel={undefined}
              defaultValue={alert.status}
              options={toOptions(editableAlertStatuses, stateLabel)}
            />
          )}
        </div>
        <FormText name="title" label={m.admin_alerts_title()} defaultValue={alert.title} max={textLimits.title} />
        <FormTextArea
          name="description"
          label={m.admin_field_description()}
          defaultValue={alert.description}
          max={textLimits.text}
          rows={8}
        />
        <FormTextArea
          name="advice"
          label={m.admin_alerts_advice()}
          hint={m.admin_alerts_advice_hint({ usual: getDefaultAdvice(alert.alertType) })}
          required={false}
          defaultValue={alert.advice ?? ''}
          max={textLimits.advice}
          rows={3}
        />
        <ReasonAndEvidence weakened={weakened} isReasonRequired={isReasonRequired} />
      </ChangeForm>
      <Timeline subjectId={alert.id} />
    </AdminDialog>
  );
}
