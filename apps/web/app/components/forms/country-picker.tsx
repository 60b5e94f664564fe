/** Chosen countries, and a select that adds another one: 54 checkboxes are too many to read. */
import { useState } from 'react';
import { countryName, listCountryOptions } from '../../lib/language/country-labels.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';
import { SelectField, type Option } from '../ui/field.tsx';
import { useField } from './form.tsx';

interface Props {
  name: string;
  label: string;
  hint?: string;
  defaultValues: readonly string[];
}

/** Sends an empty value, too, so that the last country can be removed. */
export function FormCountryPicker({ name, defaultValues, ...texts }: Props) {
  const { typed, ...field } = useField(name);
  const initial = typed?.split(',').filter(Boolean) ?? defaultValues;
  return <CountryPicker key={typed} {...texts} {...field} initial={initial} />;
}

function CountryPicker({
  id,
  name,
  label,
  hint,
  error,
  initial,
}: Omit<Props, 'defaultValues'> & { id: string; error: string | undefined; initial: readonly string[] }) {
  const [countries, setCountries] = useState(initial);
  const isFree = ({ value }: Option) => !countries.includes(value);
  const options = listCountryOptions().flatMap((item) => {
    if ('options' in item) return { ...item, options: item.options.filter(isFree) };
    return isFree(item) ? item : [];
  });
  const add = (country: string) => setCountries([...countries, country]);
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        id={id}
        label={label}
        hint={hint}
        error={error}
        options={options}
        emptyLabel={m.dashboard_choices_add_country()}
        value=""
        onChange={({ currentTarget: { value } }) => value && add(value)}
      />
      <input type="hidden" name={name} value="" />
      <ul aria-label={label} className="flex flex-wrap gap-2 empty:hidden">
        {countries.map((country) => (
          <li key={country}>
            <input type="hidden" name={name} value={country} />
            <button
              type="button"
              onClick={() => setCountries(countries.filter((other) => other !== country))}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-3 font-semibold"
            >
              {countryName(country)}
              <Icon name="close" className="size-4" />
              <span className="sr-only">{m.dashboard_choices_remove_country()}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
