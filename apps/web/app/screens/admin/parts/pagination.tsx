import { ADMIN_MAX_OFFSET } from '@hakiki/contract/admin-values';
import { listLimits } from '@hakiki/contract/limits';
import { Pagination } from '../../../components/lists/pagination.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { pagesOf, useConsoleAddress } from './address.ts';

interface Props {
  total: number;
  /** 'Showing X to Y of Z users', with formatted numbers. */
  showing: (figures: { from: string; to: string; total: string }) => string;
}

/** Renders nothing for a single page. */
export function AdminPagination({ total, showing }: Props) {
  const { page, pageAddress } = useConsoleAddress();
  const pages = pagesOf(total);
  if (pages === 1) return null;
  const current = Math.min(page, pages);
  const before = (current - 1) * listLimits.adminPage;
  const figures = {
    from: formatNumber(before + 1),
    to: formatNumber(Math.min(before + listLimits.adminPage, total)),
    total: formatNumber(total),
  };
  const reach = ADMIN_MAX_OFFSET + listLimits.adminPage;
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <p className="text-sm text-muted">{showing(figures)}</p>
      <Pagination page={page} pages={pages} addressOf={pageAddress} className="" />
      {total > reach && <p className="text-sm text-muted">{m.more_pages({ count: formatNumber(reach) })}</p>}
    </div>
  );
}
