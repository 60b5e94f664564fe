import { FilterForm } from '../../components/lists/filter-form.tsx';
import { alertTypeLabel, severityLabel } from '../../lib/alerts/labels.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { m } from '../../paraglide/messages.js';
import {
  alertsPath,
  firstCountries,
  isFiltered,
  parseAlertFilters,
  severityOptions,
  typeOptions,
  type AlertFilters,
} from './alerts-url.ts';

export function AlertFilterForm({ filters }: { filters: AlertFilters }) {
  const { country, type, severity } = filters;
  return (
    <FilterForm
      label={m.alerts_filter()}
      action={pathTo('/alerts')}
      toPath={(chosen) => alertsPath(parseAlertFilters(chosen))}
      isFiltered={isFiltered(filters)}
      filters={[
        {
          name: 'country',
          label: m.filter_country(),
          allLabel: m.all_countries(),
          value: country,
          options: listCountryOptions({ first: firstCountries, selected: [country] }),
        },
        {
          name: 'type',
          label: m.alerts_filter_type(),
          allLabel: m.alerts_all_types(),
          value: type,
          options: toOptions(typeOptions, alertTypeLabel),
        },
        {
          name: 'severity',
          label: m.alerts_filter_severity(),
          allLabel: m.alerts_all_severities(),
          value: severity,
          options: toOptions(severityOptions, severityLabel),
        },
      ]}
    />
  );
}
