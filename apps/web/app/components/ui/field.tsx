/** Fields of a form: the label above, a hint under it, and what is wrong beside the field in words. */
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface Surroundings {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

const controlClass = (error: string | undefined, more = '') =>
  `min-h-11 w-full min-w-0 rounded-control border bg-surface px-3 placeholder:text-muted ${
    error ? 'border-2 border-flagged-line' : 'border-line-strong'
  } ${more}`;

/** What ties a control to its hint and its error for people who hear the page. */
export const described = ({ id, hint, error }: Surroundings) => ({
  id,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': describedBy({ id, hint, error }),
});

export const describedBy = ({ id, hint, error }: Omit<Surroundings, 'label'>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

function Surrounded({ id, label, hint, error, children }: Surroundings & { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: Pick<Surroundings, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-semibold text-flagged">
      <Icon name="warning" className="mt-0.5 size-4" />
      {error}
    </p>
  );
}

export type TextFieldProps = Surroundings & Omit<ComponentProps<'input'>, keyof Surroundings | 'className'>;

export function TextField({ id, label, hint, error, ...input }: TextFieldProps) {
  const surroundings = { id, label, hint, error };
  return (
    <Surrounded {...surroundings}>
      <input type="text" {...input} {...described(surroundings)} className={controlClass(error)} />
    </Surrounded>
  );
}

export type TextAreaFieldProps = Surroundings & Omit<ComponentProps<'textarea'>, keyof Surroundings | 'className'>;

export function TextAreaField({ id, label, hint, error, ...area }: TextAreaFieldProps) {
  const surroundings = { id, label, hint, error };
  return (
    <Surrounded {...surroundings}>
      <textarea rows={5} {...area} {...described(surroundings)} className={controlClass(error, 'py-2')} />
    </Surrounded>
  );
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type'> & { showWord: string; showLabel: string };

/** A password that can be looked at while typing. Nothing is filled in beforehand. */
export function PasswordField({ id, label, hint, error, showWord, showLabel, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const surroundings = { id, label, hint, error };
  return (
    <Surrounded {...surroundings}>
      <div className="flex gap-2">
        <input
          {...input}
          {...described(surroundings)}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={controlClass(error)}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={showLabel}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className={`needs-scripts min-h-11 shrink-0 rounded-control border border-line-strong px-3 text-sm font-semibold ${
            isShown ? 'bg-brand text-on-brand' : 'bg-surface hover:bg-brand-soft'
          }`}
        >
          {showWord}
        </button>
      </div>
    </Surrounded>
  );
}

export type SelectFieldProps = Surroundings &
  Omit<ComponentProps<'select'>, keyof Surroundings | 'className'> & {
    options: readonly { value: string; label: string }[];
    /** Stands where nothing is chosen yet. */
    emptyLabel?: string;
  };

export function SelectField({ id, label, hint, error, options, emptyLabel, ...select }: SelectFieldProps) {
  const surroundings = { id, label, hint, error };
  return (
    <Surrounded {...surroundings}>
      <select {...select} {...described(surroundings)} className={controlClass(error)}>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Surrounded>
  );
}
