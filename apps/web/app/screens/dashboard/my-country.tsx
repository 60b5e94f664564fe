import { africanCountries } from '@hakiki/contract/country-codes';
import { useNavigate } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { SelectField } from '../../components/ui/field.tsx';
import { deviceStorage } from '../../lib/browser/storage.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

const STORAGE_KEY = 'dashboard:country';
const ALL_COUNTRIES = 'all';

const findCountry = (value: string | null | undefined): string | undefined =>
  africanCountries.find((country) => country === value);

export const parseCountry = (params: URLSearchParams): string | undefined => findCountry(params.get('country'));

/** The country in the URL, or the one chosen before in this browser. */
export function useMyCountry(params: URLSearchParams): string | undefined {
  const stored = useBrowserValue(() => deviceStorage.get(STORAGE_KEY));
  return params.has('country') ? parseCountry(params) : findCountry(stored);
}

/** A form, so that it works without scripts; with them the choice takes effect at once and is remembered. */
export function MyCountry({ country }: { country: string | undefined }) {
  const navigate = useNavigate();
  const choose = (value: string) => {
    deviceStorage.set(STORAGE_KEY, value);
    void navigate(pathTo(`/dashboard?country=${encodeURIComponent(value)}`), { preventScrollReset: true });
  };
  return (
    <form method="get" className="mb-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-48 md:max-w-72">
        <SelectField
          key={country}
          id="my-country"
          name="country"
          label={m.dashboard_my_country()}
          options={[{ value: ALL_COUNTRIES, label: m.all_countries() }, ...listCountryOptions()]}
          defaultValue={country ?? ALL_COUNTRIES}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <button type="submit" className={buttonClass('secondary', 'without-scripts')}>
        {m.dashboard_my_country_show()}
      </button>
    </form>
  );
}
