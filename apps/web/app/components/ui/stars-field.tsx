import { described, FieldError, type Surroundings } from './field.tsx';
import { Icon } from './icon.tsx';

export type StarsFieldProps = Surroundings & {
  name: string;
  /** Labels for one to five stars. */
  words: readonly string[];
  defaultValue?: string | undefined;
};

/** Radio buttons that look like stars; none is chosen by default. */
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
      <div className="-ms-1.5 flex flex-wrap">
        {words.map((word, place) => (
          <label
            key={word}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-star has-focus-visible:outline-3 has-focus-visible:outline-brand [&:has(:checked)_svg]:fill-current [&:has(~label_:checked)_svg]:fill-current"
          >
            {/* A browser that cannot fill the stars by CSS shows the radio buttons. */}
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
