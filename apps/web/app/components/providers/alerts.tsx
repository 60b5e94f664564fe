/** The active alerts about a provider, on its page. */
import type { Alert } from '@hakiki/contract/alerts';
import { listLimits } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { pathTo, PROVIDER_ALERTS_ANCHOR } from '../../lib/pages/paths.ts';
import { defineQuery, type ItemPage } from '../../lib/api/queries.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { textLinkClass } from '../ui/button.ts';
import { m } from '../../paraglide/messages.js';
import { AlertAdvice, AlertTitleLink } from '../alerts/title-link.tsx';
import { SeverityBadge } from '../alerts/severity.tsx';
import { LanguageLabel } from '../language-label.tsx';
import { QueryFailure } from '../query-states.tsx';

export const providerAlertsQuery = (provider: string) =>
  defineQuery('/api/fraud-alerts', { query: { provider, limit: listLimits.providerAlerts }, anonymous: true });

/** Renders nothing without alerts, but an error if loading fails: silence would look like an all-clear. */
export function ProviderAlerts({ alerts }: { alerts: QueryState<ItemPage<Alert>> }) {
  if (alerts.status === 'loading') return null;
  if (alerts.status === 'failed') {
    return (
      <div className="mt-6">
        <QueryFailure message={m.provider_alerts_failed()} query={alerts} />
      </div>
    );
  }
  const { items, total } = alerts.data;
  if (total === 0) return null;
  return (
    <section
      aria-labelledby={PROVIDER_ALERTS_ANCHOR}
      className="mt-6 rounded-card border border-flagged-line bg-surface p-4 md:p-5"
    >
      <h2 id={PROVIDER_ALERTS_ANCHOR} className="title-card">
        {m.provider_alerts({ count: total, shown: formatNumber(total) })}
      </h2>
      <ul className="mt-3 flex flex-col gap-4">
        {items.map((alert) => (
          <li key={alert.id} data-alert={alert.id} className="flex flex-col gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <SeverityBadge severity={alert.severity} />
              <time dateTime={alert.createdAt} className="text-sm text-muted">
                {formatDate(alert.createdAt)}
              </time>
              <LanguageLabel language={alert.language} />
            </p>
            <h3 className="font-semibold">
              <AlertTitleLink alert={alert} />
            </h3>
            <AlertAdvice alert={alert} />
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="mt-3">
          <Link to={pathTo('/alerts')} className={textLinkClass()}>
            {m.provider_alerts_more()}
          </Link>
        </p>
      )}
    </section>
  );
}
