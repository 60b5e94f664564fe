import type { RegtechAlert } from '@hakiki/contract/regtech';
import type { RegtechSeverity } from '@hakiki/contract/regtech-values';
import { Link } from 'react-router';
import { LongText } from '../../components/long-text.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import type { IconName } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { m } from '../../paraglide/messages.js';
import { alertsQuery } from './regtech-queries.ts';

const severityBadges: Record<RegtechSeverity, { icon: IconName; className: string; label: () => string }> = {
  critical: { icon: 'warning', className: 'bg-flagged-soft text-flagged', label: m.regtech_severity_critical },
  warning: { icon: 'flag', className: 'bg-high-soft text-high', label: m.regtech_severity_warning },
  info: { icon: 'info', className: 'bg-pending-soft text-pending', label: m.regtech_severity_info },
};

function SeverityBadge({ severity }: { severity: RegtechSeverity }) {
  const { icon, className, label } = severityBadges[severity];
  return (
    <Badge icon={icon} className={className}>
      {label()}
    </Badge>
  );
}

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

export function Alerts() {
  const alerts = useQuery(alertsQuery);
  if (alerts.status === 'loading') return <Skeleton label={m.regtech_loading()} className="h-48" />;
  if (alerts.status === 'failed') return <QueryFailure message={m.regtech_alerts_failed()} query={alerts} />;
  if (alerts.data.length === 0) return <Notice icon="empty" title={m.regtech_no_alerts()} />;
  return (
    <ul className="flex flex-col gap-4">
      {alerts.data.map(({ id, title, description, severity, country, createdAt, source }) => (
        <li key={id}>
          <article className="flex min-w-0 flex-col items-start gap-2 rounded-card border border-line bg-surface p-4">
            <SeverityBadge severity={severity} />
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
