import type { Alert } from '@hakiki/contract/alerts';
import type { AlertStatus } from '@hakiki/contract/alert-values';
import { alertPath } from '@hakiki/contract/site';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { AlertFacts } from './facts.tsx';
import { AlertAdvice, AlertTitleLink } from './title-link.tsx';
import { SeverityBadge } from './severity.tsx';
import { History } from '../history/history.tsx';
import { LanguageLabel } from '../language-label.tsx';
import { MemberText } from './member-text.tsx';
import { ProviderLink } from '../providers/link.tsx';
import { ReportStatusLabel, UnderReviewNote } from './report-status.tsx';

export type ListedAlert = Pick<
  Alert,
  'id' | 'title' | 'description' | 'descriptionCut' | 'alertType' | 'severity' | 'affectedCountries' | 'createdAt'
> &
  Partial<Pick<Alert, 'reportCount' | 'isVerified' | 'affectedProvider' | 'advice' | 'language'>> & {
    /** Only sent to its creator. */
    ownStatus?: AlertStatus;
  };

export function AlertCard({ item: alert, isMember }: { item: ListedAlert; isMember: boolean }) {
  const { ownStatus } = alert;
  const { advice, language } = alert;
  // Only public alerts have advice.
  const alertWithAdvice = advice !== undefined && language ? { ...alert, advice, language } : undefined;
  const isPublic = ownStatus === undefined || ownStatus === 'approved';
  return (
    <article data-alert={alert.id} className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        <SeverityBadge severity={alert.severity} />
        {ownStatus && <ReportStatusLabel status={ownStatus} />}
        <LanguageLabel language={alert.language} />
      </p>
      <h3 lang={getStoredTextLang(alert.language)} className="title-card">
        {isPublic ? <AlertTitleLink alert={alert} /> : alert.title}
      </h3>
      {ownStatus === 'pending' && <UnderReviewNote />}
      {alertWithAdvice && <AlertAdvice alert={alertWithAdvice} />}
      <MemberText item={alert} isMember={isMember || ownStatus !== undefined} openPath={pathTo(alertPath(alert.id))} />
      <AlertFacts alert={alert} />
      {alert.affectedProvider && <ProviderLink id={alert.affectedProvider} />}
      {isPublic && <History subject={{ kind: 'alert', id: alert.id }} label={m.history_alert()} about={alert.title} />}
    </article>
  );
}
