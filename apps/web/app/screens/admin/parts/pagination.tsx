import { ADMIN_MAX_OFFSET } from '@hakiki/contract/admin-values';
import { listLimits } from '@hakiki/contract/limits';
import { Pagination } from '../../../components/lists/pagination.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { countPages, useConsoleUrl } from './console-url.ts';

interface Props {
  total: number;
  /** 'Showing X to Y of Z users', with formatted numbers. */
  formatRange: (range: { from: string; to: string; total: string }) => string;
  /** Of a page outside the tabs. */
  toPath?: (page: number) => string;
}

/** Renders nothing for a single page. */
export function AdminPagination({ total, formatRange, toPath }: Props) {
  const { page, toPagePath } = useConsoleUrl();
  const pages = countPages(total);
  if (pages === 1) return null;
  const current = Math.min(page, pages);
  const offset = (current - 1) * listLimits.adminPage;
  const range = {
    from: formatNumber(offset + 1),
    to: formatNumber(Math.min(offset + listLimits.adminPage, total)),
    total: formatNumber(total),
  };
  const reachableCount = ADMIN_MAX_OFFSET + listLimits.adminPage;
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <p className="text-sm text-muted">{formatRange(range)}</p>
      <Pagination page={page} pages={pages} toPath={toPath ?? toPagePath} className="" />
      {total > reachableCount && (
        <p className="text-sm text-muted">{m.more_pages({ count: formatNumber(reachableCount) })}</p>
      )}
    </div>
  );
}
