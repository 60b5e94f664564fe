import { logOutcomes } from '@hakiki/contract/decision-log-values';
import { decisionsPath } from '@hakiki/contract/site';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { formatMonth } from '../../lib/language/format-timestamps.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import {
  RECEIVED_FILINGS,
  isFiltered,
  logPath,
  parseLogFilters,
  subjectOptions,
  type LogFilters,
} from './decisions-url.ts';
import { outcomeLabel, subjectLabel } from './log-labels.ts';

export function LogFilterForm({ filters, months }: { filters: LogFilters; months: readonly string[] }) {
  const { month, subject, outcome } = filters;
  const monthOptions = month === '' || months.includes(month) ? months : [month, ...months];
  return (
    <FilterForm
      label={m.log_filter()}
      action={pathTo(decisionsPath)}
      toPath={(chosen) => logPath(parseLogFilters(chosen))}
      isFiltered={isFiltered(filters)}
      filters={[
        {
          name: 'month',
          label: m.log_filter_month(),
          allLabel: m.log_all_months(),
          value: month,
          options: monthOptions.map((value) => ({ value, label: formatMonth(value) })),
        },
        {
          name: 'subject',
          label: m.log_filter_subject(),
          allLabel: m.log_all_subjects(),
          value: subject,
          options: subjectOptions.map((value) => ({
            value,
            label: value === RECEIVED_FILINGS ? m.log_arrivals() : subjectLabel(value),
          })),
        },
        {
          name: 'outcome',
          label: m.log_filter_outcome(),
          allLabel: m.log_all_outcomes(),
          value: outcome,
          options: logOutcomes.map((value) => ({ value, label: outcomeLabel(value) })),
        },
      ]}
    />
  );
}
