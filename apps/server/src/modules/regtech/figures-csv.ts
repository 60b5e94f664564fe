/** All figures as one file for programs: a header, then one row per month, country and figure. */
import { normaliseCountry } from '@hakiki/contract/countries';
import { countryCodes, isAfricanCountry } from '@hakiki/contract/country-codes';
import type { RegtechFigures, RegtechMetric, RegtechReport } from '@hakiki/contract/regtech';
import type { RegtechMetricType } from '@hakiki/contract/regtech-values';

const columns = ['period', 'country_code', 'country', 'figure', 'value', 'unit', 'as_of'] as const;
type Row = Record<(typeof columns)[number], string | number>;

/** In the order of the rows of a country and month. */
const countryFigures: readonly { name: keyof RegtechFigures; figure: string; unit: string }[] = [
  { name: 'complaints', figure: 'complaints', unit: 'count' },
  { name: 'schemes', figure: 'new_schemes', unit: 'count' },
  { name: 'lostRand', figure: 'losses', unit: 'ZAR' },
  { name: 'medianHours', figure: 'median_hours_to_decision', unit: 'hours' },
  { name: 'providers', figure: 'listed_providers', unit: 'count' },
  { name: 'verified', figure: 'verified_providers', unit: 'count' },
  { name: 'flagged', figure: 'flagged_providers', unit: 'count' },
];

/** Figures of the whole register, named as their definitions; the names of the metrics are those of the API. */
const registerFigures: Record<RegtechMetricType, { figure: string; unit: string }> = {
  compliance_score: { figure: 'compliance_score', unit: 'percent' },
  risk_rating: { figure: 'high_risk_providers', unit: 'percent' },
  audit_findings: { figure: 'complaints', unit: 'count' },
  coverage: { figure: 'coverage', unit: 'countries' },
};

const toDay = (iso: string): string => iso.slice(0, 'YYYY-MM-DD'.length);

/** A figure that is not published has no row. */
const listCountryRows = ({ period, country, figures, createdAt }: RegtechReport): Row[] =>
  countryFigures.flatMap(({ name, figure, unit }) => {
    const value = figures[name];
    const stored = normaliseCountry(country);
    const code = isAfricanCountry(stored) ? countryCodes[stored] : '';
    return value === null
      ? []
      : [{ period, country_code: code, country, figure, value, unit, as_of: toDay(createdAt) }];
  });

const toMetricRow = ({ period, metricType, value, calculatedAt }: RegtechMetric): Row => ({
  period,
  country_code: '',
  country: '',
  value: Math.round(value * 10) / 10,
  ...registerFigures[metricType],
  as_of: toDay(calculatedAt),
});

/** No cell needs quotes: each is a number, a date, a code or the English name of a country. */
export function toFiguresCsv(reports: readonly RegtechReport[], metrics: readonly RegtechMetric[]): string {
  const rows = [...reports.flatMap(listCountryRows), ...metrics.toReversed().map(toMetricRow)];
  return [columns.join(','), ...rows.map((row) => columns.map((name) => row[name]).join(','))].join('\r\n') + '\r\n';
}
