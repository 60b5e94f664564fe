/** A case: its reports side by side, what they have in common, and the decision. */
import type { AnswerTemplate, CaseDetail, CaseFiling } from '@hakiki/contract/triage-admin';
import { caseLimits } from '@hakiki/contract/admin-values';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Callout } from '../../../components/ui/callout.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatFilingTitle } from '../../../lib/alerts/labels.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-labels.ts';
import { Timestamp } from '../../../components/timestamp.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { stateLabel } from '../parts/decision-labels.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { NewTabAnchor } from '../../../components/new-tab-anchor.tsx';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink, getPublicPath } from '../parts/links.tsx';
import { toQueuePath, type QueueUrlState } from './queue-url.ts';
import type { SampleReading, CaseDecision, RestoredTexts } from './case-state.ts';
import type { ClaimLoss } from './claim.ts';
import { findMissing, listUnconfirmedMarks, toDecision, useCaseDraft, type CaseDraft } from './case-draft.ts';
import { DecisionPanel, type DecisionProps } from './decision.tsx';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { decidedCasesQuery, reopenCase } from './queries.ts';
import { ContactDialog } from '../parts/contact-dialog.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { FilingPane } from './filing.tsx';
import { useQueueKeys } from './keys.ts';
import { rowButtonClass } from '../parts/table.tsx';
import { DecidedBadge, SnoozeNote, QuestionBadge, UnexaminedBadge } from './snooze.tsx';
import { CaseActions } from './case-actions.tsx';
import { PublishDialog, RedactionDialog } from './redaction.tsx';
import { SamplePanel } from './sample.tsx';
import { formatTimeOfDay } from '../parts/time-of-day.ts';
import { AgeBadge, CountryCodes, KeyHint, outcomeLabel } from './labels.tsx';

interface Props {
  urlState: QueueUrlState;
  detail: CaseDetail;
  until: number;
  loss: ClaimLoss | undefined;
  sample?: SampleReading | undefined;
  /** The texts of a decision that was undone. */
  restored?: RestoredTexts | undefined;
  isSubmitting: boolean;
  isShowingMore: boolean;
  templates: readonly AnswerTemplate[];
  /** Reports that were on the screen. Only these are decided. */
  seen: ReadonlySet<string>;
  onSeen: (filingId: string) => void;
  /** Buttons of the queue, e.g. for the next case. */
  queueButtons?: ReactNode;
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

type OpenDialog = { kind: 'question' | 'contact' | 'words' | 'publish'; index: number };

/** True if another page would be more than can be decided at once. */
const isFullPage = ({ filings }: CaseDetail): boolean => filings.length + caseLimits.page > caseLimits.maxDecided;

export function TriageCase(props: Props) {
  const { detail, loss, sample, seen, isShowingMore, templates } = props;
  const { filings } = detail;
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const firstChoice = useRef<HTMLInputElement>(null);
  const reports = useRef<HTMLElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  // Fewer reports are shown after a partial decision.
  const current = Math.min(currentIndex, Math.max(0, filings.length - 1));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shownEvidence, setShownEvidence] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>();
  const draft = useCaseDraft(detail, { selected, seen }, props.restored);
  const mayOpenContact = useStaffRole() !== 'moderator';

