import type { KnownIndicator, Lookup, LookupAlert, ProviderMatch } from '@hakiki/contract/lookup';
import { alertPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AlertFacts } from '../../components/alerts/facts.tsx';
import { AlertAdvice } from '../../components/alerts/title-link.tsx';
import { LanguageLabel } from '../../components/language-label.tsx';
import { SeverityBadge } from '../../components/alerts/severity.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { providerPath, pathTo } from '../../lib/pages/paths.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';

/** Warnings that the answer to a search does not show itself, regardless of the filters of the list. */
export function SearchWarnings({
  title,
  warnings: { warned, alerts, indicators },
}: {
  title: string;
  warnings: Pick<Lookup, 'warned' | 'alerts' | 'indicators'>;
}) {
  if (warned.length + alerts.length + indicators.length === 0) return null;
  return (
    <section
      aria-labelledby="search-warnings"
      className="rounded-card border-2 border-flagged-line bg-surface"
      data-testid="search-warnings"
    >
      <h2
        id="search-warnings"
        className="flex items-center gap-2 rounded-t-card bg-flagged-soft px-4 py-2.5 font-semibold wrap-break-word text-flagged"
      >
        <Icon name="warning" /> <span className="min-w-0 wrap-break-word">{title}</span>
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

const WarningItem = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-col items-start gap-1 py-3">{children}</li>
);

const titleClass = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';

function ProviderWarning({ provider: { id, name, otherNames, verificationStatus } }: { provider: ProviderMatch }) {
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
    <p className="flex flex-wrap items-center gap-2">
      <SeverityBadge severity={alert.severity} />
      <LanguageLabel language={alert.language} />
    </p>
    <Link to={pathTo(alertPath(alert.id))} lang={alert.language} className={titleClass}>
      {alert.title}
    </Link>
    {alert.advice && <AlertAdvice alert={alert} />}
    <AlertFacts alert={alert} />
  </>
);
