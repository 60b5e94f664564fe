import type { ReplyRejectReason } from '@hakiki/contract/reply-values';
import type { Answerable } from '@hakiki/contract/replies';
import { alertPath } from '@hakiki/contract/site';
import { reportTypeLabel } from '../../lib/alerts/labels.ts';
import { providerPath, pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { statusLabel } from '../providers/verdict-badge.tsx';

type ReplySubject = Pick<Answerable, 'kind' | 'subjectId' | 'title' | 'verdict' | 'reportType' | 'rating'>;

/** The public name of what is replied to. */
export function getSubjectName({ title, verdict, reportType, rating }: ReplySubject): string {
  if (rating !== null) return m.replies_review({ stars: m.rating_of_five({ rating: String(rating) }) });
  if (verdict) return m.replies_verdict({ status: statusLabel(verdict) });
  return reportType ? m.replies_report({ type: reportTypeLabel(reportType) }) : m.replies_alert({ title: title ?? '' });
}

/** Its public page; reports share one page. Reviews are on the page of the listing, which the caller knows. */
export function getSubjectPath({ kind, subjectId }: ReplySubject, providerId: string): string {
  if (kind === 'review') return providerPath(providerId, 'reviews');
  if (kind === 'report') return pathTo('/reports');
  return kind === 'alert' ? pathTo(alertPath(subjectId)) : providerPath(subjectId);
}

const rejectionLabels: Record<ReplyRejectReason, () => string> = {
  insult: m.replies_refused_insult,
  threat: m.replies_refused_threat,
  'private-data': m.replies_refused_private,
};
export const rejectionLabel = (rejection: ReplyRejectReason): string => rejectionLabels[rejection]();
