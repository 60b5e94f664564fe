import type { Provider } from '@hakiki/contract/directory';
import type { KnownIndicator, Lookup, LookupAlert, WarnedProvider } from '@hakiki/contract/lookup';
import { alertPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AlertFacts } from '../../components/alerts/facts.tsx';
import { SeverityBadge } from '../../components/alerts/severity.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { providerPath, pathTo } from '../../lib/pages/paths.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';

/** Warnings about the searched name, above the list and regardless of its filters. */
export function SearchWarnings({
  search,
  lookup,
  listedProviders,
}: {
  search: string;
  lookup: QueryState<Lookup>;
  listedProviders: readonly Provider[];
}) {
  return (
    <div aria-live="polite">
      {lookup.status === 'failed' && (
        <div className="mb-5">
          <QueryFailure message={m.lookup_failed()} query={lookup} />
        </div>
      )}
      {lookup.status === 'ready' && <Warnings search={search} lookup={lookup.data} listedProviders={listedProviders} />}
    </div>
  );
}

function Warnings({
  search,
  lookup,
  listedProviders,
}: {
  search: string;
  lookup: Lookup;
  listedProviders: readonly Provider[];
}) {
  const warned = lookup.warned.filter(({ id }) => !listLeadingFlaggedIds(listedProviders).includes(id));
  const { alerts, indicators } = lookup;
  if (warned.length + alerts.length + indicators.length === 0) return null;
  return (
    <section
      aria-labelledby="search-warnings"
      className="mb-6 rounded-card border-2 border-flagged-line bg-surface"
      data-testid="search-warnings"
    >
      <h2
        id="search-warnings"
        className="flex items-center gap-2 rounded-t-card bg-flagged-soft px-4 py-2.5 font-semibold break-words text-flagged"
      >
        <Icon name="warning" /> <span className="min-w-0 break-words">{m.lookup_warnings({ search })}</span>
      </h2>
      <ul className="divide-y divide-line px-4">
        {warned.map((provider) => (
          <WarningItem key={provider.id}>
            <ProviderWarning provider={provider} />
          </WarningItem>
        ))}
        {indicators.map((indicator, index) => (
          <WarningItem key={`${indicator.kind}-${index}`}>
            <IndicatorWarning indicator={indicator} />
          </WarningItem>
        ))}
        {alerts.map((alert) => (
          <WarningItem key={alert.id}>
            <AlertWarning alert={alert} />
          </WarningItem>
        ))}
      </ul>
      {alerts.length > 0 && (
        <p className="border-t border-line px-4">
          <Link to={pathTo('/alerts')} className={textLinkClass()}>
            {m.lookup_all_alerts()}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Flagged providers at the start of the list are not repeated as warnings. */
function listLeadingFlaggedIds(listedProviders: readonly Provider[]): string[] {
  const firstOther = listedProviders.findIndex(({ verificationStatus }) => verificationStatus !== 'Flagged');
  return listedProviders.slice(0, firstOther === -1 ? undefined : firstOther).map(({ id }) => id);
}

const WarningItem = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-col items-start gap-1 py-3">{children}</li>
);

const titleClass = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';

function ProviderWarning({ provider: { id, name, otherNames, verificationStatus } }: { provider: WarnedProvider }) {
  return (
    <>
      <VerdictBadge status={verificationStatus} />
      <Link to={providerPath(id)} className={titleClass}>
        {name}
      </Link>
      {otherNames.length > 0 && (
        <p className="text-sm text-muted">{m.also_known_as({ names: otherNames.join(', ') })}</p>
      )}
      <p>{verificationStatus === 'Suspended' ? m.lookup_suspended() : m.lookup_flagged()}</p>
    </>
  );
}

const IndicatorWarning = ({ indicator: { kind, reportCount } }: { indicator: KnownIndicator }) => (
  <p className="flex items-start gap-2">
    <Icon name="flag" className="mt-0.5 text-flagged" />
    <span>
      <strong>{indicatorLabels[kind]()}:</strong>{' '}
      {m.lookup_indicator({ count: reportCount, shown: formatNumber(reportCount) })}
    </span>
  </p>
);

const AlertWarning = ({ alert }: { alert: LookupAlert }) => (
  <>
    <SeverityBadge severity={alert.severity} />
    <Link to={pathTo(alertPath(alert.id))} lang={alert.language} className={titleClass}>
      {alert.title}
    </Link>
    {alert.advice && <p lang={alert.language}>{alert.advice}</p>}
    <AlertFacts alert={alert} />
  </>
);
