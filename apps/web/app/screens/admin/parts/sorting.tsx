/** Notice of filings that are not sorted into a case yet, so that no moderator sees them. */
import type { Sorting } from '@hakiki/contract/triage-admin';
import { sortingLateMinutes } from '@hakiki/contract/admin-values';
import { useEffect } from 'react';
import { Icon } from '../../../components/ui/icon.tsx';
import { useRead, useReadStore } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { sortingRead } from '../triage/reads.ts';
import { timeOfDay } from './time-of-day.ts';

const LOOK_EVERY_MS = 30_000;

export function BeingSorted() {
  const store = useReadStore();
  const sorting = useRead(sortingRead);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void store.reload(sortingRead);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
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
          {m.triage_sorting({ count, time: timeOfDay(Date.parse(since)) })}
        </p>
        {isLate && <p>{m.triage_sorting_late({ minutes: sortingLateMinutes })}</p>}
      </div>
    </div>
  );
}
