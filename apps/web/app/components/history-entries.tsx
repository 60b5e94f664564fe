/** The changes of a verdict or of an alert as everybody may read them: what, when and why, and nobody's name. */
import type { PublicDecision } from '@hakiki/contract/admin';
import { alertStatuses, type AlertStatus } from '@hakiki/contract/alert-values';
import { verificationStatuses } from '@hakiki/contract/directory-values';
import { formatDate } from '../lib/format.ts';
import { read } from '../lib/reads.ts';
import { useRead } from '../lib/use-read.ts';
import { m } from '../paraglide/messages.js';
import { ReadFailure } from './read-failure.tsx';
import { statusLabel } from './verdict-badge.tsx';

export interface HistorySubject {
  kind: 'provider' | 'alert';
  id: string;
}

export const historyRead = ({ kind, id }: HistorySubject) =>
  read(kind === 'provider' ? '/api/providers/:id/history' : '/api/fraud-alerts/:id/history', {
    params: { id },
    anonymous: true,
  });

export function HistoryEntries({ of }: { of: HistorySubject }) {
  const history = useRead(historyRead(of));
  if (history.status === 'loading') {
    return <div className="skeleton h-24" role="status" aria-label={m.history_loading()} />;
  }
  if (history.status === 'failed') return <ReadFailure sentence={m.history_failed()} read={history} />;
  if (history.data.length === 0) {
    return <p className="text-muted">{of.kind === 'provider' ? m.history_no_verdict() : m.history_no_alert()}</p>;
  }
  return (
    <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
      {history.data.map((decision) => (
        <li key={decision.createdAt}>
          <Change decision={decision} />
        </li>
      ))}
    </ol>
  );
}

const Change = ({ decision: { from, to, reason, createdAt } }: { decision: PublicDecision }) => (
  <>
    <time dateTime={createdAt} className="text-sm text-muted">
      {formatDate(createdAt)}
    </time>
    <p className="font-semibold">{m.history_change({ from: standing(from), to: standing(to) })}</p>
    {reason && <p className="max-w-[68ch] whitespace-pre-line">{reason}</p>}
  </>
);

const alertStandings: Record<AlertStatus, () => string> = {
  pending: m.history_under_review,
  approved: m.history_published,
  rejected: m.history_turned_down,
};

/** A state in the reader's words; what has no words shows as it is stored. */
function standing(stored: string): string {
  const verdict = verificationStatuses.find((status) => status === stored);
  if (verdict) return statusLabel(verdict);
  const state = alertStatuses.find((status) => status === stored);
  return state ? alertStandings[state]() : stored;
}
