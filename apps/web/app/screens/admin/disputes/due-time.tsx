import type { AdminDispute } from '@hakiki/contract/disputes-admin';
import { Icon } from '../../../components/ui/icon.tsx';
import { m } from '../../../paraglide/messages.js';
import { formatHoursLeft, isOverdue } from '../parts/time-left.ts';

/** Red when the promised time is over. */
export function DueTime({ dispute }: { dispute: AdminDispute }) {
  const isLate = isOverdue(dispute);
  return (
    <span className="flex flex-col">
      <span className={`inline-flex items-center gap-1 ${isLate ? 'font-semibold text-flagged' : ''}`}>
        <Icon name={isLate ? 'warning' : 'clock'} className="size-4" />
        {formatHoursLeft(dispute)}
      </span>
      {dispute.proposalId && <span className="text-muted">{m.appeals_waits_short()}</span>}
    </span>
  );
}
