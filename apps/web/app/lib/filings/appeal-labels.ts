import type { AppealOutcome, AppealSubject, AppealRequest, Appellant } from '@hakiki/contract/appeal-values';
import { m } from '../../paraglide/messages.js';

export const appellantLabels: Record<Appellant, () => string> = {
  named: m.appeal_by_named,
  lawyer: m.appeal_by_lawyer,
  authority: m.appeal_by_authority,
  court: m.appeal_by_court,
  other: m.appeal_by_other,
};

export const appealWishLabels: Record<AppealRequest, () => string> = {
  correction: m.appeal_wants_correction,
  removal: m.appeal_wants_removal,
};

export const appealSubjectLabels: Record<AppealSubject, () => string> = {
  alert: m.appeal_against_alert,
  report: m.appeal_against_report,
  provider: m.appeal_against_provider,
};

const outcomeLabels: Record<AppealOutcome, () => string> = {
  upheld: m.history_appeal_upheld,
  partly: m.history_appeal_partly,
  dismissed: m.history_appeal_dismissed,
};

/** For a history, where the status is plain text. */
export const appealOutcomeLabel = (status: string): string => outcomeLabels[status as AppealOutcome]?.() ?? status;
