/** Providers whose evidence is old or missing: never checked first, then the oldest, the most read first. */
import type { DueCheck } from '@hakiki/contract/evidence-admin';
import { Link } from 'react-router';
import { VerdictBadge } from '../../../components/providers/verdict-badge.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { useConsoleUrl } from '../parts/console-url.ts';
import { AdminPagination } from '../parts/pagination.tsx';
import { AdminSection } from '../parts/section.tsx';
import { AdminTable, type Column } from '../parts/table.tsx';
import { dueChecksQuery, editorPath } from './queries.ts';

export function DueChecks() {
  const { params } = useConsoleUrl();
  const due = useQuery(dueChecksQuery(params));
  return (
    <AdminSection title={m.due_checks()} level="h2">
      <p className="max-w-[68ch] text-sm text-muted">{m.due_checks_hint()}</p>
      {due.status === 'loading' && <Skeleton label={m.due_checks()} className="h-24" />}
      {due.status === 'failed' && <QueryFailure message={m.due_checks_failed()} query={due} />}
      {due.status === 'ready' && due.data.total === 0 && <p className="text-muted">{m.due_checks_none()}</p>}
      {due.status === 'ready' && (
        <>
          <AdminTable
            label={m.due_checks()}
            rows={due.data.items.map((item) => ({ ...item, id: item.providerId }))}
            columns={createColumns()}
          />
          <AdminPagination
            total={due.data.total}
            formatRange={m.providers_admin_showing}
            toPath={(page) => pathTo(page === 1 ? '/admin/provider' : `/admin/provider?page=${page}`)}
          />
        </>
      )}
    </AdminSection>
  );
}

const createColumns = (): Column<DueCheck>[] => [
  {
    heading: m.providers_admin_column_name(),
    cell: ({ providerId, name }) => (
      <Link to={editorPath(providerId, 'evidence')} className="font-semibold wrap-anywhere underline max-md:py-2.5">
        {name}
      </Link>
    ),
  },
  {
    heading: m.providers_admin_column_status(),
    cell: ({ verificationStatus }) => <VerdictBadge status={verificationStatus} />,
  },
  {
    heading: m.due_checks_day(),
    cell: ({ checkedOn }) => (checkedOn ? formatDate(checkedOn) : m.due_checks_never()),
  },
  { heading: m.due_checks_views(), cell: ({ views }) => formatNumber(views) },
];
