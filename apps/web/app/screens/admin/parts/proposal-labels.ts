/** Texts for a change that is pending instead of made. */
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import { formatTimestamp, getReaderTimeZone } from '../../../lib/language/format-timestamps.ts';
import type { ToastOptions } from '../../../lib/browser/toast.ts';
import { m } from '../../../paraglide/messages.js';
import { stateLabel } from './decision-labels.ts';

/** When it takes effect, or by when it must be confirmed. */
const formatPendingText = ({ takesEffectAt, expiresAt }: Pick<Proposal, 'takesEffectAt' | 'expiresAt'>): string =>
  takesEffectAt === null
    ? m.proposals_waits_text({ date: formatTimestamp(expiresAt, getReaderTimeZone()) })
    : m.proposals_waits_alone({ date: formatTimestamp(takesEffectAt, getReaderTimeZone()) });

export const createPendingToast = (proposal: Proposal): ToastOptions => ({
  title: m.proposals_waits(),
  description: formatPendingText(proposal),
});

/** At a provider: what waits for a second administrator. */
export const pendingLabel = ({ from, to }: Pick<Proposal, 'from' | 'to'>): string =>
  from === to ? m.providers_admin_waits_edited() : m.providers_admin_waits({ to: stateLabel(to) });

const subjectLabels: Partial<Record<DecisionSubject, () => string>> = {
  alert: m.proposals_subject_alert,
  provider: m.proposals_subject_provider,
  report: m.proposals_subject_report,
  change: m.proposals_subject_change,
  appeal: m.proposals_subject_appeal,
  dispute: m.log_subject_dispute,
  news: m.proposals_subject_news,
};

export const subjectLabel = (subject: DecisionSubject): string => subjectLabels[subject]?.() ?? subject;

/** Texts of a failed change; the server's message is preferred. */
export const changeFailure = { title: m.admin_change_failed, fallback: m.error_unexpected };
