import type { Confidence, EntryState, LicenceState, RegimeKind } from '@hakiki/contract/licence-values';
import { formatDate } from '../language/format.ts';
import { m } from '../../paraglide/messages.js';

const regimeLabels: Record<RegimeKind, () => string> = {
  licensed: m.regime_licensed,
  transitional: m.regime_transitional,
  registration: m.regime_registration,
  sandbox: m.regime_sandbox,
  none: m.regime_none,
  restricted: m.regime_restricted,
  prohibited: m.regime_prohibited,
};
export const regimeLabel = (regime: RegimeKind | undefined): string =>
  regime ? regimeLabels[regime]() : m.licence_not_checked();

const entryStateLabels: Record<EntryState, () => string> = {
  ended: m.licence_ended,
  applied: m.licence_applied,
  'company-only': m.licence_company_only,
  registered: m.licence_registered,
  'in-principle': m.licence_in_principle,
  provisional: m.licence_provisional,
  licensed: m.licence_licensed,
};
export const entryStateLabel = (state: EntryState): string => entryStateLabels[state]();

const stateLabels: Record<LicenceState, () => string> = {
  ...entryStateLabels,
  'warned-here': m.licence_warned_here,
  'prohibited-here': m.licence_prohibited_here,
  'claim-not-found': m.licence_claim_not_found,
  'licensed-elsewhere': m.licence_licensed_elsewhere,
  'licensed-here': m.licence_licensed_here,
  'no-licence-yet': m.licence_none_yet,
  'not-checked': m.licence_not_checked,
};
export const licenceStateLabel = (state: LicenceState): string => stateLabels[state]();

const confidenceLabels: Record<Confidence, () => string> = {
  sourced: m.confidence_sourced,
  known: m.confidence_known,
  unsure: m.confidence_unsure,
};
export const confidenceLabel = (confidence: Confidence): string => confidenceLabels[confidence]();

/** A source may be dated by a day, by a month ('2025-12'), by a year, or not at all. */
export function formatRoughDay(day: string | null): string {
  if (day === null) return m.licence_undated();
  if (day.length > 7) return formatDate(day);
  const [year = '', month] = day.split('-');
  return month ? m.format_month_year({ month: m.format_months().split(' ')[Number(month) - 1] ?? '', year }) : year;
}
