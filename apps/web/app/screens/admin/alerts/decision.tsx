/** Approves or rejects an alert with a reason; the toast offers an undo. */
import { approveAlert as approveCall, type AdminAlert } from '@hakiki/contract/alerts-admin';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { AlertMarks } from './facts.tsx';
import { approveAlert, rejectAlert } from './queries.ts';
import { ChangeForm } from '../parts/edit-form.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { requireReason } from '../parts/require-reason.ts';

export type AlertDecision = 'approve' | 'reject';

const decisionTexts = {
  approve: { title: m.admin_alerts_approve_title, hint: m.admin_alerts_approve_hint, label: m.admin_act_approve },
  reject: { title: m.admin_alerts_reject_title, hint: m.admin_alerts_reject_hint, label: m.admin_act_reject },
};

/** Only one alert of a case is public: others that are approved are merged into it. */
const getSuccessToast = ({ status }: AdminAlert) => {
  if (status === 'rejected') return { title: m.admin_alerts_rejected() };
  const description = status === 'merged' ? m.admin_alerts_joined_text() : m.admin_alerts_approved_text();
  return { title: m.admin_alerts_approved(), description };
};

interface Props {
  alert: AdminAlert;
  decision: AlertDecision;
  onClose: () => void;
}

export function DecideAlertDialog({ alert, decision, onClose }: Props) {
  const { title, hint, label } = decisionTexts[decision];
  return (
    <AdminDialog title={title()} onClose={onClose}>
      <p className="text-lg font-semibold wrap-anywhere">{alert.title}</p>
      {decision === 'approve' && <AlertMarks alert={alert} />}
      <ChangeForm
        name="decide-alert"
        mutation={decision === 'approve' ? approveAlert : rejectAlert}
        schema={requireReason((values) => approveCall.body.safeParse(values))}
        params={{ id: alert.id }}
        getToast={getSuccessToast}
        saveLabel={label()}
        savingLabel={m.admin_alerts_deciding()}
      >
        <ReasonField hint={hint()} />
      </ChangeForm>
    </AdminDialog>
  );
}
