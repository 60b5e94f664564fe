/** The dialogs of the alerts tab. The open dialog and its alert are in the URL. */
import { updateAlert as updateAlertCall, type AdminAlert } from '@hakiki/contract/alerts-admin';
import { editedAlertStatuses, severities } from '@hakiki/contract/alert-values';
import type { AlertStatement } from '@hakiki/contract/public-statements';
import { textLimits } from '@hakiki/contract/limits';
import { useNavigate } from 'react-router';
import { AlertAdvice } from '../../../components/alerts/line.tsx';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { FormSelect, FormText, FormTextArea } from '../../../components/forms/form.tsx';
import { usualAdvice } from '../../../lib/alerts/advice.ts';
import { severityLabel } from '../../../lib/alerts/words.ts';
import { describeForm, type Values } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { AlertFactList } from './facts.tsx';
import { updateAlert } from './reads.ts';
import { HeldNote } from '../parts/case-claim.tsx';
import { changedValues, ofChanges } from '../parts/changed-values.ts';
import { consolePath, useConsoleAddress } from '../parts/address.ts';
import { stateLabel } from '../parts/decision-words.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { Grounds, useTyped } from '../parts/second-person-note.tsx';
import { alertStatement, weakenedFields } from '../parts/statements.ts';
import { Timeline } from '../parts/timeline.tsx';
import { useOutcomeToast } from '../parts/undo.ts';
import { useNamed } from '../parts/use-named.ts';

export function AlertDialogs({ alerts }: { alerts: readonly AdminAlert[] }) {
  const edited = useNamed('edit', alerts);
  const viewed = useNamed('view', alerts);
  const { withChanges } = useConsoleAddress();
  const navigate = useNavigate();
  const close = () =>
    void navigate(withChanges({ edit: undefined, view: undefined }), { replace: true, preventScrollReset: true });
  if (edited) return <EditAlert key={edited.id} alert={edited} onClose={close} />;
  return viewed ? <ViewAlert alert={viewed} onClose={close} /> : null;
}

interface Props {
  alert: AdminAlert;
  onClose: () => void;
}

/** Shows everything read-only. */
const ViewAlert = ({ alert, onClose }: Props) => (
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

const valuesBefore = ({ severity, status, title, description, advice }: AdminAlert): Values => ({
  severity,
  status,
  title,
  description,
  advice: advice ?? '',
});

const editAlertForm = (alert: AdminAlert) =>
  describeForm({
    name: 'edit-alert',
    write: updateAlert,
    schema: ofChanges(updateAlertCall.body, valuesBefore(alert)),
    failure: changeFailure,
    params: () => ({ alertId: alert.id }),
    next: () => consolePath('alerts'),
  });

function useAlertEdit(alert: AdminAlert) {
  const outcomeToast = useOutcomeToast(updateAlert);
  return {
    form: editAlertForm(alert),
    done: (reply: AdminAlert) => outcomeToast(reply, { title: m.admin_alerts_updated() }),
  };
}

/** The fields because of which the edit, as typed, needs a second administrator. */
export function weakenedByEdit(alert: AdminAlert, typed: Values = {}): string[] {
  const { advice, ...changed } = changedValues(typed, valuesBefore(alert));
  return weakenedFields(alertStatement(alert), {
    ...(changed as Partial<AlertStatement>),
    ...(advice !== undefined && { advice: advice.trim() || null }),
  });
}

function EditAlert({ alert, onClose }: Props) {
  const { typed, onInput } = useTyped();
  const weakened = weakenedByEdit(alert, typed);
  const isNeeded = weakened.length > 0 || (typed?.['status'] ?? alert.status) !== alert.status;
  return (
    <AdminDialog title={m.admin_alerts_edit_title()} onClose={onClose}>
      <HeldNote of={alert} />
      <EditForm {...useAlertEdit(alert)} onInput={onInput} waits={weakened.length > 0}>
        <div className="grid gap-5 md:grid-cols-2">
          <FormSelect
            name="severity"
            label={m.admin_field_severity()}
            emptyLabel={undefined}
            defaultValue={alert.severity}
            options={severities.map((value) => ({ value, label: severityLabel(value) }))}
          />
          {/* A merged alert keeps its status. */}
          {alert.status !== 'merged' && (
            <FormSelect
              name="status"
              label={m.admin_field_status()}
              emptyLabel={undefined}
              defaultValue={alert.status}
              options={editedAlertStatuses.map((value) => ({ value, label: stateLabel(value) }))}
            />
          )}
        </div>
        <FormText name="title" label={m.admin_alerts_title()} defaultValue={alert.title} most={textLimits.title} />
        <FormTextArea
          name="description"
          label={m.admin_field_description()}
          defaultValue={alert.description}
          most={textLimits.text}
          rows={8}
        />
        <FormTextArea
          name="advice"
          label={m.admin_alerts_advice()}
          hint={m.admin_alerts_advice_hint({ usual: usualAdvice(alert.alertType) })}
          required={false}
          defaultValue={alert.advice ?? ''}
          most={textLimits.advice}
          rows={3}
        />
        <Grounds weakened={weakened} isNeeded={isNeeded} />
      </EditForm>
      <Timeline subjectId={alert.id} />
    </AdminDialog>
  );
}
