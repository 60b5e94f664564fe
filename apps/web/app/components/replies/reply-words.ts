import type { ReplyRefusal } from '@hakiki/contract/reply-values';
import type { Answerable } from '@hakiki/contract/replies';
import { alertPath } from '@hakiki/contract/site';
import { reportTypeLabel } from '../../lib/alerts/words.ts';
import { providerPath, to } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { statusLabel } from '../providers/verdict-badge.tsx';

type RepliedTo = Pick<Answerable, 'kind' | 'subjectId' | 'title' | 'verdict' | 'reportType'>;

/** The public name of what is replied to. */
export function subjectName({ title, verdict, reportType }: RepliedTo): string {
  if (verdict) return m.replies_verdict({ status: statusLabel(verdict) });
  return reportType ? m.replies_report({ type: reportTypeLabel(reportType) }) : m.replies_alert({ title: title ?? '' });
}

/** Its public page; reports share one page. */
export function subjectPath({ kind, subjectId }: RepliedTo): string {
  if (kind === 'report') return to('/reports');
  return kind === 'alert' ? to(alertPath(subjectId)) : providerPath(subjectId);
}

const refusals: Record<ReplyRefusal, () => string> = {
  insult: m.replies_refused_insult,
  threat: m.replies_refused_threat,
  'private-data': m.replies_refused_private,
};
export const refusalLabel = (refusal: ReplyRefusal): string => refusals[refusal]();
