/** Notice of filings that are not sorted into a case yet, so that no moderator sees them. */
import type { Sorting } from '@hakiki/contract/triage-admin';
import { sortingWarningMinutes } from '@hakiki/contract/admin-values';
import { useEffect } from 'react';
import { Icon } from '../../../components/ui/icon.tsx';
import { useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { sortingQuery } from '../triage/queries.ts';
import { formatTimeOfDay } from './time-of-day.ts';

const RELOAD_INTERVAL_MS = 30_000;

export function UnsortedNotice() {
  const store = useQueryStore();
  const sorting = useQuery(sortingQuery);
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === 'visible') void store.reload(sortingQuery);
    };
    const timer = setInterval(reload, RELOAD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [store]);
  return sorting.status === 'ready' ? <SortingNotice sorting={sorting.data} /> : null;
}

export function SortingNotice({ sorting: { count, since, isLate } }: { sorting: Sorting }) {
  if (count === 0 || since === null) return null;
  return (
    <div
      role={isLate ? 'alert' : 'status'}
      className={`flex items-start gap-2 rounded-card border p-3 text-sm ${isLate ? 'border-flagged-line' : 'border-line'}`}
    >
      <Icon name={isLate ? 'warning' : 'clock'} className={`mt-0.5 size-4 ${isLate ? 'text-flagged' : 'text-muted'}`} />
      <div className="min-w-0">
        <p className={isLate ? 'font-semibold text-flagged' : undefined}>
          {m.triage_sorting({ count, time: formatTimeOfDay(Date.parse(since)) })}
        </p>
        {isLate && <p>{m.triage_sorting_late({ minutes: sortingWarningMinutes })}</p>}
      </div>
    </div>
  );
}
