import { useLocation, useNavigate } from 'react-router';
import { saveMyCountry } from '../../lib/browser/my-country.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { m } from '../../paraglide/messages.js';
import { SelectField } from '../ui/field.tsx';

/** The user's country, stored in this browser. */
export function CountryChoice({ country }: { country: string | undefined }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const choose = (value: string) => {
    saveMyCountry(value);
    const params = new URLSearchParams(search);
    params.set('country', value);
    void navigate(`${pathname}?${params.toString()}`, { replace: true, preventScrollReset: true });
  };
  return (
    <div className="md:max-w-72">
      <SelectField
        key={country}
        id="licence-country"
        label={m.provider_licences_country()}
        options={listCountryOptions()}
        {...(country === undefined && { emptyLabel: m.provider_licences_pick() })}
        defaultValue={country ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </div>
  );
}
