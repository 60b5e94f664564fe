/** Texts for a change that is pending instead of made. */
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import { formatMoment, readersZone } from '../../../lib/language/format-moments.ts';
import type { Shown } from '../../../lib/browser/toast.ts';
import { m } from '../../../paraglide/messages.js';

/** When it takes effect, or by when it must be confirmed. */
const waitingSentence = ({ takesEffectAt, expiresAt }: Pick<Proposal, 'takesEffectAt' | 'expiresAt'>): string =>
  takesEffectAt === null
    ? m.proposals_waits_text({ date: formatMoment(expiresAt, readersZone()) })
    : m.proposals_waits_alone({ date: formatMoment(takesEffectAt, readersZone()) });

export const waitingToast = (proposal: Proposal): Shown => ({
  title: m.proposals_waits(),
  description: waitingSentence(proposal),
});

const subjects: Partial<Record<DecisionSubject, () => string>> = {
  alert: m.proposals_subject_alert,
  provider: m.proposals_subject_provider,
  report: m.proposals_subject_report,
  change: m.proposals_subject_change,
  appeal: m.proposals_subject_appeal,
  news: m.proposals_subject_news,
};

export const subjectLabel = (subject: DecisionSubject): string => subjects[subject]?.() ?? subject;

/** Texts of a failed change; the server's message is preferred. */
export const changeFailure = { title: m.admin_change_failed, fallback: m.server_unexpected };
