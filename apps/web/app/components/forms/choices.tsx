/** More form fields: choices, and texts with a minimum length. */
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { FormText, FormTextArea, useField, type WithMaxLength, type NamedFieldProps } from './form.tsx';
import {
  CheckboxesField,
  CheckboxField,
  RadiosField,
  type CheckboxesFieldProps,
  type CheckboxFieldProps,
  type RadiosFieldProps,
} from '../ui/choice-field.tsx';
import type { TextAreaFieldProps, TextFieldProps } from '../ui/field.tsx';

export function FormCheckboxes({
  name,
  defaultValues,
  ...props
}: Omit<NamedFieldProps<CheckboxesFieldProps>, 'defaultValues'> & { defaultValues?: readonly string[] }) {
  const { typed, ...field } = useField(name);
  return <CheckboxesField {...props} {...field} key={typed} defaultValues={typed?.split(',') ?? defaultValues ?? []} />;
}

export function FormCheckbox({ name, ...props }: Omit<NamedFieldProps<CheckboxFieldProps>, 'defaultChecked'>) {
  const { typed, ...field } = useField(name);
  return <CheckboxField {...props} {...field} key={typed} defaultChecked={typed !== undefined} />;
}

export function FormRadios({ name, ...props }: Omit<NamedFieldProps<RadiosFieldProps>, 'defaultValue'>) {
  const { typed, ...field } = useField(name);
  return <RadiosField {...props} {...field} key={typed} defaultValue={typed} />;
}

type WithMinimum<Props> = WithMaxLength<Props> & { minimum: number };

export function FormTextWithCounter({ minimum, hint, ...props }: WithMinimum<TextFieldProps>) {
  return <FormText {...props} {...useCounter(props, minimum, hint)} />;
}

export function FormTextAreaWithCounter({ minimum, hint, ...props }: WithMinimum<TextAreaFieldProps>) {
  return <FormTextArea {...props} {...useCounter(props, minimum, hint)} />;
}

const countCharacters = (text: string): number => text.trim().length;

function useCounter({ name, max = Infinity }: { name: string; max?: number }, minimum: number, hint: ReactNode) {
  const { typed = '' } = useField(name);
  const [length, setWritten] = useState(countCharacters(typed));
  return {
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setWritten(countCharacters(currentTarget.value)),
    hint: (
      <>
        {hint} {length <= max && <Counter length={length} minimum={minimum} />}
      </>
    ),
  };
}

const ANNOUNCE_DELAY_MS = 1500;

/** Updated at once; the live region is debounced until the person pauses. */
function Counter({ length, minimum }: { length: number; minimum: number }) {
  const label = getLengthLabel(length, minimum);
  const [announced, setHeard] = useState('');
  useEffect(() => {
    if (length === 0) return;
    const timer = setTimeout(() => setHeard(label), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [length, label]);
  return (
    <>
      <span>{label}</span>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </>
  );
}

function getLengthLabel(length: number, minimum: number): string {
  if (length === 0) return m.report_minimum({ minimum });
  return length < minimum ? m.report_to_go({ count: minimum - length }) : m.report_long_enough();
}
