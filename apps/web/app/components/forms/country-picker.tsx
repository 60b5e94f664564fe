import { useState } from 'react';
import { CountriesField } from './countries-field.tsx';
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
  return (
    <>
      <input type="hidden" name={name} value="" />
      <CountryPicker key={typed} {...texts} {...field} initial={initial} />
    </>
  );
}

interface PickerProps extends Omit<Props, 'defaultValues'> {
  id: string;
  error: string | undefined;
  initial: readonly string[];
}

function CountryPicker({ initial, ...field }: PickerProps) {
  const [countries, setCountries] = useState(initial);
  return <CountriesField {...field} countries={countries} onChange={setCountries} />;
}
