import { m } from '../../paraglide/messages.js';
import { useField, type NamedFieldProps } from './form.tsx';
import { toControlProps, FieldError, type FieldFrameProps } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';

type StarsFieldProps = FieldFrameProps & {
  name: string;
  /** Labels for one to five stars. */
  labels: readonly string[];
  defaultValue?: string | undefined;
};

/** Radio buttons that look like stars; none is chosen by default. */
function StarsField({ id, label, hint, error, name, labels, defaultValue }: StarsFieldProps) {
  const { id: firstId, ...group } = toControlProps({ id, label, hint, error });
  return (
    <fieldset role="radiogroup" aria-required {...group} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div className="-ms-1.5 flex flex-wrap">
        {labels.map((starLabel, index) => (
          <label
            key={starLabel}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-star has-focus-visible:outline-3 has-focus-visible:outline-brand [&:has(:checked)_svg]:fill-current [&:has(~label_:checked)_svg]:fill-current"
          >
            {/* A browser that cannot fill the stars by CSS shows the radio buttons. */}
            <input
              type="radio"
              id={index === 0 ? firstId : undefined}
              name={name}
              value={index + 1}
              defaultChecked={defaultValue === String(index + 1)}
              className="supports-[selector(:has(*))]:sr-only"
            />
            <Icon name="star" className="size-8" />
            <span className="sr-only">{starLabel}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

const getStarLabels = () => [m.form_stars_1(), m.form_stars_2(), m.form_stars_3(), m.form_stars_4(), m.form_stars_5()];

export function FormStars({ name, ...props }: Omit<NamedFieldProps<StarsFieldProps>, 'labels' | 'defaultValue'>) {
  const { typed, ...field } = useField(name);
  return <StarsField {...props} {...field} key={typed} labels={getStarLabels()} defaultValue={typed} />;
}
