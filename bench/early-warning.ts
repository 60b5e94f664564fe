/**
 * Measures on generated histories how early a provider that stops paying out is detected, and how often a sound one is
 * suspected.
 */
import { countFalseAlarms, listLeadDays, publishedAccuracy } from '../apps/server/test/support/withdrawal-histories.ts';
import * as report from './report.ts';

/** Not the seed of the test, so that the rule is not tuned to one set. */
const SEED = 2026;
const QUIET = 20_000;
const COLLAPSES = 4000;

const asDays = (value: number) => `${value.toFixed(0)} days`;
const asYears = (value: number) => `${value.toFixed(0)} years`;

export function measureEarlyWarning(): report.ResultTable {
  const { alarms, years } = countFalseAlarms(SEED, QUIET);
  const leads = listLeadDays(SEED, COLLAPSES);
  const found = leads.filter((days) => days !== null).toSorted((one, other) => one - other);
  const at = (share: number) => found[Math.floor(found.length * share)]!;
  const results = new report.ResultTable([QUIET]);
  const write = (what: string, value: number, look: { show: (value: number) => string; goal?: report.Goal }) =>
    results.write(`early warning: ${what}`, QUIET, value, look);
  write('quiet years of a provider that were looked at', years, { show: asYears });
  write('quiet years for each false alarm', years / alarms, {
    show: asYears,
    goal: report.atLeast(publishedAccuracy.quietYears),
  });
  write('collapses found before their peak', found.length / leads.length, {
    show: report.asShare,
    goal: report.atLeast(publishedAccuracy.foundShare),
  });
  write('found before the peak, half of them', at(0.5), {
    show: asDays,
    goal: report.atLeast(publishedAccuracy.medianDays),
  });
  write('found before the peak, nine of ten', at(0.1), { show: asDays });
  return results;
}
