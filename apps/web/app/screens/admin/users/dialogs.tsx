import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { contractTerms, isContractPlan } from '@hakiki/contract/entitlements';
import { useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';
import type { Values } from '../../../lib/forms/forms.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { getStaffRole } from '../parts/staff-role.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { planLabel, userTypeLabel } from '../parts/decision-labels.ts';
import { ReasonArea } from '../parts/reason-dialog.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { AnnualInvoice } from './annual-invoice.tsx';
import { getContractDays, needsConfirmation, type TierChange } from './tier.ts';
import { getFullName, roleLabel, subscriptionLabel } from './labels.ts';

interface PlanProps {
  change: TierChange;
  isSaving: boolean;
  onClose: () => void;
  onConfirm: (given: Pick<TierChange, 'endsOn' | 'reason'>) => Promise<void>;
}

/** Confirms the end of a contract plan; for a new or extended one it asks for the last day. */
export function PlanDialog({ change, isSaving, onClose, onConfirm }: PlanProps) {
  const { user, tier } = change;
  const [error, setError] = useState<string>();
  const [days] = useState(() => (isContractPlan(tier) ? getContractDays(change) : undefined));
  const isSamePlan = user.subscriptionTier === tier;
  const textParams = {
    name: getFullName(user) ?? user.email,
    tier: planLabel(user.subscriptionTier),
    next: planLabel(tier),
  };
  const getContractTitle = isSamePlan ? m.users_contract_extend_title : m.users_contract_title;
  const send = ({ endsOn = '', reason = '' }: Values) => {
    const isOutside = days && (endsOn < days.first || endsOn > days.last);
    setError(isOutside ? m.error_plan_end_day() : undefined);
    if (!isOutside) void onConfirm({ ...(days && { endsOn }), reason: reason.trim() });
  };
  return (
    <AdminDialog title={days ? getContractTitle(textParams) : m.users_end_plan_title(textParams)} onClose={onClose}>
      {needsConfirmation(user.subscriptionTier, tier) && <p>{m.users_end_plan_text(textParams)}</p>}
      {days && <p>{m.users_contract_text({ ...textParams, days: contractTerms.noticeDays })}</p>}
      <DialogForm
        isSaving={isSaving}
        saveLabel={days && isSamePlan ? m.users_contract_extend() : m.users_end_plan(textParams)}
        onSubmit={send}
      >
        {days && (
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
        )}
        <ReasonArea label={m.admin_reason()} />
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
