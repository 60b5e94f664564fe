/** More form fields: choices, and texts with a minimum length. */
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { FormText, FormTextArea, useField, type Bounded, type Named } from './form.tsx';
import {
  CheckboxesField,
  CheckboxField,
  RadiosField,
  type CheckboxesFieldProps,
  type CheckboxFieldProps,
  type RadiosFieldProps,
} from '../ui/choice-field.tsx';
import type { TextAreaFieldProps, TextFieldProps } from '../ui/field.tsx';

export function FormCheckboxes({ name, ...props }: Omit<Named<CheckboxesFieldProps>, 'defaultValues'>) {
  const { typed, ...field } = useField(name);
  return <CheckboxesField {...props} {...field} key={typed} defaultValues={typed?.split(',') ?? []} />;
}

export function FormCheckbox({ name, ...props }: Omit<Named<CheckboxFieldProps>, 'defaultChecked'>) {
  const { typed, ...field } = useField(name);
  return <CheckboxField {...props} {...field} key={typed} defaultChecked={typed !== undefined} />;
}

export function FormRadios({ name, ...props }: Omit<Named<RadiosFieldProps>, 'defaultValue'>) {
  const { typed, ...field } = useField(name);
  return <RadiosField {...props} {...field} key={typed} defaultValue={typed} />;
}

type Counted<Props> = Bounded<Props> & { minimum: number };

export function FormCountedText({ minimum, hint, ...props }: Counted<TextFieldProps>) {
  return <FormText {...props} {...useCounted(props, minimum, hint)} />;
}

export function FormCountedArea({ minimum, hint, ...props }: Counted<TextAreaFieldProps>) {
  return <FormTextArea {...props} {...useCounted(props, minimum, hint)} />;
}

const lengthOf = (text: string): number => text.trim().length;

function useCounted({ name, most = Infinity }: { name: string; most?: number }, minimum: number, hint: ReactNode) {
  const { typed = '' } = useField(name);
  const [written, setWritten] = useState(lengthOf(typed));
  return {
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setWritten(lengthOf(currentTarget.value)),
    hint: (
      <>
        {hint} {written <= most && <Counter written={written} minimum={minimum} />}
      </>
    ),
  };
}

const LISTENING_PAUSE_MS = 1500;

/** Updated at once; the live region is debounced until the person pauses. */
function Counter({ written, minimum }: { written: number; minimum: number }) {
  const words = lengthWords(written, minimum);
  const [heard, setHeard] = useState('');
  useEffect(() => {
    if (written === 0) return;
    const timer = setTimeout(() => setHeard(words), LISTENING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written, words]);
  return (
    <>
      <span>{words}</span>
      <span role="status" className="sr-only">
        {heard}
      </span>
    </>
  );
}

function lengthWords(written: number, minimum: number): string {
  if (written === 0) return m.report_minimum({ minimum });
  return written < minimum ? m.report_to_go({ count: minimum - written }) : m.report_long_enough();
}
