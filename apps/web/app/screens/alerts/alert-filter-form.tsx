import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { alertTypeLabel, severityLabel } from '../../lib/alert-words.ts';
import { countryName } from '../../lib/country-words.ts';
import { currentLanguage } from '../../lib/language.ts';
import { to } from '../../lib/paths.ts';
import { m } from '../../paraglide/messages.js';
import {
  alertsPath,
  countryChoices,
  isNarrowed,
  parseAlertFilters,
  severityChoices,
  typeChoices,
  type AlertFilters,
} from './alerts-address.ts';

/** A plain form that works by itself; with scripts each choice applies at once. */
export function AlertFilterForm({ filters }: { filters: AlertFilters }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    const chosen = [...new FormData(form.current!)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    void navigate(alertsPath(parseAlertFilters(new URLSearchParams(chosen))), { preventScrollReset: true });
  };
  const countries = countryChoices
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, currentLanguage()));
  return (
    <form
      ref={form}
      // What was chosen elsewhere, by a link or by going back, is shown.
      key={alertsPath({ ...filters, page: 1 })}
      method="get"
      action={to('/alerts')}
      role="search"
      aria-label={m.alerts_filter()}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] lg:items-end"
    >
      <Choice
        name="country"
        className="col-span-2 md:col-span-1"
        label={m.filter_country()}
        all={m.all_countries()}
        value={filters.country}
        onChange={apply}
      >
        {withChosen(countries, filters.country)}
      </Choice>
      <Choice
        name="type"
        label={m.alerts_filter_type()}
        all={m.alerts_all_types()}
        value={filters.type}
        onChange={apply}
      >
        {typeChoices.map((value) => ({ value, label: alertTypeLabel(value) }))}
      </Choice>
      <Choice
        name="severity"
        label={m.alerts_filter_severity()}
        all={m.alerts_all_severities()}
        value={filters.severity}
        onChange={apply}
      >
        {severityChoices.map((value) => ({ value, label: severityLabel(value) }))}
      </Choice>
      <div className="col-span-2 flex gap-2 md:col-span-3 lg:col-span-1">
        <button type="submit" className={buttonClass('primary', 'without-scripts')}>
          {m.filters_apply()}
        </button>
        {isNarrowed(filters) && (
          <Link to={to('/alerts')} className={buttonClass('quiet')}>
            {m.filters_clear()}
          </Link>
        )}
      </div>
    </form>
  );
}

interface Option {
  value: string;
  label: string;
}

/** A country from a shared address stays chosen, even where the list does not offer it. */
const withChosen = (options: readonly Option[], chosen: string): readonly Option[] =>
  chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: countryName(chosen) }];

interface ChoiceProps {
  name: string;
  className?: string;
  label: string;
  all: string;
  value: string;
  onChange: () => void;
  children: readonly Option[];
}

const Choice = ({ name, className = '', label, all, value, onChange, children }: ChoiceProps) => (
  <label className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
    <span className="font-semibold">{label}</span>
    <select
      name={name}
      defaultValue={value}
      onChange={onChange}
      className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3"
    >
      <option value="">{all}</option>
      {children.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);
