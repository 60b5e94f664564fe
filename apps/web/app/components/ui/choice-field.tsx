/** Checkboxes and radio buttons. The whole line of a choice can be tapped. */
import type { ReactNode } from 'react';
import { getDescribedBy, FieldError, type FieldFrameProps, type OptionGroup } from './field.tsx';
import { Icon } from './icon.tsx';

interface Choice {
  value: string;
  label: string;
  hint?: string | undefined;
}

interface ChoiceFieldProps extends FieldFrameProps {
  name: string;
  choices: readonly Choice[];
  required?: boolean;
}

const lineClass =
  'flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-2 py-2 md:gap-3 md:px-3 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand';
const boxClass = 'size-5 shrink-0 accent-brand';

function Group({
  id,
  label,
  hint,
  error,
  role,
  required = true,
  children,
}: FieldFrameProps & { role: 'group' | 'radiogroup'; required?: boolean | undefined; children: ReactNode }) {
  return (
    <fieldset
      role={role}
      aria-required={role === 'radiogroup' ? required : undefined}
      aria-invalid={error && role === 'radiogroup' ? true : undefined}
      aria-describedby={getDescribedBy({ id, hint, error })}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** The error summary links to the first input. */
const toInputId = (id: string, index: number): string => (index === 0 ? id : `${id}-${index}`);

/** `isLong`: the labels need the full width of a phone. */
export type CheckboxesFieldProps = Omit<ChoiceFieldProps, 'choices'> & {
  choices: readonly (Choice | OptionGroup)[];
  defaultValues?: readonly string[];
  isLong?: true;
};

/** A group of choices is folded away, unless one of it is chosen. */
export function CheckboxesField({ id, name, choices, defaultValues, isLong, ...surroundings }: CheckboxesFieldProps) {
  const gridClass = `grid gap-2 ${isLong ? 'sm:grid-cols-2' : 'grid-cols-2 @max-[20rem]/page:grid-cols-1 max-md:text-sm md:grid-cols-3'}`;
  const isChosen = (value: string) => defaultValues?.includes(value);
  const toBox = (item: Choice | OptionGroup, index: number) =>
    'options' in item ? (
      <details
        key={item.label}
        open={item.options.some(({ value }) => isChosen(value))}
        className="group/more col-span-full"
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-brand">
          <Icon name="chevron-right" className="size-4 group-open/more:rotate-90" />
          {item.label}
        </summary>
        <div className={gridClass}>{item.options.map((option, inner) => toBox(option, choices.length + inner))}</div>
      </details>
    ) : (
      <label key={item.value} className={lineClass}>
        <input
          type="checkbox"
          id={toInputId(id, index)}
          name={name}
          value={item.value}
          defaultChecked={isChosen(item.value)}
          className={boxClass}
        />
        <span className="min-w-0">{item.label}</span>
      </label>
    );
  return (
    <Group id={id} role="group" {...surroundings}>
      <div className={gridClass}>{choices.map(toBox)}</div>
    </Group>
  );
}

export type RadiosFieldProps = ChoiceFieldProps & { defaultValue?: string | undefined };

export function RadiosField({ id, name, choices, defaultValue, ...surroundings }: RadiosFieldProps) {
  return (
    <Group id={id} role="radiogroup" {...surroundings}>
      <div className="grid gap-2 md:grid-cols-2">
        {choices.map(({ value, label, hint }, index) => (
          <label key={value} className={lineClass}>
            <input
              type="radio"
              id={toInputId(id, index)}
              name={name}
              value={value}
              defaultChecked={defaultValue === value}
              aria-describedby={hint && `${id}-${value}-hint`}
              className={boxClass}
            />
            <span className="flex min-w-0 flex-col">
              <span className="font-semibold">{label}</span>
              {hint && (
                <span id={`${id}-${value}-hint`} className="text-sm text-muted">
                  {hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}

export interface CheckboxFieldProps extends FieldFrameProps {
  name: string;
  defaultChecked?: boolean;
  required?: boolean;
  onChange?: (isChecked: boolean) => void;
}

export function CheckboxField({
  id,
  label,
  error,
  hint,
  name,
  defaultChecked,
  required = true,
  onChange,
}: CheckboxFieldProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label className={lineClass}>
        <input
          type="checkbox"
          id={id}
          name={name}
          value="true"
          required={required}
          defaultChecked={defaultChecked}
          onChange={onChange && (({ currentTarget }) => onChange(currentTarget.checked))}
          aria-invalid={error ? true : undefined}
          aria-describedby={getDescribedBy({ id, hint, error })}
          className={boxClass}
        />
        <span className="min-w-0">{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}
