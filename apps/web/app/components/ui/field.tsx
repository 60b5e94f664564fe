/** Form fields: the label above, a hint below it, and the error message beside the field. */
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface FieldFrameProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** A note about the value, under the field. */
  note?: ReactNode;
}

export const controlClass = (error: string | undefined, extraClasses = '') =>
  `min-h-11 w-full min-w-0 rounded-control border bg-surface px-3 placeholder:text-muted ${
    error ? 'border-2 border-flagged-line' : 'border-line-strong'
  } ${extraClasses}`;

/** Connects a control with its hint and error for screen readers. */
export const toControlProps = ({ id, hint, error }: FieldFrameProps) => ({
  id,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': getDescribedBy({ id, hint, error }),
});

export const getDescribedBy = ({ id, hint, error }: Omit<FieldFrameProps, 'label' | 'note'>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

export function FieldFrame({ id, label, hint, error, note, children }: FieldFrameProps & { children: ReactNode }) {
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

export function FieldError({ id, error }: Pick<FieldFrameProps, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-semibold text-flagged">
      <Icon name="warning" className="mt-0.5 size-4" />
      {error}
    </p>
  );
}

/** Without `maxLength`: a text that is too long is reported, never cut. */
export type TextFieldProps = FieldFrameProps &
  Omit<ComponentProps<'input'>, keyof FieldFrameProps | 'className' | 'maxLength'>;

export function TextField({ id, label, hint, error, note, ...input }: TextFieldProps) {
  const frameProps = { id, label, hint, error, note };
  return (
    <FieldFrame {...frameProps}>
      <input type="text" {...input} {...toControlProps(frameProps)} className={controlClass(error)} />
    </FieldFrame>
  );
}

export type TextAreaFieldProps = FieldFrameProps &
  Omit<ComponentProps<'textarea'>, keyof FieldFrameProps | 'className' | 'maxLength'>;

export function TextAreaField({ id, label, hint, error, note, ...area }: TextAreaFieldProps) {
  const frameProps = { id, label, hint, error, note };
  return (
    <FieldFrame {...frameProps}>
      <textarea rows={5} {...area} {...toControlProps(frameProps)} className={controlClass(error, 'py-2')} />
    </FieldFrame>
  );
}

export interface Option {
  value: string;
  label: string;
}

/** Options under a heading of their own. */
export interface OptionGroup {
  label: string;
  options: readonly Option[];
}

export const Options = ({ options }: { options: readonly (Option | OptionGroup)[] }) =>
  options.map((item) =>
    'options' in item ? (
      <optgroup key={item.label} label={item.label}>
        <Options options={item.options} />
      </optgroup>
    ) : (
      <option key={item.value} value={item.value}>
        {item.label}
      </option>
    ),
  );

export type SelectFieldProps = FieldFrameProps &
  Omit<ComponentProps<'select'>, keyof FieldFrameProps | 'className'> & {
    options: readonly (Option | OptionGroup)[];
    /** Label of the empty option. */
    emptyLabel?: string;
  };

export function SelectField({ id, label, hint, error, options, emptyLabel, ...select }: SelectFieldProps) {
  const frameProps = { id, label, hint, error };
  return (
    <FieldFrame {...frameProps}>
      <select {...select} {...toControlProps(frameProps)} className={controlClass(error)}>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        <Options options={options} />
      </select>
    </FieldFrame>
  );
}
