import { textLimits } from '@hakiki/contract/limits';
import { useState, type FormEvent } from 'react';
import { FormTextArea } from '../../../components/forms/form.tsx';
import { fieldNames } from '../../../components/history/statement-words.ts';
import { Callout } from '../../../components/ui/callout.tsx';
import { valuesOf } from '../../../lib/forms/values.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';

/** The current values of a form; undefined until somebody types. */
export function useTyped() {
  const [typed, setTyped] = useState<Values>();
  const onInput = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.closest('form');
    if (form) setTyped(valuesOf(new FormData(form)));
  };
  return { typed, onInput };
}

/** Shown before saving: no single person can weaken a warning. */
export const SecondPersonNote = ({ fields }: { fields: readonly string[] }) =>
  fields.length > 0 && (
    <Callout icon="users" title={m.proposals_waits()}>
      <p>{m.proposals_weakens({ fields: fieldNames(fields) })}</p>
      <p>{m.proposals_give_grounds()}</p>
    </Callout>
  );

/** Reason and evidence of a change, and the note if a second person must confirm it. */
export const Grounds = ({ weakened, isNeeded }: { weakened: readonly string[]; isNeeded: boolean }) => (
  <>
    <SecondPersonNote fields={weakened} />
    <FormTextArea
      name="reason"
      label={isNeeded ? m.admin_reason_needed() : m.admin_reason()}
      hint={isNeeded ? m.admin_reason_needed_hint() : m.admin_reason_hint()}
      required={isNeeded}
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
  </>
);