  const isClosed = detail.undecidedCount === 0;
  const move = (step: 1 | -1) => setCurrentIndex((index) => Math.min(Math.max(index + step, 0), filings.length - 1));
  const decide = (decision: CaseDecision['decision']) => draft.change({ decision, missing: undefined });
  const setReason = (reason: string) => draft.change({ reason, missing: undefined });
  // The newly loaded report becomes the current one.
  const showMore = () => {
    if (loss || isShowingMore) return;
    const index = filings.length;
    if (sample) void props.onReadSample(sample.like).then(() => sample.read < sample.size && setCurrentIndex(index));
    else if (detail.unreadCount > 0 && !isFullPage(detail)) void props.onMore().then(() => setCurrentIndex(index));
  };
  const drawSample = () => {
    const like = filings[current];
    if (like && !loss && !isShowingMore) void props.onReadSample(like).then(() => setCurrentIndex(filings.length));
  };
  const editTexts = (index: number) => {
    const filing = filings[index];
    if (!filing || filing.status !== 'pending' || loss || !detail.isOwn) return;
    draft.change({ reviewedIds: new Set([...draft.reviewedIds, filing.id]) });
    setDialog({ kind: 'words', index });
  };
  const submit = ({ isConfirmed = false } = {}) => {
    if (loss || isClosed) return;
    const missing = findMissing(draft, sample);
    if (missing || !draft.decision) {
      draft.change({ missing });
      // On a phone the field may be far below.
      if (missing === 'decision') firstChoice.current?.focus();
      if (missing === 'reason') reasonField.current?.focus();
      if (missing === 'seen') reports.current?.scrollIntoView({ block: 'start' });
    } else if (!isConfirmed && listUnconfirmedMarks(draft).length > 0) setDialog({ kind: 'publish', index: current });
    else props.onSubmit(toDecision(draft.decision, draft));
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
    template: (index) => templates[index] && setReason(templates[index].text),
    submit: () => submit(),
    select: currentActions.onSelect,
    evidence: currentActions.onEvidence,
    words: currentActions.onEditTexts,
    question: currentActions.onQuestion,
    contact: currentActions.onContact,
    release: props.onRelease,
  });

  return (
    // Space for the submit bar at the bottom of a small screen. On a wide one the decision is docked at the right.
    <div className="flex flex-col gap-4 max-lg:pb-16 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="flex min-w-0 flex-col gap-3">
        <CaseHeader {...props} isClosed={isClosed} />
        <CaseButtons {...props} isClosed={isClosed} filing={filings[current]} chosen={draft.chosen} />
        {detail.snooze && <SnoozeNote caseId={detail.id} snooze={detail.snooze} onUnsnoozed={props.onReclaim} />}
        {loss && <ClaimLostNotice loss={loss} onReclaim={props.onReclaim} />}
        <section ref={reports} aria-label={m.triage_reports()} className="flex min-w-0 scroll-mt-16 flex-col gap-3">
          {filings.length > 1 && (
            <FilingNumbers detail={detail} current={current} selected={selected} seen={seen} onMove={setCurrentIndex} />
          )}
          <UnreadReports
            {...props}
            draft={draft}
            isClosed={isClosed}
            canDraw={filings[current]?.status === 'pending'}
            onDraw={drawSample}
            onNext={showMore}
          />
          <FilingPanes
            filings={filings}
            current={current}
            selected={selected}
            shownEvidence={shownEvidence}
            createActions={createFilingActions}
            onSeen={props.onSeen}
          />
        </section>
      </div>
      <aside className="lg:sticky lg:top-16 lg:row-span-2">
        {isClosed ? (
          <CaseClosedNotice detail={detail} onReopened={() => props.onShow(detail.id)} />
        ) : (
          <CaseDecisionPanel
            {...props}
            draft={draft}
            decisionFields={{
              reasonField,
              firstChoice,
              onDecision: decide,
              onReason: setReason,
              onSubmit: () => submit(),
            }}
          />
        )}
      </aside>
      <div className="grid gap-4 md:grid-cols-2">
        <Indicators detail={detail} />
        <SimilarCases detail={detail} />
      </div>
      {dialog && (
        <CaseDialog
          {...props}
          dialog={dialog}
          draft={draft}
          onEdit={({ id }) => editTexts(filings.findIndex((filing) => filing.id === id))}
          onPublish={() => submit({ isConfirmed: true })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}

/** One line on a wide screen: the first report shows the whole title. */
function CaseHeader({ urlState, detail, isClosed }: Props & { isClosed: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus: a screen reader announces the new case, and the keyboard shortcuts work at once.
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm lg:flex-nowrap lg:whitespace-nowrap">
      <Link to={toQueuePath({ ...urlState, caseId: undefined })} className={rowButtonClass()}>
        <Icon name="chevron-left" className="size-4" />
        <span className="lg:sr-only">{m.triage_back()}</span> <KeyHint>b</KeyHint>
      </Link>
      <h2
        ref={heading}
        tabIndex={-1}
        title={formatFilingTitle(detail)}
        className="text-lg font-bold wrap-break-word outline-none max-lg:w-full lg:min-w-24 lg:flex-1 lg:truncate"
      >
        {formatFilingTitle(detail)}
      </h2>
      {isClosed ? <DecidedBadge /> : <AgeBadge age={detail.age} dueAt={detail.dueAt} />}
      <QuestionBadge question={detail.question} />
      {detail.hasUnexamined && <UnexaminedBadge />}
      {detail.severity && <SeverityBadge severity={detail.severity} />}
      <span>{m.triage_reports_count({ count: detail.filingCount })}</span>
      <CountryCodes countries={detail.countries} />
      {detail.publicAlert && (
        <NewTabLink href={getPublicPath({ subject: 'alert', subjectId: detail.publicAlert.id })!}>
          {m.console_link_alert()}
        </NewTabLink>
      )}
    </header>
  );
}

interface CaseButtonsProps extends Props {
  isClosed: boolean;
  filing: CaseFiling | undefined;
  chosen: readonly CaseFiling[];
}

const CaseButtons = ({ isClosed, filing, chosen, ...props }: CaseButtonsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    {!isClosed && (
      <CaseActions
        detail={props.detail}
        filing={filing}
        chosen={chosen}
        isDisabled={props.loss !== undefined}
        onShow={props.onShow}
        onSnoozed={props.onSnoozed}
      />
    )}
    {props.detail.isOwn && (
      <button
        type="button"
        title={m.triage_held_until({ time: formatTimeOfDay(props.until) })}
        onClick={props.onRelease}
        className={rowButtonClass()}
      >
        {m.triage_release()} <KeyHint>l</KeyHint>
      </button>
    )}
    {props.queueButtons}
  </div>
);

type FilingActions = Pick<
  ComponentProps<typeof FilingPane>,
  'onSelect' | 'onEvidence' | 'onEditTexts' | 'onQuestion' | 'onContact'
>;

interface PanesProps {
  filings: readonly CaseFiling[];
  current: number;
  selected: ReadonlySet<string>;
  shownEvidence: ReadonlySet<string>;
  createActions: (index: number) => FilingActions;
  onSeen: (filingId: string) => void;
}

/** The first report stays on the left, the current one beside it. */
function FilingPanes({ filings, current, selected, shownEvidence, createActions, onSeen }: PanesProps) {
  const shown = filings.length > 1 ? [0, current === 0 ? 1 : current] : [0];
  return (
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
            onSeen={() => onSeen(filing.id)}
            {...createActions(index)}
          />
        );
      })}
    </div>
  );
}

