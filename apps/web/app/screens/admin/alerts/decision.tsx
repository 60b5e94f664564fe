/** Approves or rejects an alert with a reason; the toast offers an undo. */
import { approveAlert as approveCall, type AdminAlert } from '@hakiki/contract/alerts-admin';
import { describeForm } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { approveAlert, rejectAlert } from './reads.ts';
import { consolePath } from '../parts/address.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOutcomeToast } from '../parts/undo.ts';
import { withReason } from '../parts/with-reason.ts';

export type AlertDecision = 'approve' | 'reject';

const words = {
  approve: { title: m.admin_alerts_approve_title, hint: m.admin_alerts_approve_hint, label: m.admin_act_approve },
  reject: { title: m.admin_alerts_reject_title, hint: m.admin_alerts_reject_hint, label: m.admin_act_reject },
};

const decisionForm = (alertId: string, decision: AlertDecision) =>
  describeForm({
    name: 'decide-alert',
    write: decision === 'approve' ? approveAlert : rejectAlert,
    schema: withReason((given) => approveCall.body.safeParse(given)),
    failure: changeFailure,
    params: () => ({ id: alertId }),
    next: () => consolePath('alerts'),
  });

/** Only one alert of a case is public: others that are approved are merged into it. */
const doneWords = ({ status }: AdminAlert) => {
  if (status === 'rejected') return { title: m.admin_alerts_rejected() };
  const description = status === 'merged' ? m.admin_alerts_joined_text() : m.admin_alerts_approved_text();
  return { title: m.admin_alerts_approved(), description };
};

function useAlertDecision(alertId: string, decision: AlertDecision) {
  const outcomeToast = useOutcomeToast(approveAlert);
  return {
    form: decisionForm(alertId, decision),
    done: (reply: AdminAlert) => outcomeToast(reply, doneWords(reply)),
  };
}

interface Props {
  alert: AdminAlert;
  decision: AlertDecision;
  onClose: () => void;
}

export function DecideAlert({ alert, decision, onClose }: Props) {
  const { title, hint, label } = words[decision];
  return (
    <AdminDialog title={title()} onClose={onClose}>
      <p className="text-lg font-semibold wrap-anywhere">{alert.title}</p>
      <EditForm {...useAlertDecision(alert.id, decision)} saveLabel={label()} savingLabel={m.admin_alerts_deciding()}>
        <ReasonField hint={hint()} />
      </EditForm>
    </AdminDialog>
  );
}
