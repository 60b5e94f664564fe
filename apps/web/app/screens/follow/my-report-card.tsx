import { toReference } from '@hakiki/contract/filing-values';
import type { MyReport } from '@hakiki/contract/alerts';
import { SeverityBadge } from '../../components/alerts/severity.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { alertTypeLabel } from '../../lib/alerts/labels.ts';
import { listCountryNames } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { StatusBadge } from '../../components/filings/status-badge.tsx';
import { AlertLink } from './filing-status.tsx';
import { FilingPanel } from './filing-panel.tsx';

export function MyReportCard({ report }: { report: MyReport }) {
  const titleId = `report-${report.id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <header className="flex flex-col gap-2">
        <h2 id={titleId} className="title-card wrap-break-word">
          {report.title}
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={report.status} />
          {report.status === 'approved' && <PublicTag />}
          <SeverityBadge severity={report.severity} />
        </p>
      </header>
      <p className="whitespace-pre-line wrap-break-word">{report.description}</p>
      <Facts report={report} />
      {report.mergedInto && <AlertLink id={report.mergedInto} />}
      <FilingPanel id={report.id} title={report.title} />
    </article>
  );
}

const PublicTag = () => (
  <span className="inline-flex items-center gap-1.5 rounded-full border border-line-strong px-2.5 py-0.5 text-sm font-semibold">
    <Icon name="globe" className="size-4" />
    {m.my_reports_public()}
  </span>
);

function Facts({ report: { id, alertType, affectedProvider, affectedCountries, createdAt } }: { report: MyReport }) {
  const facts = [
    [m.my_reports_type(), alertTypeLabel(alertType)],
    [m.my_reports_provider(), affectedProvider],
    [m.my_reports_countries(), listCountryNames(affectedCountries)],
    [m.my_reports_sent_on(), formatDate(createdAt)],
    [m.follow_reference(), toReference(id)],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([term, value]) => (
          <div key={term} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{term}:</dt>
            <dd className="min-w-0 wrap-break-word">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
