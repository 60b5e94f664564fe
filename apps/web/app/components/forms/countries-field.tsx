import { countryName, listCountryOptions } from '../../lib/language/country-labels.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';
import { SelectField, type Option } from '../ui/field.tsx';

interface Props {
  id: string;
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  countries: readonly string[];
  onChange: (countries: readonly string[]) => void;
}

/** Chosen countries, and a select that adds another one: 54 checkboxes are too many to read. */
export function CountriesField({ name, countries, onChange, ...select }: Props) {
  const isFree = ({ value }: Option) => !countries.includes(value);
  const options = listCountryOptions().flatMap((item) => {
    if ('options' in item) return { ...item, options: item.options.filter(isFree) };
    return isFree(item) ? item : [];
  });
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        {...select}
        options={options}
        emptyLabel={m.dashboard_choices_add_country()}
        value=""
        onChange={({ currentTarget: { value } }) => value && onChange([...countries, value])}
      />
      <ul aria-label={select.label} className="flex flex-wrap gap-2 empty:hidden">
        {countries.map((country) => (
          <li key={country}>
            <input type="hidden" name={name} value={country} />
            <button
              type="button"
              onClick={() => onChange(countries.filter((other) => other !== country))}
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
