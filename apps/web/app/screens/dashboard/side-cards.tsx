import type { User } from '@hakiki/contract/accounts';
import type { Provider } from '@hakiki/contract/directory';
import { isContractPlan, type Tier } from '@hakiki/contract/entitlements';
import { listLimits } from '@hakiki/contract/limits';
import { isHighRisk } from '@hakiki/contract/risk';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { RiskIndicator } from '../../components/providers/risk-indicator.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { providerPath, pathTo } from '../../lib/pages/paths.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { recentProvidersQuery } from './dashboard-queries.ts';
import { PlanStatus } from './plan-state.tsx';

export function SideCards({ user, hasAnalysis }: { user: User; hasAnalysis: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <AccountStatus user={user} hasAnalysis={hasAnalysis} />
      <RecentProviders />
      <QuickActions />
    </div>
  );
}

function SideCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      id={id}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h2 id={`${id}-title`} className="title-card">
        {title}
      </h2>
      {children}
    </section>
  );
}

const planLabels: Record<Tier, () => string> = {
  free: m.dashboard_plan_free,
  premium: m.dashboard_plan_premium,
  api: m.dashboard_plan_api,
  enterprise: m.dashboard_plan_enterprise,
};
const statusLabels: Record<User['subscriptionStatus'], () => string> = {
  active: m.dashboard_status_active,
  pending: m.dashboard_status_pending,
  cancelled: m.dashboard_status_cancelled,
  expired: m.dashboard_status_expired,
  inactive: m.dashboard_status_inactive,
};

/** A free plan cannot be inactive, so its status gets its own text. */
const getStatusLabel = ({ subscriptionTier, subscriptionStatus }: User): string =>
  subscriptionTier === 'free' && subscriptionStatus === 'inactive'
    ? m.dashboard_status_free()
    : statusLabels[subscriptionStatus]();

function AccountStatus({ user, hasAnalysis }: { user: User; hasAnalysis: boolean }) {
  const subscription = useQuery(subscriptionQuery);
  const renewsAt = subscription.status === 'ready' ? subscription.data.renewsAt : null;
  const facts = [
    [m.dashboard_plan(), planLabels[user.subscriptionTier]()],
    [m.dashboard_status(), getStatusLabel(user)],
    [m.dashboard_ends(), user.subscriptionEndsAt ? formatDate(user.subscriptionEndsAt) : m.dashboard_no_end()],
    ...(renewsAt ? [[m.plan_renews(), formatDate(renewsAt)] as const] : []),
  ] as const;
  return (
    <SideCard id="account-status" title={m.dashboard_account()}>
      <dl className="flex flex-col gap-2">
        {facts.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {subscription.status === 'loading' && <Skeleton label={m.plan_loading()} className="h-11" />}
      {subscription.status === 'failed' && <QueryFailure message={m.plan_failed()} query={subscription} />}
      {subscription.status === 'ready' && <PlanStatus user={user} plan={subscription.data} />}
      {!hasAnalysis && <UpgradeLink tier={user.subscriptionTier} />}
    </SideCard>
  );
}

/** A customer with a plan by contract cannot upgrade it, but can add Premium. */
const UpgradeLink = ({ tier }: { tier: Tier }) =>
  isContractPlan(tier) ? (
    <Link to={pathTo('/subscribe')} className={buttonClass('secondary')}>
      {m.dashboard_add_premium()}
    </Link>
  ) : (
    <Link to={pathTo('/pricing')} className={buttonClass('primary')}>
      {m.dashboard_upgrade()}
    </Link>
  );

function RecentProviders() {
  const providers = useQuery(recentProvidersQuery);
  return (
    <SideCard id="recent-providers" title={m.dashboard_recent()}>
      {providers.status === 'loading' && <Skeleton label={m.loading_providers()} className="h-40" />}
      {providers.status === 'failed' && <QueryFailure message={m.dashboard_recent_failed()} query={providers} />}
      {providers.status === 'ready' && <ProviderRows providers={providers.data.items} />}
    </SideCard>
  );
}

function ProviderRows({ providers }: { providers: readonly Provider[] }) {
  if (providers.length === 0) return <p className="text-muted">{m.dashboard_recent_none()}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {providers.slice(0, listLimits.dashboardProviders).map((provider) => (
        <li key={provider.id} data-provider={provider.id} className="flex flex-col gap-1 py-2">
          <Link
            to={providerPath(provider.id)}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4"
          >
            {provider.name}
          </Link>
          <p className="text-sm text-muted">{providerTypeLabel(provider.type)}</p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <VerdictBadge status={provider.verificationStatus} />
            {isHighRisk(provider) && <RiskIndicator level="High" />}
          </p>
        </li>
      ))}
    </ul>
  );
}

function QuickActions() {
  const actions = [
    { path: '/directory', label: m.home_browse(), icon: 'search' },
    { path: '/compare', label: m.dashboard_compare(), icon: 'compare' },
    { path: '/report-scam', label: m.reports_report_scam(), icon: 'flag' },
  ] as const;
  return (
    <SideCard id="quick-actions" title={m.dashboard_actions()}>
      <ul className="flex flex-col gap-2">
        {actions.map(({ path, label, icon }) => (
          <li key={path}>
            <Link to={pathTo(path)} className={buttonClass('secondary', 'w-full')}>
              <Icon name={icon} className="size-4" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </SideCard>
  );
}
