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
const described = ({ id, hint, error }: Surroundings) => ({
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

export type StarsFieldProps = Surroundings & {
  name: string;
  /** What each number of stars is called, one star first. */
  words: readonly string[];
  defaultValue?: string | undefined;
};

/** Radio buttons that look like stars: one is chosen with a click, a tap or the arrow keys, and none is chosen beforehand. */
export function StarsField({ id, label, hint, error, name, words, defaultValue }: StarsFieldProps) {
  const { id: firstId, ...group } = described({ id, label, hint, error });
  return (
    <fieldset role="radiogroup" aria-required {...group} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div className="-ms-1.5 flex">
        {words.map((word, place) => (
          <label
            key={word}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-star has-focus-visible:outline-3 has-focus-visible:outline-brand [&:has(:checked)_svg]:fill-current [&:has(~label_:checked)_svg]:fill-current"
          >
            {/* A browser that cannot fill the stars up to the chosen one shows the buttons themselves. */}
            <input
              type="radio"
              id={place === 0 ? firstId : undefined}
              name={name}
              value={place + 1}
              defaultChecked={defaultValue === String(place + 1)}
              className="supports-[selector(:has(*))]:sr-only"
            />
            <Icon name="star" className="size-8" />
            <span className="sr-only">{word}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
