import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { contractTerms } from '@hakiki/contract/entitlements';
import { textLimits } from '@hakiki/contract/limits';
import { useState } from 'react';
import { TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { formatDate } from '../../../lib/language/format.ts';
import { getStaffRole } from '../parts/staff-role.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { planLabel, userTypeLabel } from '../parts/decision-labels.ts';
import { Timeline } from '../parts/timeline.tsx';
import { AnnualInvoice } from './annual-invoice.tsx';
import { getContractDays, needsConfirmation, type TierChange } from './tier.ts';
import { getFullName, roleLabel, subscriptionLabel } from './labels.ts';

interface EndPlanProps {
  change: TierChange;
  isSaving: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => Promise<void>;
}

export function EndPlanDialog({ change: { user, tier }, isSaving, onClose, onConfirm }: EndPlanProps) {
  const textParams = {
    name: getFullName(user) ?? user.email,
    tier: planLabel(user.subscriptionTier),
    next: planLabel(tier),
  };
  return (
    <AdminDialog title={m.users_end_plan_title(textParams)} onClose={onClose}>
      <p>{m.users_end_plan_text(textParams)}</p>
      <DialogForm
        isSaving={isSaving}
        saveLabel={m.users_end_plan(textParams)}
        onSubmit={(given) => void onConfirm(given['reason']?.trim() ?? '')}
      >
        <TextAreaField
          id="end-plan-reason"
          name="reason"
          label={m.admin_reason()}
          rows={3}
          note={<LengthNote id="end-plan-reason" max={textLimits.text} />}
        />
      </DialogForm>
    </AdminDialog>
  );
}

interface ContractProps {
  change: TierChange;
  isSaving: boolean;
  onClose: () => void;
  onConfirm: (given: Pick<TierChange, 'endsOn' | 'reason'>) => Promise<void>;
}

/** Asks for the last day of a contract plan, new or extended. */
export function ContractDialog({ change, isSaving, onClose, onConfirm }: ContractProps) {
  const { user, tier } = change;
  const [error, setError] = useState<string>();
  const [days] = useState(() => getContractDays(change));
  const isSamePlan = user.subscriptionTier === tier;
  const textParams = {
    name: getFullName(user) ?? user.email,
    tier: planLabel(user.subscriptionTier),
    next: planLabel(tier),
  };
  const send = (endsOn = '', reason = '') => {
    if (endsOn < days.first || endsOn > days.last) return setError(m.admin_refused_plan_end_day());
    setError(undefined);
    void onConfirm({ endsOn, reason: reason.trim() });
  };
  return (
    <AdminDialog
      title={isSamePlan ? m.users_contract_extend_title(textParams) : m.users_contract_title(textParams)}
      onClose={onClose}
    >
      {needsConfirmation(user.subscriptionTier, tier) && <p>{m.users_end_plan_text(textParams)}</p>}
      <p>{m.users_contract_text({ ...textParams, days: contractTerms.noticeDays })}</p>
      <DialogForm
        isSaving={isSaving}
        saveLabel={isSamePlan ? m.users_contract_extend() : m.users_end_plan(textParams)}
        onSubmit={(given) => send(given['endsOn'], given['reason'])}
      >
        <TextField
          id="contract-ends-on"
          type="date"
          name="endsOn"
          label={m.users_contract_until()}
          defaultValue={days.suggested}
          min={days.first}
          max={days.last}
          error={error}
        />
        <TextAreaField
          id="contract-reason"
          name="reason"
          label={m.admin_reason()}
          rows={3}
          note={<LengthNote id="contract-reason" max={textLimits.text} />}
        />
      </DialogForm>
    </AdminDialog>
  );
}

/** An account with the decisions about it. */
export function UserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const role = getStaffRole(user);
  const facts: [string, string][] = [
    [m.users_column_type(), userTypeLabel(user.userType)],
    [m.users_column_tier(), planLabel(user.subscriptionTier)],
    [m.users_column_status(), subscriptionLabel(user)],
    [m.users_plan_ends(), user.subscriptionEndsAt ? formatDate(user.subscriptionEndsAt) : m.users_never()],
    [m.users_email_verified(), user.emailVerified ? m.users_yes() : m.users_no()],
    [m.users_column_role(), role ? roleLabel(role) : m.users_role_none()],
    [m.users_column_joined(), formatDate(user.createdAt)],
  ];
  return (
    <AdminDialog title={getFullName(user) ?? user.email} onClose={onClose}>
      <p className="text-muted">{user.email}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <AnnualInvoice user={user} onIssued={onClose} />
      <Timeline subjectId={user.id} />
    </AdminDialog>
  );
}