type DecisionFields = Pick<DecisionProps, 'reasonField' | 'firstChoice' | 'onDecision' | 'onReason' | 'onSubmit'>;

interface DecisionPanelProps extends Props {
  draft: CaseDraft;
  decisionFields: DecisionFields;
}

function CaseDecisionPanel({ draft, decisionFields, ...props }: DecisionPanelProps) {
  const { detail, loss, sample, isSubmitting, templates } = props;
  const { decision, lead, missing, alerts } = draft;
  return (
    <DecisionPanel
      {...decisionFields}
      decision={decision}
      reason={draft.reason}
      advice={draft.canPublish ? draft.advice : undefined}
      templates={templates}
      undecidedCount={draft.undecided.length}
      unreadCount={detail.unreadCount}
      selectedCount={draft.chosen.length}
      decidedCount={draft.decidedFilings.length}
      published={
        decision === 'approve' && alerts.length > 0
          ? {
              alerts,
              shownFilings: detail.filings,
              lead,
              mergedCount: draft.decidedFilings.length - 1,
              publicAlert: detail.publicAlert,
              earlier: draft.earlier ?? null,
              isMerging: draft.isMerging,
            }
          : undefined
      }
      includesUnread={sample !== undefined && sample.restCount > 0}
      isBusy={isSubmitting}
      isDisabled={loss !== undefined}
      missing={missing}
      onAdvice={(advice) => draft.change({ advice })}
      onLead={(id) => draft.change({ lead: id })}
      onMerge={(mergeChoice) => draft.change({ mergeChoice })}
      onManageTemplates={props.onManageTemplates}
    />
  );
}

interface DialogProps extends Props {
  dialog: OpenDialog;
  draft: CaseDraft;
  onEdit: (filing: CaseFiling) => void;
  onPublish: () => void;
  onClose: () => void;
}

function CaseDialog({ dialog, draft, onEdit, onPublish, onClose, ...props }: DialogProps) {
  const filing = props.detail.filings[dialog.index];
  if (dialog.kind === 'publish') {
    const publish = () => {
      onClose();
      onPublish();
    };
    return (
      <PublishDialog filings={listUnconfirmedMarks(draft)} onClose={onClose} onEdit={onEdit} onPublish={publish} />
    );
  }
  if (!filing) return null;
  if (dialog.kind === 'contact') return <ContactDialog filing={filing} onClose={onClose} />;
  return dialog.kind === 'question' ? (
    <QuestionDialog filing={filing} templates={props.templates} onClose={onClose} onSent={props.onReclaim} />
  ) : (
    <RedactionDialog filing={filing} onClose={onClose} onSaved={props.onTextSaved} onRejected={props.onReclaim} />
  );
}

