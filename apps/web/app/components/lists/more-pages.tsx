import { formatNumber } from '../../lib/language/format.ts';
import { getReachableCount } from '../../lib/pages/paging.ts';
import { m } from '../../paraglide/messages.js';

/** Shown when a list is longer than its pages reach. */
export function MorePages({ total, perPage }: { total: number; perPage: number }) {
  const reach = getReachableCount(perPage);
  if (total <= reach) return null;
  return <p className="mt-2 text-center text-sm text-muted">{m.more_pages({ count: formatNumber(reach) })}</p>;
}
