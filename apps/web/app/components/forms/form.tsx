/** Parts of a form, connected to its state: the error summary, the fields by name, the submit button. */
import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react';
import { FORM_NAME_FIELD } from '../../lib/forms/values.ts';
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
  if (!state) throw new Error('A form field needs a PostForm around it.');
  return state;
}

const fieldId = (form: string, name: string): string => `${form}-${name}`;

interface PostFormProps {
  state: FormState;
  children: ReactNode;
  /** Accessible name, where a page has several forms. */
  label?: string;
  /** Target of a plain POST, if not the current page. */
  action?: string;
  /** Shown under the error message, e.g. a link that helps. */
  help?: ReactNode;
}

/** A plain POST that works without scripts; with scripts the page is not left. */
export function PostForm({ state, children, label, action, help }: PostFormProps) {
  return (
    <form
      method="post"
      action={action}
      noValidate
      onSubmit={state.onSubmit}
      onFocus={state.onFocus}
      data-needs-proof={state.needsProof}
      onInput={state.draft && ((event) => state.draft?.onInput(event.currentTarget))}
      // Restarts the form when other values are restored.
      key={state.draft?.generation}
      aria-label={label}
      className="flex flex-col gap-5"
    >
      <FormContext value={state}>
        <input type="hidden" name={FORM_NAME_FIELD} value={state.name} />
        <FormErrors state={state}>{help}</FormErrors>
        {children}
      </FormContext>
    </form>
  );
}

/** Takes the focus, so that a person at the end of a long form sees it. */
function FormErrors({ state: { name, refusal }, children }: { state: FormState; children: ReactNode }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    summary.current?.focus();
    // With large letters it is higher than the screen, and focusing shows its end.
    if (refusal) summary.current?.scrollIntoView({ block: 'start' });
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

/** `max` is the maximum length; a longer text is reported at the field and never cut. */
export type WithMaxLength<Props> = NamedFieldProps<Omit<Props, 'note'>> & { max?: number };

export type NamedFieldProps<Props> = Omit<Props, 'id' | 'error' | 'name'> & { name: string };

export function useField(name: string) {
  const { name: form, refusal, typed } = useFormState();
  return { id: fieldId(form, name), name, error: refusal?.fields[name], typed: typed?.[name] };
}

/** Fields are required by default. */
export function FormText({ name, defaultValue, max: most, ...props }: WithMaxLength<TextFieldProps>) {
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

/** An email address. Fields of the person's own address are filled in by the browser. */
export const FormEmail = (props: Omit<WithMaxLength<TextFieldProps>, 'type' | 'inputMode' | 'max'>) => (
  <FormText autoComplete="email" {...props} type="email" inputMode="email" max={254} />
);

export function FormTextArea({ name, defaultValue, max: most, ...props }: WithMaxLength<TextAreaFieldProps>) {
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

export function FormSelect({ name, defaultValue, ...props }: NamedFieldProps<SelectFieldProps>) {
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
  /** Label while the form is being sent. */
  busyLabel?: string;
  variant?: Parameters<typeof buttonClass>[0];
  className?: string;
}

/**
 * Shows progress and keeps the focus while sending; a second press is ignored. Offline it explains beforehand what a
 * press does, because the offline banner is far above a long form.
 */
export function SubmitButton({ children, busyLabel, variant = 'primary', className = '' }: SubmitProps) {
  const { isSending, draft, hasOutbox } = useFormState();
  const isOnline = useOnline();
  const noteId = useId();
  const offlineText = !draft?.isEnabled ? m.form_offline : hasOutbox ? m.form_offline_kept : m.form_offline_open;
  return (
    <>
      {!isOnline && (
        <p id={noteId} className="flex basis-full items-start gap-2 rounded-control bg-accent-soft p-3 text-accent">
          <Icon name="offline" className="mt-0.5" />
          <span>
            {m.form_offline_title()}. {offlineText()}
          </span>
        </p>
      )}
      <button
        type="submit"
        aria-disabled={isSending}
        aria-describedby={isOnline ? undefined : noteId}
        className={buttonClass(variant, `aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ${className}`)}
      >
        {isSending && <Spinner label={m.form_sending()} className="size-4" />}
        {isSending ? (busyLabel ?? children) : children}
      </button>
    </>
  );
}
