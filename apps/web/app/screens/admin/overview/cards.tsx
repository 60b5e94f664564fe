/** The four key figures. If the statistics fail, they fall back to the totals of the lists, or to 0. */
import { Link } from 'react-router';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon, type IconName } from '../../../components/ui/icon.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { useQuery, type QueryState } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { alertCountsQuery } from '../alerts/queries.ts';
import { consolePath } from '../parts/console-url.ts';
import { statsQuery } from './queries.ts';
import { providersQuery } from '../providers/queries.ts';
import { usersQuery } from '../users/queries.ts';

interface Card {
  icon: IconName;
  name: string;
  /** The page with the counted items. */
  path: string;
  value: number;
  note: string;
}

const getData = <Reply,>(state: QueryState<Reply>): Reply | undefined =>
  state.status === 'ready' ? state.data : undefined;

export function OverviewCards() {
  const stats = useQuery(statsQuery);
  const counts = useQuery(alertCountsQuery);
  const isMissing = stats.status === 'failed';
  const noFilter = new URLSearchParams();
  const users = useQuery(usersQuery(noFilter), { enabled: isMissing });
  const providers = useQuery(providersQuery(noFilter), { enabled: isMissing });
  const statsData = getData(stats);
  const alertCountsData = getData(counts);
  const cards: Card[] = [
    {
      icon: 'users',
      name: m.overview_total_users(),
      path: consolePath('users'),
      value: statsData?.totalUsers ?? getData(users)?.total ?? 0,
      note: m.overview_today({ count: formatNumber(statsData?.newUsersToday ?? 0) }),
    },
    {
      icon: 'shield',
      name: m.overview_total_providers(),
      path: consolePath('providers'),
      value: statsData?.totalProviders ?? getData(providers)?.total ?? 0,
      note: m.overview_verified({ count: formatNumber(statsData?.verifiedProviders ?? 0) }),
    },
    {
      icon: 'warning',
      name: m.overview_pending_alerts(),
      path: pathTo('/admin/queue'),
      value: alertCountsData?.pending ?? 0,
      note: m.overview_approved({ count: formatNumber(alertCountsData?.approved ?? 0) }),
    },
    {
      icon: 'crown',
      name: m.overview_premium_users(),
      path: consolePath('users', { tier: 'premium' }),
      value: statsData?.premiumUsers ?? 0,
      note: m.overview_conversion({ rate: formatNumber(statsData?.conversionRate ?? 0) }),
    },
  ];
  return (
    <>
      <dl
        aria-label={m.overview_figures()}
        aria-busy={stats.status === 'loading'}
        className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4"
      >
        {cards.map(({ icon, name, path, value, note }) => (
          <div key={name} className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
            <dt className="flex items-center gap-2 text-sm text-muted">
              <Icon name={icon} className="size-4" />
              <Link
                to={path}
                className="underline decoration-line-strong underline-offset-4 hover:decoration-current max-md:inline-flex max-md:min-h-11 max-md:items-center"
              >
                {name}
              </Link>
            </dt>
            <dd className="text-xl font-bold md:text-2xl">
              {stats.status === 'loading' ? '–' : formatNumber(value)}
              <span className="block text-sm font-normal text-muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {stats.status === 'failed' && (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-sm text-muted">
          {m.overview_stats_failed()}
          <button type="button" disabled={stats.isRetrying} onClick={stats.retry} className={buttonClass('secondary')}>
            {m.try_again()}
          </button>
        </p>
      )}
    </>
  );
}
