/** A case: its reports side by side, what they have in common, and the decision. */
import type { AnswerTemplate, CaseDetail, CaseFiling } from '@hakiki/contract/triage-admin';
import { caseLimits } from '@hakiki/contract/admin-values';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Callout } from '../../../components/ui/callout.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatFilingTitle } from '../../../lib/alerts/labels.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-labels.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink, getPublicPath } from '../parts/links.tsx';
import { toQueuePath, type QueueUrlState } from './queue-url.ts';
import type { SampleReading, CaseDecision } from './case-state.ts';
import type { ClaimLoss } from './claim.ts';
import { DecisionPanel } from './decision.tsx';
import { ContactDialog } from '../parts/contact-dialog.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { FilingPane } from './filing.tsx';
import { useQueueKeys } from './keys.ts';
import { formatShortCountries } from './list.tsx';
import { DecidedBadge, SnoozeNote, QuestionBadge, UnexaminedBadge } from './snooze.tsx';
import { CaseActions } from './case-actions.tsx';
import { getFilingMarks, getConfirmationTokens } from './marks.tsx';
import { PublishDialog, RedactionDialog } from './redaction.tsx';
import { SamplePanel } from './sample.tsx';
import { formatTimeOfDay } from '../parts/time-of-day.ts';
import { AgeBadge, KeyHint, outcomeLabel } from './labels.tsx';

interface Props {
  urlState: QueueUrlState;
  detail: CaseDetail;
  until: number;
  loss: ClaimLoss | undefined;
  sample?: SampleReading | undefined;
  isSubmitting: boolean;
  isShowingMore: boolean;
  templates: readonly AnswerTemplate[];
  onSubmit: (decision: CaseDecision) => void;
  onRelease: () => void;
  onReclaim: () => void;
  onTextSaved: (filing: CaseFiling) => void;
  onMore: () => Promise<void>;
  onReadSample: (like: SampleReading['like']) => Promise<void>;
  onLeaveSample: () => void;
  onManageTemplates: () => void;
  onShow: (caseId: string) => void;
  onSnoozed: () => void;
}

