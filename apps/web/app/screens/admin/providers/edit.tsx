import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { editableStatuses } from '@hakiki/contract/admin-values';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { textLimits } from '@hakiki/contract/limits';
import { isAssessed, riskLevels } from '@hakiki/contract/risk';
import { useState } from 'react';
import { Link } from 'react-router';
import { riskLabel } from '../../../components/providers/risk-indicator.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { SelectField, TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { statusLabel } from '../../../components/providers/verdict-badge.tsx';
import { toOptions } from '../../../lib/forms/options.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { toEdit, toPercentage, useProviderChange, findWeakenedByEdit } from './change.ts';
import { editorPath } from './queries.ts';
import { SecondPersonNote, useFormValues } from '../parts/second-person-note.tsx';
import { Timeline } from '../parts/timeline.tsx';

export function EditProviderDialog({ provider, onClose }: { provider: AdminProvider; onClose: () => void }) {
  const { change, isRunning } = useProviderChange();
  const { typed, onInput } = useFormValues();
  const weakened = findWeakenedByEdit(provider, typed);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const edit = (values: Values) => {
    const providerEdit = toEdit(provider, values);
    // The public and the second administrator read why a verdict changes.
    const requiresReason =
      providerEdit.verificationStatus !== undefined || findWeakenedByEdit(provider, values).length > 0;
    setReasonMissing(requiresReason && !providerEdit.reason);
    if (requiresReason && !providerEdit.reason) document.querySelector<HTMLElement>('#edit-reason')?.focus();
    else void change(provider, providerEdit).then((saved) => saved && onClose());
  };
  return (
    <AdminDialog title={m.providers_admin_edit_title()} onClose={onClose}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">{provider.name}</p>
        <Link to={editorPath(provider.id)} className={buttonClass('secondary')}>
          {m.providers_admin_listing_edit()}
        </Link>
      </div>
      <DialogForm isSaving={isRunning} onInput={onInput} needsSecondPerson={weakened.length > 0} onSubmit={edit}>
        <EditFields provider={provider} weakened={weakened} isReasonMissing={isReasonMissing} />
      </DialogForm>
      <Timeline subjectId={provider.id} />
    </AdminDialog>
  );
}

interface FieldsProps {
  provider: AdminProvider;
  weakened: readonly string[];
  isReasonMissing: boolean;
}

function EditFields({ provider, weakened, isReasonMissing }: FieldsProps) {
  const [status, setStatus] = useState(provider.verificationStatus);
  const isReasonRequired = status !== provider.verificationStatus || weakened.length > 0;
  return (
    <>
      <SelectField
        id="edit-status"
        name="verificationStatus"
        label={m.providers_admin_column_status()}
        defaultValue={provider.verificationStatus}
        onChange={({ currentTarget }) => setStatus(currentTarget.value as VerificationStatus)}
        options={toOptions(editableStatuses, statusLabel)}
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
        hint={isAssessed(provider) ? undefined : m.providers_admin_risk_unassessed()}
        defaultValue={provider.riskScore}
        options={toOptions(riskLevels, riskLabel)}
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
        label={isReasonRequired ? m.admin_reason_needed() : m.admin_reason()}
        hint={isReasonRequired ? m.admin_reason_needed_hint() : m.admin_reason_hint()}
        error={isReasonMissing ? m.error_reason_required() : undefined}
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

/** Corrects the number when the field loses the focus. */
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
    defaultValue={isAssessed(provider) ? provider[name] : ''}
    onBlur={({ currentTarget }) => {
      currentTarget.value = String(toPercentage(currentTarget.value));
    }}
  />
);
