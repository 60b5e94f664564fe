import type { RegtechAlert } from '@hakiki/contract/regtech';
import { severities } from '@hakiki/contract/alert-values';
import { Link } from 'react-router';
import { SeverityBadge } from '../../components/alerts/severity.tsx';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { LongText } from '../../components/long-text.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { severityLabel } from '../../lib/alerts/labels.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { countryName, listCountryOptions } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { alertsQuery } from './regtech-queries.ts';
import { alertsPath, type AlertFilters, parseAlertFilters } from './regtech-url.ts';

const linkClass = 'font-semibold text-brand underline underline-offset-4';

const AnnouncementSource = ({
  title,
  source: { name, url },
}: {
  title: string;
  source: NonNullable<RegtechAlert['source']>;
}) => (
  <>
    <p className="text-sm text-muted">{m.regtech_news_by({ name })}</p>
    <a href={url} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {m.regtech_news_open()}
      <span className="sr-only">: {title}</span>
    </a>
  </>
);

export function Alerts({ filters }: { filters: AlertFilters }) {
  const { country, severity } = filters;
  return (
    <div className="flex flex-col gap-6">
      <FilterForm
        label={m.regtech_filter()}
        action={alertsPath({ country: '', severity: '' })}
        fixed={{ tab: 'alerts' }}
        toPath={(chosen) => alertsPath(parseAlertFilters(chosen))}
        isFiltered={Boolean(country || severity)}
        filters={[
          {
            name: 'country',
            label: m.regtech_country(),
            allLabel: m.regtech_all_countries(),
            value: country,
            options: listCountryOptions(),
          },
          {
            name: 'severity',
            label: m.regtech_severity(),
            allLabel: m.regtech_all_severities(),
            value: severity,
            options: toOptions(severities, severityLabel),
          },
        ]}
      />
      <AlertList filters={filters} />
    </div>
  );
}

function AlertList({ filters }: { filters: AlertFilters }) {
  const alerts = useQuery(alertsQuery(filters));
  if (alerts.status === 'loading') return <Skeleton label={m.regtech_loading()} className="h-48" />;
  if (alerts.status === 'failed') return <QueryFailure message={m.regtech_alerts_failed()} query={alerts} />;
  if (alerts.data.length === 0) return <Notice icon="empty" title={m.regtech_no_alerts()} />;
  return (
    <ul className="flex flex-col gap-4">
      {alerts.data.map(({ id, title, description, alertSeverity, country, createdAt, source }) => (
        <li key={id}>
          <article className="flex min-w-0 flex-col items-start gap-2 rounded-card border border-line bg-surface p-4">
            <SeverityBadge severity={alertSeverity} />
            <h3 className="title-card max-w-full wrap-anywhere">{title}</h3>
            <p className="text-sm text-muted">
              {[formatDate(createdAt), ...country.split(', ').filter(Boolean).map(countryName)].join(' · ')}
            </p>
            <LongText text={description} />
            {source ? (
              <AnnouncementSource title={title} source={source} />
            ) : (
              <Link to={pathTo(`/alerts/${id}`)} className={linkClass}>
                {m.regtech_alert_open()}
                <span className="sr-only">: {title}</span>
              </Link>
            )}
          </article>
        </li>
      ))}
    </ul>
  );
}
