/** The pieces of a form on a page, tied to its state: the summary, the fields by name, the button that sends. */
import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react';
import { FORM_NAME } from '../../lib/forms/values.ts';
import type { FormState } from '../../lib/forms/use-form.ts';
import { useOnline } from '../../lib/browser/use-online.ts';
import { m } from '../../paraglide/messages.js';
import { LengthNote } from './length-note.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import {
  SelectField,
  TextAreaField,
  TextField,
  type SelectFieldProps,
  type TextAreaFieldProps,
  type TextFieldProps,
} from '../ui/field.tsx';
import { Spinner } from '../ui/spinner.tsx';

const FormContext = createContext<FormState | undefined>(undefined);

function useFormState(): FormState {
  const state = use(FormContext);
  if (!state) throw new Error('A field belongs into a PostForm.');
  return state;
}

const fieldId = (form: string, name: string): string => `${form}-${name}`;

interface PostFormProps {
  state: FormState;
  children: ReactNode;
  /** Names the form where a page has several. */
  label?: string;
  /** Where a plain post goes, if not to the page it stands on. */
  action?: string;
  /** A way out of the refusal, shown under its words. */
  help?: ReactNode;
}

/** A plain post that works by itself; with scripts the page stays where it is. */
export function PostForm({ state, children, label, action, help }: PostFormProps) {
  return (
    <form
      method="post"
      action={action}
      noValidate
      onSubmit={state.onSubmit}
      onFocus={state.onFocus}
      onInput={state.draft && ((event) => state.draft?.onInput(event.currentTarget))}
      // Other values put in begin the form anew.
      key={state.draft?.generation}
      aria-label={label}
      className="flex flex-col gap-5"
    >
      <FormContext value={state}>
        <input type="hidden" name={FORM_NAME} value={state.name} />
        <Refused state={state}>{help}</Refused>
        {children}
      </FormContext>
    </form>
  );
}

/** Takes the focus, unless only a toast has something to say and the person still sits at the button. */
function Refused({ state: { name, refusal }, children }: { state: FormState; children: ReactNode }) {
  const summary = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const hasFields = Object.keys(refusal?.fields ?? {}).length > 0;
    if (refusal && (hasFields || isFirst.current)) summary.current?.focus();
    isFirst.current = false;
  }, [refusal]);
  if (!refusal) return null;
  const entries = Object.entries(refusal.fields).map(([field, sentence]) => ({
    fieldId: fieldId(name, field),
    sentence,
  }));
  return (
    <ErrorSummary
      ref={summary}
      title={refusal.notice?.title ?? m.form_problem()}
      text={refusal.notice?.text}
      entries={entries}
    >
      {children}
    </ErrorSummary>
  );
}

/** `most` characters may be written; more is told at the field, and nothing is cut. */
export type Bounded<Props> = Named<Omit<Props, 'note'>> & { most?: number };

export type Named<Props> = Omit<Props, 'id' | 'error' | 'name'> & { name: string };

export function useField(name: string) {
  const { name: form, refusal, typed } = useFormState();
  return { id: fieldId(form, name), name, error: refusal?.fields[name], typed: typed?.[name] };
}

/** Every field has to be filled in unless it says otherwise. */
export function FormText({ name, defaultValue, most, ...props }: Bounded<TextFieldProps>) {
  const { typed, ...field } = useField(name);
  return (
    <TextField
      required
      {...props}
      {...field}
      note={most && <LengthNote id={field.id} max={most} />}
      defaultValue={typed ?? defaultValue}
    />
  );
}

export function FormTextArea({ name, defaultValue, most, ...props }: Bounded<TextAreaFieldProps>) {
  const { typed, ...field } = useField(name);
  return (
    <TextAreaField
      required
      {...props}
      {...field}
      note={most && <LengthNote id={field.id} max={most} />}
      defaultValue={typed ?? defaultValue}
    />
  );
}

export function FormSelect({ name, defaultValue, ...props }: Named<SelectFieldProps>) {
  const { typed, ...field } = useField(name);
  return (
    <SelectField
      required
      emptyLabel={m.form_choose()}
      {...props}
      {...field}
      key={typed}
      defaultValue={typed ?? defaultValue ?? ''}
    />
  );
}

interface SubmitProps {
  children: ReactNode;
  /** What it says while it is happening. */
  busyLabel?: string;
  look?: Parameters<typeof buttonClass>[0];
  className?: string;
}

/**
 * Says what happens, shows that it is happening, and keeps the focus meanwhile. A second press is not sent. Offline it says
 * beforehand what a press does: the offline banner is far above a long form.
 */
export function SubmitButton({ children, busyLabel, look = 'primary', className = '' }: SubmitProps) {
  const { isSending, draft } = useFormState();
  const isOnline = useOnline();
  const noteId = useId();
  return (
    <>
      {!isOnline && (
        <p id={noteId} className="flex basis-full items-start gap-2 rounded-control bg-accent-soft p-3 text-accent">
          <Icon name="offline" className="mt-0.5" />
          {draft?.isKept ? m.form_offline_kept() : m.form_offline()}
        </p>
      )}
      <button
        type="submit"
        aria-disabled={isSending}
        aria-describedby={isOnline ? undefined : noteId}
        className={buttonClass(look, `aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ${className}`)}
      >
        {isSending && <Spinner label={m.form_sending()} className="size-4" />}
        {isSending ? (busyLabel ?? children) : children}
      </button>
    </>
  );
}
