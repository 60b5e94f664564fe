/** A plain form, so that a country can be chosen without scripts and shared as a URL. */
import { Form } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Options } from '../../components/ui/field.tsx';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath, type RegtechTab } from './regtech-url.ts';

export const CountryForm = ({ tab, country, allLabel }: { tab: RegtechTab; country: string; allLabel?: string }) => (
  <Form
    key={country}
    method="get"
    action={tabPath('overview')}
    preventScrollReset
    className="flex flex-wrap items-end gap-3"
  >
    <input type="hidden" name="tab" value={tab} />
    <label className="flex min-w-0 flex-col gap-1 font-medium">
      {m.regtech_country()}
      <select
        name="country"
        defaultValue={country}
        className="min-h-11 rounded-control border border-line-strong bg-surface px-3"
      >
        {allLabel && <option value="">{allLabel}</option>}
        <Options options={listCountryOptions()} />
      </select>
    </label>
    <button type="submit" className={buttonClass('secondary')}>
      {m.regtech_show()}
    </button>
  </Form>
);
