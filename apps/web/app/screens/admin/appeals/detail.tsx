/** An appeal: its text, the public page, the history of the verdict, and the decision. */
import { appealRules } from '@hakiki/contract/appeal-values';
import type { AdminAppealDetail } from '@hakiki/contract/appeals-admin';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { appealSubjectLabels, appellantLabels, appealWishLabels } from '../../../lib/filings/appeal-labels.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { verdictPath } from '../../../lib/pages/paths.ts';
import { useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { NewTabAnchor } from '../../../components/new-tab-anchor.tsx';
import { m } from '../../../paraglide/messages.js';
import { AppealDecision } from './decision.tsx';
import { appealQuery } from './queries.ts';
import { formatTimeLeft, isOverdue } from '../parts/time-left.ts';
import { stateLabel } from '../parts/decision-labels.ts';
import { TitledSection } from '../parts/titled-section.tsx';
import { PagePreview } from '../parts/page-preview.tsx';
import { TimelineEntry } from '../parts/timeline.tsx';
import { Fact, FilingText } from '../parts/filing-text.tsx';

export function AppealDetail({ id, backPath }: { id: string; backPath: string }) {
  const appeal = useQuery(appealQuery(id));
  return (
    <div className="flex flex-col gap-4">
      <Link
        to={backPath}
        className="inline-flex min-h-11 items-center gap-1 self-start text-brand underline-offset-4 hover:underline"
      >
        <Icon name="chevron-left" className="size-4" /> {m.appeals_back()}
      </Link>
      {appeal.status === 'loading' && <Skeleton label={m.appeals_loading()} className="h-120" />}
      {appeal.status === 'failed' && <QueryFailure message={m.appeals_detail_failed()} query={appeal} />}
      {appeal.status === 'ready' && <AppealView appeal={appeal.data} />}
    </div>
  );
}

function AppealView({ appeal }: { appeal: AdminAppealDetail }) {
  const store = useQueryStore();
  return (
    <article className="grid min-w-0 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <AppealHeader appeal={appeal} />
        <TitledSection title={m.appeals_says()}>
          <FilingText filing={appeal.filing} onAsked={() => void store.reload(appealQuery(appeal.id))} />
        </TitledSection>
        <TitledSection title={m.appeals_page()}>
          <PagePreview proposal={appeal} text={m.appeals_page_text()} goneText={m.appeals_page_gone()} />
        </TitledSection>
        <TitledSection title={m.appeals_history()}>
          {appeal.decisions.length === 0 && <p className="text-muted">{m.admin_timeline_empty()}</p>}
          <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
            {appeal.decisions.map((decision) => (
              <TimelineEntry key={decision.id} decision={decision} />
            ))}
          </ol>
        </TitledSection>
      </div>
      <div className="lg:sticky lg:top-16 lg:self-start">
        <AppealDecision appeal={appeal} />
      </div>
    </article>
  );
}

function AppealHeader({ appeal }: { appeal: AdminAppealDetail }) {
  const { subject, subjectId, subjectTitle, reference, askedBy, wants, createdAt, isNoticed, isRecorded } = appeal;
  const isOpen = appeal.status === 'pending';
  return (
    <header className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        {appealSubjectLabels[subject]()}, {reference}
      </p>
      <h2 className="text-xl font-bold wrap-anywhere">
        {/* In a new tab, so that nothing typed here is lost. */}
        <NewTabAnchor
          href={verdictPath(subject, subjectId)}

          className="underline underline-offset-4"
        >
          {subjectTitle}
        </NewTabAnchor>
      </h2>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={m.appeals_column_who()}>
          {appellantLabels[askedBy]()}{' '}
          <span className="text-sm text-muted">{isRecorded ? m.appeals_recorded() : m.appeals_claim()}</span>
        </Fact>
        <Fact name={m.appeals_column_wants()}>{appealWishLabels[wants]()}</Fact>
        <Fact name={m.appeals_column_received()}>{formatDate(createdAt)}</Fact>
        {isOpen ? (
          <Fact name={m.appeals_column_clock()}>
            <span className={isOverdue(appeal) ? 'font-semibold text-flagged' : ''}>
              {formatTimeLeft(appeal)}{' '}
              <span className="text-sm">({m.appeals_due_by({ date: formatDate(appeal.dueAt) })})</span>
            </span>
          </Fact>
        ) : (
          <Fact name={m.appeals_column_outcome()}>{stateLabel(appeal.status)}</Fact>
        )}
      </dl>
      {isOpen && !isNoticed && (
        <p className="text-sm text-muted">{m.appeals_quiet({ months: appealRules.quietMonths })}</p>
      )}
    </header>
  );
}
