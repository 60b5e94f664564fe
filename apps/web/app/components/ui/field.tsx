/** Form fields: the label above, a hint below it, and the error message beside the field. */
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface Surroundings {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** A note about the value, under the field. */
  note?: ReactNode;
}

export const controlClass = (error: string | undefined, more = '') =>
  `min-h-11 w-full min-w-0 rounded-control border bg-surface px-3 placeholder:text-muted ${
    error ? 'border-2 border-flagged-line' : 'border-line-strong'
  } ${more}`;

/** Connects a control with its hint and error for screen readers. */
export const described = ({ id, hint, error }: Surroundings) => ({
  id,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': describedBy({ id, hint, error }),
});

export const describedBy = ({ id, hint, error }: Omit<Surroundings, 'label' | 'note'>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

export function Surrounded({ id, label, hint, error, note, children }: Surroundings & { children: ReactNode }) {
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
      {note}
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

/** Without `maxLength`: a text that is too long is reported, never cut. */
export type TextFieldProps = Surroundings &
  Omit<ComponentProps<'input'>, keyof Surroundings | 'className' | 'maxLength'>;

export function TextField({ id, label, hint, error, note, ...input }: TextFieldProps) {
  const surroundings = { id, label, hint, error, note };
  return (
    <Surrounded {...surroundings}>
      <input type="text" {...input} {...described(surroundings)} className={controlClass(error)} />
    </Surrounded>
  );
}

export type TextAreaFieldProps = Surroundings &
  Omit<ComponentProps<'textarea'>, keyof Surroundings | 'className' | 'maxLength'>;

export function TextAreaField({ id, label, hint, error, note, ...area }: TextAreaFieldProps) {
  const surroundings = { id, label, hint, error, note };
  return (
    <Surrounded {...surroundings}>
      <textarea rows={5} {...area} {...described(surroundings)} className={controlClass(error, 'py-2')} />
    </Surrounded>
  );
}

export type SelectFieldProps = Surroundings &
  Omit<ComponentProps<'select'>, keyof Surroundings | 'className'> & {
    options: readonly { value: string; label: string }[];
    /** Label of the empty option. */
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
