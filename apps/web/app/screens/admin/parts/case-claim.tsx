/** Shows outside of the queue who has claimed the case of an item, with a link to the case. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { Link } from 'react-router';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatTime } from '../../../lib/language/format-timestamps.ts';
import { textLinkClass } from '../../../components/ui/button.ts';
import { m } from '../../../paraglide/messages.js';
import { casePath } from './links.tsx';

type CaseItem = Pick<AdminAlert, 'caseId' | 'claim'>;

/** Renders nothing if nobody else works on it. */
export const ClaimNote = ({ item: { claim, caseId } }: { item: CaseItem }) =>
  claim && (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-pending-soft px-3 py-2">
      <p className="flex min-w-0 items-center gap-2 wrap-anywhere">
        <Icon name="clock" className="size-4 shrink-0 text-pending" />
        {m.admin_held({ name: claim.by, time: formatTime(claim.until) })}
      </p>
      <QueueLink caseId={caseId} />
    </div>
  );

/** Unsorted filings have no case. */
export const QueueLink = ({ caseId }: Pick<CaseItem, 'caseId'>) =>
  caseId && (
    <Link to={casePath(caseId)} className={textLinkClass()}>
      {m.admin_open_in_queue()}
    </Link>
  );
