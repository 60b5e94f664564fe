/** The dialogs of the alerts' tab. Which one is open, and about which alert, is in the address. */
import { updateAlert as updateAlertCall, type AdminAlert } from '@hakiki/contract/admin';
import { takesWarningAway } from '@hakiki/contract/admin-values';
import { alertStatuses, severities } from '@hakiki/contract/alert-values';
import { textLimits } from '@hakiki/contract/limits';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AlertAdvice } from '../../components/alert-line.tsx';
import { SeverityBadge } from '../../components/alert-severity.tsx';
import { FormSelect, FormText, FormTextArea } from '../../components/form.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { usualAdvice } from '../../lib/alert-advice.ts';
import { severityLabel } from '../../lib/alert-words.ts';
import { describeForm } from '../../lib/forms.ts';
import { m } from '../../paraglide/messages.js';
import { AdminDialog } from './admin-dialog.tsx';
import { AlertFactList } from './alert-facts.tsx';
import { alertLists, updateAlert } from './alerts-reads.ts';
import { ofChanges } from './changed-values.ts';
import { consolePath, useConsoleAddress } from './console-address.ts';
import { stateLabel } from './decision-words.ts';
import { EditForm } from './edit-form.tsx';
import { changeFailure, outcomeToast } from './proposal-words.ts';
import { Timeline } from './timeline.tsx';
import { useUndo } from './undo.ts';
import { useNamed } from './use-named.ts';

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

/** Everything, and nothing to change. */
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

export const editAlertForm = ({ id, severity, status, title, description, advice }: AdminAlert) =>
  describeForm({
    name: 'edit-alert',
    write: updateAlert,
    schema: ofChanges(updateAlertCall.body, { severity, status, title, description, advice: advice ?? '' }),
    failure: changeFailure,
    params: () => ({ alertId: id }),
    next: () => consolePath('alerts'),
  });

export function useAlertEdit(alert: AdminAlert) {
  const undo = useUndo(alertLists);
  return {
    form: editAlertForm(alert),
    done: (reply: AdminAlert) => ({ ...outcomeToast(reply, m.admin_alerts_updated()), ...undo(reply.decisionId) }),
  };
}

function EditAlert({ alert, onClose }: Props) {
  const [status, setStatus] = useState(alert.status);
  return (
    <AdminDialog title={m.admin_alerts_edit_title()} onClose={onClose}>
      <EditForm {...useAlertEdit(alert)}>
        <div className="grid gap-5 md:grid-cols-2">
          <FormSelect
            name="severity"
            label={m.admin_field_severity()}
            emptyLabel={undefined}
            defaultValue={alert.severity}
            options={severities.map((value) => ({ value, label: severityLabel(value) }))}
          />
          <FormSelect
            name="status"
            label={m.admin_field_status()}
            emptyLabel={undefined}
            defaultValue={alert.status}
            options={alertStatuses.map((value) => ({ value, label: stateLabel(value) }))}
            onChange={({ currentTarget }) => setStatus(currentTarget.value as AdminAlert['status'])}
          />
        </div>
        <SecondPersonNote from={alert.status} to={status} />
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
        <FormTextArea
          name="reason"
          label={m.admin_reason()}
          hint={m.admin_reason_hint()}
          required={false}
          most={textLimits.text}
          rows={3}
        />
        <FormTextArea
          name="evidence"
          label={m.providers_admin_evidence()}
          hint={m.providers_admin_evidence_hint()}
          required={false}
          most={textLimits.text}
          rows={2}
        />
      </EditForm>
      <Timeline subjectId={alert.id} />
    </AdminDialog>
  );
}

/** Said before it is saved: what takes a public warning away does not happen at once. */
export const SecondPersonNote = ({ from, to }: Record<'from' | 'to', AdminAlert['status']>) =>
  takesWarningAway({ kind: 'alert', from, to }) && (
    <Callout icon="users" title={m.proposals_waits()}>
      <p>{m.proposals_takes_warning()}</p>
    </Callout>
  );
