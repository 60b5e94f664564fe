import type { AdminProvider } from '@hakiki/contract/admin';
import { LengthNote } from '../../components/length-note.tsx';
import { editableStatuses } from '@hakiki/contract/admin-values';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { textLimits } from '@hakiki/contract/limits';
import { riskLevels } from '@hakiki/contract/risk';
import { useState } from 'react';
import { riskLabel } from '../../components/risk-indicator.tsx';
import { SelectField, TextAreaField, TextField } from '../../components/ui/field.tsx';
import { statusLabel } from '../../components/verdict-badge.tsx';
import { m } from '../../paraglide/messages.js';
import { AdminDialog, DialogForm } from './admin-dialog.tsx';
import { editOf, toPercentage, useProviderChange, weakenedByEdit } from './providers-change.ts';
import { SecondPersonNote, useTyped } from './second-person-note.tsx';
import { Timeline } from './timeline.tsx';

export function EditProvider({ provider, onClose }: { provider: AdminProvider; onClose: () => void }) {
  const { change, isRunning } = useProviderChange();
  const { typed, onInput } = useTyped();
  const weakened = weakenedByEdit(provider, typed);
  return (
    <AdminDialog title={m.providers_admin_edit_title()} onClose={onClose}>
      <p className="text-lg font-semibold">{provider.name}</p>
      <DialogForm
        isSaving={isRunning}
        onInput={onInput}
        waits={weakened.length > 0}
        onSubmit={(given) => void change(provider, editOf(provider, given)).then((saved) => saved && onClose())}
      >
        <EditFields provider={provider} weakened={weakened} />
      </DialogForm>
      <Timeline subjectId={provider.id} />
    </AdminDialog>
  );
}

function EditFields({ provider, weakened }: { provider: AdminProvider; weakened: readonly string[] }) {
  const [status, setStatus] = useState(provider.verificationStatus);
  return (
    <>
      <SelectField
        id="edit-status"
        name="verificationStatus"
        label={m.providers_admin_column_status()}
        defaultValue={provider.verificationStatus}
        onChange={({ currentTarget }) => setStatus(currentTarget.value as VerificationStatus)}
        options={editableStatuses.map((value) => ({ value, label: statusLabel(value) }))}
      />
      {status === 'Flagged' && (
        <TextAreaField
          id="edit-flag-reasons"
          name="flaggedReasons"
          label={m.providers_admin_flag_reasons()}
          hint={m.providers_admin_flag_reasons_hint()}
          rows={3}
          note={<LengthNote id="edit-flag-reasons" max={textLimits.text} />}
          defaultValue={provider.flaggedReasons.join('\n')}
        />
      )}
      <TextAreaField
        id="edit-other-names"
        name="otherNames"
        label={m.providers_admin_other_names()}
        hint={m.providers_admin_other_names_hint()}
        rows={2}
        note={<LengthNote id="edit-other-names" max={textLimits.text} />}
        defaultValue={provider.otherNames.join('\n')}
      />
      <SelectField
        id="edit-risk"
        name="riskScore"
        label={m.providers_admin_column_risk()}
        defaultValue={provider.riskScore}
        options={riskLevels.map((value) => ({ value, label: riskLabel(value) }))}
      />
      <div className="grid gap-5 md:grid-cols-3">
        <Percentage name="regulatoryCompliance" label={m.bar_regulatory_compliance()} provider={provider} />
        <Percentage name="userSatisfaction" label={m.bar_user_satisfaction()} provider={provider} />
        <Percentage name="securityMeasures" label={m.bar_security_measures()} provider={provider} />
      </div>
      <SecondPersonNote fields={weakened} />
      <TextAreaField
        id="edit-reason"
        name="reason"
        label={m.admin_reason()}
        hint={m.admin_reason_hint()}
        rows={3}
        note={<LengthNote id="edit-reason" max={textLimits.text} />}
      />
      <TextAreaField
        id="edit-evidence"
        name="evidence"
        label={m.providers_admin_evidence()}
        hint={m.providers_admin_evidence_hint()}
        rows={2}
        note={<LengthNote id="edit-evidence" max={textLimits.text} />}
      />
    </>
  );
}

interface PercentageProps {
  name: 'regulatoryCompliance' | 'userSatisfaction' | 'securityMeasures';
  label: string;
  provider: AdminProvider;
}

/** What was typed is put right as soon as the field is left. */
const Percentage = ({ name, label, provider }: PercentageProps) => (
  <TextField
    id={`edit-${name}`}
    name={name}
    label={label}
    hint={m.providers_admin_percent_hint()}
    type="number"
    inputMode="numeric"
    min={0}
    max={100}
    step={1}
    defaultValue={provider[name]}
    onBlur={({ currentTarget }) => {
      currentTarget.value = String(toPercentage(currentTarget.value));
    }}
  />
);
