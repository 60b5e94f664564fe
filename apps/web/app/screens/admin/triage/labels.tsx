/** Labels and badges of the queue. */
import type { CaseAge, CaseListFilter } from '@hakiki/contract/admin-values';
import { alertTypes } from '@hakiki/contract/alert-values';
import { countryCodes, isAfricanCountry } from '@hakiki/contract/country-codes';
import { reportTypes } from '@hakiki/contract/report-values';
import type { CaseFiling, CaseSummary } from '@hakiki/contract/triage-admin';
import type { IconName } from '../../../components/ui/icon.tsx';
import { alertTypeLabel, reportTypeLabel } from '../../../lib/alerts/labels.ts';
import { countryName } from '../../../lib/language/country-labels.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { m } from '../../../paraglide/messages.js';
import { stateLabel } from '../parts/decision-labels.ts';

const HOUR_MS = 3_600_000;
/** From here on days are shown instead of hours. */
const SHOW_DAYS_FROM_HOURS = 72;

export const ageLabels: Record<CaseAge, () => string> = {
  fresh: m.triage_age_fresh,
  due: m.triage_age_due,
  overdue: m.triage_age_overdue,
};

export const selectionLabels: Record<CaseListFilter, () => string> = {
  mine: m.triage_view_mine,
  answered: m.triage_view_answered,
  asked: m.triage_view_asked,
  snoozed: m.triage_view_snoozed,
};

const ageStyles: Record<CaseAge, { icon: IconName; className: string }> = {
  fresh: { icon: 'clock', className: 'bg-pending-soft text-pending' },
  due: { icon: 'clock', className: 'bg-limited-soft text-limited' },
  overdue: { icon: 'warning', className: 'bg-flagged-soft text-flagged' },
};

/** The time until or after the promised time. */
export function AgeBadge({ age, dueAt, now = Date.now() }: Pick<CaseSummary, 'age' | 'dueAt'> & { now?: number }) {
  const { icon, className } = ageStyles[age];
  return (
    <Badge data-age={age} icon={icon} className={`whitespace-nowrap ${className}`}>
      {formatPromise(dueAt, now)}
    </Badge>
  );
}

const MAX_SHOWN_COUNTRIES = 3;

/** The first countries as ISO codes, with all names for screen readers and as a tooltip. */
export function CountryCodes({ countries }: { countries: readonly string[] }) {
  const names = countries.map(countryName).join(', ');
  const codes = countries.map((country) => (isAfricanCountry(country) ? countryCodes[country] : countryName(country)));
  const hiddenCount = countries.length - MAX_SHOWN_COUNTRIES;
  return (
    <span title={names} className="md:block md:truncate">
      <span aria-hidden="true">
        {codes.slice(0, MAX_SHOWN_COUNTRIES).join(', ')}
        {hiddenCount > 0 && ` +${hiddenCount}`}
      </span>
      <span className="sr-only">{names}</span>
    </span>
  );
}

export function formatPromise(dueAt: string, now: number): string {
  const leftMs = Date.parse(dueAt) - now;
  const hours = Math.floor(Math.abs(leftMs) / HOUR_MS);
  if (leftMs >= 0) return hours === 0 ? m.triage_due_soon() : m.triage_due_in({ count: hours });
  if (hours >= SHOW_DAYS_FROM_HOURS) return m.triage_late_by_days({ count: Math.floor(hours / 24) });
  return hours === 0 ? m.triage_late_now() : m.triage_late_by({ count: hours });
}

/** The type of a scam report or of an issue report. */
export function getTypeLabel({ type }: Pick<CaseFiling, 'type'>): string {
  const alertType = alertTypes.find((knownType) => knownType === type);
  if (alertType) return alertTypeLabel(alertType);
  const reportType = reportTypes.find((knownType) => knownType === type);
  return reportType ? reportTypeLabel(reportType) : (type ?? '');
}

/** Above 0 the reporter was right more often than most, below 0 less often. */
export function formatTrackRecord({ hasAccount, reporter }: Pick<CaseFiling, 'hasAccount' | 'reporter'>): string {
  if (!hasAccount) return m.triage_anonymous();
  if (!reporter || reporter.agreed + reporter.disagreed === 0) return m.triage_newcomer();
  const { accuracy, agreed, disagreed } = reporter;
  const signedAccuracy = `${accuracy > 0 ? '+' : accuracy < 0 ? '−' : ''}${formatNumber(Math.abs(Math.round(accuracy * 10) / 10))}`;
  return m.triage_track_record({ accuracy: signedAccuracy, agreed, disagreed });
}

export const outcomeLabel = (outcome: string): string =>
  outcome === 'mixed' ? m.triage_outcome_mixed() : stateLabel(outcome);

/** The keyboard shortcut on a button; hidden from screen readers, because the help dialog lists it. */
export const KeyHint = ({ children }: { children: string }) => (
  <kbd
    aria-hidden="true"
    className="rounded border border-current/40 px-1 font-mono whitespace-nowrap text-sm leading-tight font-normal opacity-80 max-md:hidden"
  >
    {children}
  </kbd>
);