/** A rejected report can come back; a public one is changed in its tab, because that may need a second person. */
function CaseClosedNotice({ detail, onReopened }: { detail: CaseDetail; onReopened: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const canReopen = detail.filings.some(({ status }) => status === 'rejected');
  return (
    <Callout icon="check-circle" title={m.triage_closed()}>
      <LastDecision detail={detail} />
      <p className="text-sm">{m.triage_closed_text()}</p>
      {canReopen && (
        <button type="button" onClick={() => setAsking(true)} className={buttonClass('secondary', 'mt-3')}>
          {m.triage_reopen()}
        </button>
      )}
      {isAsking && (
        <ReasonDialog
          title={m.triage_reopen_title()}
          saveLabel={m.triage_reopen()}
          hint={m.triage_reopen_hint()}
          mutation={reopenCase}
          getInput={(reason) => ({ params: { id: detail.id }, body: { reason } })}
          success={({ reopened }) => ({ title: m.triage_reopened({ count: reopened }) })}
          onClose={() => setAsking(false)}
          onDone={onReopened}
        />
      )}
    </Callout>
  );
}

/** Found by the number of the first report, which every moderator may search. */
function LastDecision({ detail: { id, filings } }: { detail: CaseDetail }) {
  const decided = useQuery(decidedCasesQuery({ search: filings[0]?.reference, page: 1 }, 'anyone'));
  const decision = decided.status === 'ready' ? decided.data.items.find((item) => item.id === id) : undefined;
  if (!decision) return null;
  const { outcome, decidedAt, decidedBy, reason } = decision;
  return (
    <div>
      <p className="font-semibold">{stateLabel(outcome)}</p>
      <p className="text-sm text-muted">
        <Timestamp at={decidedAt} />, {m.admin_timeline_by({ name: decidedBy ?? m.admin_timeline_nobody() })}
      </p>
      {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
    </div>
  );
}

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
  seen: ReadonlySet<string>;
  onMove: (index: number) => void;
}

/** All reports as a row of numbers; a dot marks those that were not on the screen yet. */
function FilingNumbers({ detail: { filings }, current, selected, seen, onMove }: FilingNumbersProps) {
  const isUnseen = (id: string, status: string) => status === 'pending' && !seen.has(id);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="flex flex-wrap items-center gap-1">
        {filings.map(({ id, status, reference }, index) => (
          <button
            key={id}
            type="button"
            aria-label={[
              m.triage_report_number({ number: index + 1 }),
              reference,
              ...(isUnseen(id, status) ? [m.triage_unseen()] : []),
            ].join(', ')}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => onMove(index)}
            className={`relative inline-flex size-8 items-center justify-center rounded-control border text-sm max-md:size-11 ${
              index === current ? 'border-brand bg-brand font-semibold text-on-brand' : 'border-line-strong bg-surface'
            } ${status === 'pending' ? '' : 'line-through'} ${selected.has(id) ? 'ring-2 ring-brand ring-offset-1 ring-offset-paper' : ''}`}
          >
            {index + 1}
            {isUnseen(id, status) && (
              <span
                data-unseen
                className="absolute -end-1 -top-1 size-2.5 rounded-full border border-paper bg-flagged"
              />
            )}
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

interface UnreadReportsProps extends Props {
  draft: CaseDraft;
  isClosed: boolean;
  canDraw: boolean;
  onDraw: () => void;
  onNext: () => void;
}

/** How many reports are unread, and ways to read them: page by page, or a sample. */
function UnreadReports({ draft, isClosed, canDraw, onDraw, onNext, ...props }: UnreadReportsProps) {
  const { detail, loss, sample, seen, isShowingMore } = props;
  const unseenCount = draft.undecided.filter(({ id }) => !seen.has(id)).length;
  return (
    <>
      {detail.unreadCount > 0 && !sample && (
        <UnreadNotice
          count={detail.unreadCount}
          isFull={isFullPage(detail)}
          isShowing={isShowingMore}
          onMore={loss ? undefined : onNext}
        />
      )}
      {!isClosed && (detail.unreadCount > 0 || sample) && (
        <SamplePanel
          sample={sample}
          unreadCount={detail.unreadCount + unseenCount}
          decision={draft.decision}
          isSampleUnread={draft.missing === 'sample'}
          isBusy={isShowingMore || loss !== undefined}
          canDraw={canDraw}
          onDraw={onDraw}
          onNext={onNext}
          onLeave={props.onLeaveSample}
        />
      )}
    </>
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
          <NewTabAnchor
            href={toQueuePath({ order: 'oldest', caseId: id })}

            className="inline-flex min-h-8 items-center font-semibold text-brand underline max-md:min-h-11"
          >
            <span className="min-w-0 wrap-break-word">{formatFilingTitle({ title, reportType })}</span>
          </NewTabAnchor>
          <span className="block text-muted">
            {m.triage_similar_outcome({ outcome: outcomeLabel(outcome), date: formatDate(createdAt) })}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
