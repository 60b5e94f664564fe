/** Labels for the codes of the log. */
import type { Appellant } from '@hakiki/contract/appeal-values';
import type { LoggedSubject } from '@hakiki/contract/decision-log-values';
import { statusLabelOf } from '../../components/history/statement-labels.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

const subjectLabels: Record<LoggedSubject, () => string> = {
  alert: m.log_subject_alert,
  report: m.log_subject_report,
  provider: m.log_subject_provider,
  review: m.log_subject_review,
  experience: m.log_subject_experience,
  change: m.log_subject_change,
  appeal: m.log_subject_appeal,
  dispute: m.log_subject_dispute,
  watch: m.log_subject_watch,
  reply: m.log_subject_reply,
  news: m.log_subject_news,
};
export const subjectLabel = (subject: LoggedSubject): string => subjectLabels[subject]();

const outcomeLabels: Record<string, () => string> = {
  shown: m.log_news_shown,
  hidden: m.log_news_hidden,
  upheld: m.log_appeal_upheld,
  partly: m.log_appeal_partly,
  dismissed: m.log_appeal_dismissed,
};
export const outcomeLabel = (outcome: string): string => outcomeLabels[outcome]?.() ?? statusLabelOf(outcome);

const appellantLabels: Record<Appellant, () => string> = {
  named: m.log_by_named,
  lawyer: m.log_by_lawyer,
  authority: m.log_by_authority,
  court: m.log_by_court,
  other: m.log_by_other,
};
export const appellantLabel = (appellant: Appellant): string => appellantLabels[appellant]();

export const formatWaitingTime = (hours: number): string =>
  hours === 0 ? m.log_waited_less() : m.log_waited({ count: hours, shown: formatNumber(hours) });

/** A number of hours, or a dash if nothing was decided. */
export function formatHours(hours: number | null): string {
  if (hours === null) return '–';
  return hours === 0 ? m.transparency_under_hour() : m.transparency_hours({ count: hours, shown: formatNumber(hours) });
}
