import { textLimits } from '@hakiki/contract/limits';
import { useState, type FormEvent } from 'react';
import { FormTextArea } from '../../../components/forms/form.tsx';
import { formatFieldNames } from '../../../components/history/statement-labels.ts';
import { Callout } from '../../../components/ui/callout.tsx';
import { toValues } from '../../../lib/forms/values.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';

/** The current values of a form; undefined until somebody types. */
export function useFormValues() {
  const [typed, setTyped] = useState<Values>();
  const onInput = ({ currentTarget }: Pick<FormEvent<HTMLElement>, 'currentTarget'>) => {
    const form = currentTarget.closest('form');
    if (form) setTyped(toValues(new FormData(form)));
  };
  return { typed, onInput };
}

/** Shown before saving: no single person can weaken a warning. */
export const SecondPersonNote = ({ fields }: { fields: readonly string[] }) =>
  fields.length > 0 && (
    <Callout icon="users" title={m.proposals_needed()}>
      <p>{m.proposals_weakens({ fields: formatFieldNames(fields) })}</p>
      <p>{m.proposals_give_grounds()}</p>
    </Callout>
  );

/** Reason and evidence of a change, and the note if a second person must confirm it. */
export const ReasonAndEvidence = ({
  weakened,
  isReasonRequired,
}: {
  weakened: readonly string[];
  isReasonRequired: boolean;
}) => (
  <>
    <SecondPersonNote fields={weakened} />
    <FormTextArea
      name="reason"
      label={isReasonRequired ? m.admin_reason_needed() : m.admin_reason()}
      hint={isReasonRequired ? m.admin_reason_needed_hint() : m.admin_reason_hint()}
      required={isReasonRequired}
      max={textLimits.text}
      rows={3}
    />
    <FormTextArea
      name="evidence"
      label={m.providers_admin_evidence()}
      hint={m.providers_admin_evidence_hint()}
      required={false}
      max={textLimits.text}
      rows={2}
    />
  </>
);
