import type { Report } from '@hakiki/contract/reports';
import { reportTypeLabel } from '../../lib/alerts/labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { SeverityBadge } from './severity.tsx';
import { AppealLink, AppealNotice } from '../filings/appeal.tsx';
import { History } from '../history/history.tsx';
import { LanguageLabel } from '../language-label.tsx';
import { MemberText } from './member-text.tsx';
import { ProviderLink } from '../providers/link.tsx';
import { BusinessReply } from '../replies/business-reply.tsx';
import { ReportStatusLabel, UnderReviewNote } from './report-status.tsx';

export function ReportCard({ item: report, isMember }: { item: Report; isMember: boolean }) {
  const title = reportTypeLabel(report.reportType);
  const isPublic = report.status === 'investigating' || report.status === 'resolved';
  return (
    <article data-report={report.id} className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        <SeverityBadge severity={report.severity} />
        {isMember && <ReportStatusLabel status={report.status} />}
        <LanguageLabel language={report.language} />
      </p>
      <h3 className="title-card first-letter:uppercase">{title}</h3>
      {report.status === 'pending' && <UnderReviewNote />}
      <AppealNotice since={report.appealSince} />
      <MemberText item={{ ...report, title }} isMember={isMember} />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        {report.reporterLocation && <span>{m.reports_from({ place: report.reporterLocation })}</span>}
        <time dateTime={report.createdAt}>{formatDate(report.createdAt)}</time>
      </p>
      {report.reply && <BusinessReply reply={report.reply} />}
      {report.providerId && <ProviderLink id={report.providerId} />}
      {isPublic && (
        <>
          <History subject={{ kind: 'report', id: report.id }} label={m.history_report()} about={title} />
          <AppealLink subject="report" id={report.id} about={title} />
        </>
      )}
    </article>
  );
}