export function TriageCase(props: Props) {
  const { urlState, detail, until, loss, sample, isSubmitting, isShowingMore, templates } = props;
  const { filings } = detail;
  const heading = useRef<HTMLHeadingElement>(null);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const firstChoice = useRef<HTMLInputElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  // Fewer reports are shown after a partial decision.
  const current = Math.min(currentIndex, Math.max(0, filings.length - 1));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shownEvidence, setShownEvidence] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<CaseDecision['decision']>();
  const [reason, setReason] = useState('');
  const [advice, setAdvice] = useState('');
  const [lead, setLead] = useState<string>();
  const [mergeChoice, setMergeChoice] = useState<boolean>();
  const [missing, setMissing] = useState<'decision' | 'reason' | 'sample'>();
  const [dialog, setDialog] = useState<{ kind: 'question' | 'contact' | 'words' | 'publish'; index: number }>();
  const [reviewedIds, setReviewedIds] = useState<ReadonlySet<string>>(new Set());
  const mayOpenContact = useStaffRole() !== 'moderator';

  // Moves the focus: a screen reader announces the new case, and the keyboard shortcuts work at once.
  useEffect(() => heading.current?.focus(), []);

  const isClosed = detail.undecidedCount === 0;
  const undecided = filings.filter(({ status, kind }) => status === 'pending' && kind !== 'submission');
  const chosen = undecided.filter(({ id }) => selected.has(id));
  const decidedFilings = chosen.length > 0 ? chosen : undecided;
  const alerts = decidedFilings.filter(({ kind }) => kind === 'alert');
  const isFull = filings.length + caseLimits.page > caseLimits.maxDecided;
  const move = (step: 1 | -1) => setCurrentIndex((index) => Math.min(Math.max(index + step, 0), filings.length - 1));
  const decide = (value: CaseDecision['decision']) => {
    setDecision(value);
    setMissing(undefined);
  };
  const setReasonText = (text: string) => {
    setReason(text);
    setMissing(undefined);
  };
  // Only a scam report becomes an alert, and only if none is public yet.
  const earlier = detail.publicAlert ? undefined : detail.similar.find(({ publicAlert }) => publicAlert);
  const isMerging = earlier !== undefined && (mergeChoice ?? earlier.isOfSameTraces);
  const canPublish = decision === 'approve' && alerts.length > 0 && !detail.publicAlert && !isMerging;
  // The newly loaded report becomes the current one.
  const showMore = () => {
    if (loss || isShowingMore) return;
    const index = filings.length;
    if (sample) void props.onReadSample(sample.like).then(() => sample.read < sample.size && setCurrentIndex(index));
    else if (detail.unreadCount > 0 && !isFull) void props.onMore().then(() => setCurrentIndex(index));
  };
  const drawSample = () => {
    const like = filings[current];
    if (like && !loss && !isShowingMore) void props.onReadSample(like).then(() => setCurrentIndex(filings.length));
  };
  // One of many scam reports becomes the alert; issue reports are published themselves.
  const published = [
    ...(canPublish ? alerts.filter(({ id }, index) => (lead ? id === lead : index === 0)) : []),
    ...(decision === 'approve' ? decidedFilings.filter(({ kind }) => kind === 'report') : []),
  ];
  const listUnconfirmedMarks = () =>
    published.flatMap((filing) => {
      const marks = reviewedIds.has(filing.id) ? [] : getFilingMarks(filing);
      return marks.length > 0 ? [{ filing, marks }] : [];
    });
  const editTexts = (index: number) => {
    const filing = filings[index];
    if (!filing || filing.status !== 'pending' || loss || !detail.isOwn) return;
    setReviewedIds(new Set([...reviewedIds, filing.id]));
    setDialog({ kind: 'words', index });
  };
  const submit = ({ isConfirmed = false } = {}) => {
    if (loss || isClosed) return;
    if (!decision) {
      setMissing('decision');
      // On a phone the field may be far below.
      firstChoice.current?.focus();
      return;
    }
    if (!reason.trim()) {
      setMissing('reason');
      reasonField.current?.focus();
      return;
    }
    if (sample && sample.restCount > 0 && sample.read < sample.size) return setMissing('sample');
    if (!isConfirmed && listUnconfirmedMarks().length > 0) return setDialog({ kind: 'publish', index: current });
    props.onSubmit({
      decision,
      reason: reason.trim(),
      ...(canPublish && advice.trim() && { advice: advice.trim() }),
      ...(canPublish && lead && { lead }),
      ...(isMerging && decision === 'approve' && earlier?.publicAlert && { joins: earlier.publicAlert.id }),
      filings: decidedFilings.map(({ id }) => id),
      acknowledged: published.flatMap(getConfirmationTokens),
      isPart: decidedFilings.length < undecided.length,
    });
  };
  const createFilingActions = (index: number) => {
    const filing = filings[index];
    return {
      onSelect: () => filing?.status === 'pending' && setSelected(toggleInSet(selected, filing.id)),
      onEvidence: () => filing && setShownEvidence(toggleInSet(shownEvidence, filing.id)),
      onEditTexts: () => editTexts(index),
      onQuestion: () => setDialog({ kind: 'question', index }),
      onContact: () => filing?.hasContact && mayOpenContact && setDialog({ kind: 'contact', index }),
    };
  };
  const currentActions = createFilingActions(current);
  useQueueKeys({
    down: () => move(1),
    up: () => move(-1),
    more: showMore,
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    write: () => reasonField.current?.focus(),
    template: (index) => templates[index] && setReasonText(templates[index].text),
    submit: () => submit(),
    select: currentActions.onSelect,
    evidence: currentActions.onEvidence,
    words: currentActions.onEditTexts,
    question: currentActions.onQuestion,
    contact: currentActions.onContact,
    release: props.onRelease,
  });

  // The first report stays on the left, the current one beside it.
  const secondIndex = current === 0 ? 1 : current;
  const shown = filings.length > 1 ? [0, secondIndex] : [0];
  const dialogFiling = dialog && filings[dialog.index];

  return (
    // Space for the submit bar at the bottom of a small screen.
    <div className="flex flex-col gap-4 max-lg:pb-16">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 text-xl font-bold wrap-break-word outline-none">
            {formatFilingTitle(detail)}
          </h2>
          <div className="flex flex-wrap gap-2">
            <Link to={toQueuePath({ ...urlState, caseId: undefined })} className={buttonClass('quiet', 'text-sm')}>
              {m.triage_back()} <KeyHint>b</KeyHint>
            </Link>
            {detail.isOwn && (
              <button type="button" onClick={props.onRelease} className={buttonClass('secondary', 'text-sm')}>
                {m.triage_release()} <KeyHint>l</KeyHint>
              </button>
            )}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {isClosed ? <DecidedBadge /> : <AgeBadge age={detail.age} dueAt={detail.dueAt} />}
          <QuestionBadge question={detail.question} />
          {detail.hasUnexamined && <UnexaminedBadge />}
          {detail.severity && <SeverityBadge severity={detail.severity} />}
          <span>{m.triage_reports_count({ count: detail.filingCount })}</span>
          <span>{formatShortCountries(detail.countries)}</span>
          {detail.publicAlert && (
            <NewTabLink href={getPublicPath({ subject: 'alert', subjectId: detail.publicAlert.id })!}>
              {m.console_link_alert()}
            </NewTabLink>
          )}
          {detail.isOwn && <span className="text-muted">{m.triage_held_until({ time: formatTimeOfDay(until) })}</span>}
        </div>
      </header>
      {!isClosed && (
        <CaseActions
          detail={detail}
          filing={filings[current]}
          chosen={chosen}
          isDisabled={loss !== undefined}
          onShow={props.onShow}
          onSnoozed={props.onSnoozed}
        />
      )}
      {detail.putOff && <SnoozeNote caseId={detail.id} putOff={detail.putOff} onUnsnoozed={props.onReclaim} />}
      {loss && <ClaimLostNotice loss={loss} onReclaim={props.onReclaim} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label={m.triage_reports()} className="flex min-w-0 flex-col gap-3">
          {filings.length > 1 && (
            <FilingNumbers detail={detail} current={current} selected={selected} onMove={setCurrentIndex} />
          )}
          {detail.unreadCount > 0 && !sample && (
            <UnreadNotice
              count={detail.unreadCount}
              isFull={isFull}
              isShowing={isShowingMore}
              onMore={loss ? undefined : showMore}
            />
          )}
          <div className={`grid items-stretch gap-3 ${filings.length > 1 ? 'md:grid-cols-2' : ''}`}>
            {shown.map((index) => {
              const filing = filings[index];
              if (!filing) return null;
              return (
                <FilingPane
                  key={index === 0 ? 'lead' : 'beside'}
                  filing={filing}
                  lead={index === 0 ? undefined : filings[0]}
                  heading={index === 0 ? m.triage_lead_report() : m.triage_report_number({ number: index + 1 })}
                  isCurrent={index === current}
                  isSelected={selected.has(filing.id)}
                  isEvidenceShown={shownEvidence.has(filing.id)}
                  {...createFilingActions(index)}
                />
              );
            })}
          </div>
        </section>
        <aside className="flex flex-col gap-4 lg:sticky lg:top-4">
          {isClosed ? (
            <CaseClosedNotice />
          ) : (
            <DecisionPanel
              decision={decision}
              reason={reason}
              advice={canPublish ? advice : undefined}
              reasonField={reasonField}
              firstChoice={firstChoice}
              templates={templates}
              undecidedCount={undecided.length}
              unreadCount={detail.unreadCount}
              selectedCount={chosen.length}
              published={
                decision === 'approve' && alerts.length > 0
                  ? {
                      alerts,
                      shownFilings: filings,
                      lead,
                      mergedCount: decidedFilings.length - 1,
                      publicAlert: detail.publicAlert,
                      earlier: earlier?.publicAlert ?? null,
                      isMerging,
                    }
                  : undefined
              }
              includesUnread={sample !== undefined && sample.restCount > 0}
              isBusy={isSubmitting}
              isDisabled={loss !== undefined}
              missing={missing}
              onDecision={decide}
              onReason={setReasonText}
              onAdvice={setAdvice}
              onLead={setLead}
              onMerge={setMergeChoice}
              onSubmit={() => submit()}
              onManageTemplates={props.onManageTemplates}
            />
          )}
          {!isClosed && (detail.unreadCount > 0 || sample) && (
            <SamplePanel
              sample={sample}
              unreadCount={detail.unreadCount}
              decision={decision}
              isSampleUnread={missing === 'sample'}
              isBusy={isShowingMore || loss !== undefined}
              canDraw={filings[current]?.status === 'pending'}
              onDraw={drawSample}
              onNext={showMore}
              onLeave={props.onLeaveSample}
            />
          )}
          <Indicators detail={detail} />
          <SimilarCases detail={detail} />
        </aside>
      </div>
      {dialogFiling && dialog.kind === 'question' && (
        <QuestionDialog
          filing={dialogFiling}
          templates={templates}
          onClose={() => setDialog(undefined)}
          onSent={props.onReclaim}
        />
      )}
      {dialogFiling && dialog.kind === 'words' && (
        <RedactionDialog
          filing={dialogFiling}
          onClose={() => setDialog(undefined)}
          onSaved={props.onTextSaved}
          onRejected={props.onReclaim}
        />
      )}
      {dialog?.kind === 'publish' && (
        <PublishDialog
          filings={listUnconfirmedMarks()}
          onClose={() => setDialog(undefined)}
          onEdit={({ id }) => editTexts(filings.findIndex((filing) => filing.id === id))}
          onPublish={() => {
            setDialog(undefined);
            submit({ isConfirmed: true });
          }}
        />
      )}
      {dialogFiling && dialog.kind === 'contact' && (
        <ContactDialog filing={dialogFiling} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}

const CaseClosedNotice = () => (
  <Callout icon="check-circle" title={m.triage_closed()}>
    <p className="text-sm">{m.triage_closed_text()}</p>
  </Callout>
);

function toggleInSet(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

const lossTexts: Record<ClaimLoss, () => string> = {
  expired: m.triage_lost_expired,
  taken: m.triage_lost_taken,
  gone: m.triage_lost_gone,
};

const ClaimLostNotice = ({ loss, onReclaim }: { loss: ClaimLoss; onReclaim: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card border-2 border-flagged-line p-3">
    <Icon name="warning" className="text-flagged" />
    <div className="min-w-0 flex-1">
      <p className="font-semibold text-flagged">{m.triage_lost()}</p>
      <p className="text-sm">{lossTexts[loss]()}</p>
    </div>
    {loss !== 'gone' && (
      <button type="button" onClick={onReclaim} className={buttonClass('secondary')}>
        {m.triage_take_again()}
      </button>
    )}
  </div>
);

interface FilingNumbersProps {
  detail: CaseDetail;
  current: number;
  selected: ReadonlySet<string>;
  onMove: (index: number) => void;
}

/** All reports as a row of numbers. */
function FilingNumbers({ detail: { filings }, current, selected, onMove }: FilingNumbersProps) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-1">
        {filings.map(({ id, status, reference }, index) => (
          <button
            key={id}
            type="button"
            aria-label={`${m.triage_report_number({ number: index + 1 })}, ${reference}`}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => onMove(index)}
            className={`inline-flex size-8 items-center justify-center rounded-control border text-sm max-md:size-11 ${
              index === current ? 'border-brand bg-brand font-semibold text-on-brand' : 'border-line-strong bg-surface'
            } ${status === 'pending' ? '' : 'line-through'} ${selected.has(id) ? 'ring-2 ring-brand ring-offset-1 ring-offset-paper' : ''}`}
          >
            {index + 1}
          </button>
        ))}
        <span className="ms-2 text-sm text-muted">
          <KeyHint>j</KeyHint> <KeyHint>k</KeyHint>
        </span>
      </div>
      <p className="text-sm text-muted">{m.triage_differs()}</p>
    </div>
  );
}

interface UnreadNoticeProps {
  count: number;
  isFull: boolean;
  isShowing: boolean;
  /** Undefined while it is not possible. */
  onMore: (() => void) | undefined;
}

/** Reports that were not shown to this moderator: they are not part of the decision. */
const UnreadNotice = ({ count, isFull, isShowing, onMore }: UnreadNoticeProps) => (
  <div className="flex flex-wrap items-center gap-3 rounded-card border border-line-strong p-3 text-sm">
    <p role="status" className="min-w-0 flex-1 font-semibold">
      {m.triage_unread({ count, shown: formatNumber(count) })}
    </p>
    {onMore && !isFull && (
      <button type="button" onClick={onMore} aria-disabled={isShowing} className={buttonClass('secondary')}>
        {isShowing ? m.triage_more_showing() : m.triage_more({ count: Math.min(count, caseLimits.page) })}{' '}
        <KeyHint>m</KeyHint>
      </button>
    )}
    {onMore && isFull && <p className="text-muted">{m.triage_more_full()}</p>}
  </div>
);

/** Without an examination nothing could be found, which is different from nothing found. */
const getEmptyText = ({ hasUnexamined }: CaseDetail, getNoneText: () => string): string =>
  hasUnexamined ? m.triage_not_looked_for() : getNoneText();

const Indicators = ({ detail, detail: { indicators } }: { detail: CaseDetail }) => (
  <section aria-labelledby="triage-indicators" className="flex flex-col gap-2">
    <h3 id="triage-indicators" className="font-semibold">
      {m.triage_indicators()}
    </h3>
    {indicators.length === 0 && <p className="text-sm text-muted">{getEmptyText(detail, m.triage_indicators_none)}</p>}
    <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto text-sm">
      {indicators.map(({ kind, value, reportCount, isPublic, isFromAnswer }, index) => (
        <li key={`${kind}-${value}-${index}`} className="py-1.5">
          <span className="text-muted">{indicatorLabels[kind]()}:</span>{' '}
          <span className="font-mono wrap-anywhere">{value ?? m.follow_indicator_hidden()}</span>
          <span className="block">
            {reportCount > 0 ? m.triage_indicator_count({ count: reportCount }) : m.triage_indicator_only_here()}
            {isPublic && <span className="font-semibold"> · {m.triage_indicator_public()}</span>}
            {isFromAnswer && (
              <mark className="block w-fit rounded bg-accent-soft px-1 text-ink">
                {m.triage_indicator_from_answer()}
              </mark>
            )}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const SimilarCases = ({ detail, detail: { similar } }: { detail: CaseDetail }) => (
  <section aria-labelledby="triage-similar" className="flex flex-col gap-2">
    <h3 id="triage-similar" className="font-semibold">
      {m.triage_similar()}
    </h3>
    {similar.length === 0 && <p className="text-sm text-muted">{getEmptyText(detail, m.triage_similar_none)}</p>}
    <ul className="flex flex-col divide-y divide-line text-sm">
      {similar.map(({ id, title, reportType, outcome, createdAt }) => (
        <li key={id} className="py-1.5">
          {/* In a new tab, so that nothing typed here is lost. */}
          <a
            href={toQueuePath({ order: 'oldest', caseId: id })}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-8 items-center font-semibold text-brand underline max-md:min-h-11"
          >
            <span className="min-w-0 wrap-break-word">{formatFilingTitle({ title, reportType })}</span>
            <span className="sr-only">{m.opens_new_tab()}</span>
          </a>
          <span className="block text-muted">
            {m.triage_similar_outcome({ outcome: outcomeLabel(outcome), date: formatDate(createdAt) })}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
