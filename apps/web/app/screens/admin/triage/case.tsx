/** A case: its reports side by side, what they have in common, and the decision. */
import type { AnswerTemplate, CaseDetail, CaseFiling } from '@hakiki/contract/triage-admin';
import { caseSizes } from '@hakiki/contract/admin-values';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Callout } from '../../../components/ui/callout.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { titleInWords } from '../../../lib/alerts/words.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-words.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { m } from '../../../paraglide/messages.js';
import { LinkBeside, publicPath } from '../parts/links.tsx';
import { queuePath, type QueueAddress } from './address.ts';
import type { SampleReading, CaseDecision } from './case-state.ts';
import type { Loss } from './claim.ts';
import { DecisionPanel } from './decision.tsx';
import { ContactDialog } from '../parts/contact-dialog.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { FilingPane } from './filing.tsx';
import { useQueueKeys } from './keys.ts';
import { countriesInShort } from './list.tsx';
import { DecidedBadge, PutOffNote, QuestionBadge, UnexaminedBadge } from './put-off.tsx';
import { CaseActs } from './regroup.tsx';
import { marksOf, tokensOf } from './marks.tsx';
import { PublishDialog, RedactionDialog } from './redaction.tsx';
import { SamplePanel } from './sample.tsx';
import { timeOfDay } from '../parts/time-of-day.ts';
import { AgeBadge, Key, outcomeLabel } from './words.tsx';

interface Props {
  address: QueueAddress;
  detail: CaseDetail;
  until: number;
  loss: Loss | undefined;
  sample?: SampleReading | undefined;
  isSubmitting: boolean;
  isShowingMore: boolean;
  templates: readonly AnswerTemplate[];
  onSubmit: (decision: CaseDecision) => void;
  onRelease: () => void;
  onReclaim: () => void;
  onReworded: (filing: CaseFiling) => void;
  onMore: () => Promise<void>;
  onReadSample: (like: SampleReading['like']) => Promise<void>;
  onLeaveSample: () => void;
  onManageTemplates: () => void;
  onShow: (caseId: string) => void;
  onPutOff: () => void;
}

export function TriageCase(props: Props) {
  const { address, detail, until, loss, sample, isSubmitting, isShowingMore, templates } = props;
  const { filings } = detail;
  const heading = useRef<HTMLHeadingElement>(null);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const firstChoice = useRef<HTMLInputElement>(null);
  const [looked, setCurrent] = useState(0);
  // Fewer reports are shown after a partial decision.
  const current = Math.min(looked, Math.max(0, filings.length - 1));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shownEvidence, setShownEvidence] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<CaseDecision['decision']>();
  const [reason, setReason] = useState('');
  const [advice, setAdvice] = useState('');
  const [lead, setLead] = useState<string>();
  const [wantsToJoin, setWantsToJoin] = useState<boolean>();
  const [missing, setMissing] = useState<'decision' | 'reason' | 'sample'>();
  const [dialog, setDialog] = useState<{ kind: 'question' | 'contact' | 'words' | 'publish'; place: number }>();
  const [lookedThrough, setLookedThrough] = useState<ReadonlySet<string>>(new Set());
  const mayOpenContact = useStaffRole() !== 'moderator';

  // Moves the focus: a screen reader announces the new case, and the keyboard shortcuts work at once.
  useEffect(() => heading.current?.focus(), []);

  const isClosed = detail.undecidedCount === 0;
  const undecided = filings.filter(({ status, kind }) => status === 'pending' && kind !== 'submission');
  const chosen = undecided.filter(({ id }) => selected.has(id));
  const meant = chosen.length > 0 ? chosen : undecided;
  const alerts = meant.filter(({ kind }) => kind === 'alert');
  const isFull = filings.length + caseSizes.page > caseSizes.decidedAtOnce;
  const move = (step: 1 | -1) => setCurrent((place) => Math.min(Math.max(place + step, 0), filings.length - 1));
  const decide = (value: CaseDecision['decision']) => {
    setDecision(value);
    setMissing(undefined);
  };
  const explain = (text: string) => {
    setReason(text);
    setMissing(undefined);
  };
  // Only a scam report becomes an alert, and only if none is public yet.
  const earlier = detail.publicAlert ? undefined : detail.similar.find(({ publicAlert }) => publicAlert);
  const isJoining = earlier !== undefined && (wantsToJoin ?? earlier.isOfSameTraces);
  const canPublish = decision === 'approve' && alerts.length > 0 && !detail.publicAlert && !isJoining;
  // The newly loaded report becomes the current one.
  const showMore = () => {
    if (loss || isShowingMore) return;
    const place = filings.length;
    if (sample) void props.onReadSample(sample.like).then(() => sample.read < sample.size && setCurrent(place));
    else if (detail.unreadCount > 0 && !isFull) void props.onMore().then(() => setCurrent(place));
  };
  const drawSample = () => {
    const like = filings[current];
    if (like && !loss && !isShowingMore) void props.onReadSample(like).then(() => setCurrent(filings.length));
  };
  // One of many scam reports becomes the alert; issue reports are published themselves.
  const becomePublic = [
    ...(canPublish ? alerts.filter(({ id }, place) => (lead ? id === lead : place === 0)) : []),
    ...(decision === 'approve' ? meant.filter(({ kind }) => kind === 'report') : []),
  ];
  const unlookedAt = () =>
    becomePublic.flatMap((filing) => {
      const marks = lookedThrough.has(filing.id) ? [] : marksOf(filing);
      return marks.length > 0 ? [{ filing, marks }] : [];
    });
  const editWords = (place: number) => {
    const filing = filings[place];
    if (!filing || filing.status !== 'pending' || loss || !detail.isOwn) return;
    setLookedThrough(new Set([...lookedThrough, filing.id]));
    setDialog({ kind: 'words', place });
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
    if (!isConfirmed && unlookedAt().length > 0) return setDialog({ kind: 'publish', place: current });
    props.onSubmit({
      decision,
      reason: reason.trim(),
      ...(canPublish && advice.trim() && { advice: advice.trim() }),
      ...(canPublish && lead && { lead }),
      ...(isJoining && decision === 'approve' && earlier?.publicAlert && { joins: earlier.publicAlert.id }),
      filings: meant.map(({ id }) => id),
      acknowledged: becomePublic.flatMap(tokensOf),
      isPart: meant.length < undecided.length,
    });
  };
  const actsOn = (place: number) => {
    const filing = filings[place];
    return {
      onSelect: () => filing?.status === 'pending' && setSelected(toggled(selected, filing.id)),
      onEvidence: () => filing && setShownEvidence(toggled(shownEvidence, filing.id)),
      onWords: () => editWords(place),
      onQuestion: () => setDialog({ kind: 'question', place }),
      onContact: () => filing?.hasContact && mayOpenContact && setDialog({ kind: 'contact', place }),
    };
  };
  const acts = actsOn(current);
  useQueueKeys({
    down: () => move(1),
    up: () => move(-1),
    more: showMore,
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    write: () => reasonField.current?.focus(),
    template: (place) => templates[place] && explain(templates[place].text),
    submit: () => submit(),
    select: acts.onSelect,
    evidence: acts.onEvidence,
    words: acts.onWords,
    question: acts.onQuestion,
    contact: acts.onContact,
    release: props.onRelease,
  });

  // The first report stays on the left, the current one beside it.
  const beside = current === 0 ? 1 : current;
  const shown = filings.length > 1 ? [0, beside] : [0];
  const asked = dialog && filings[dialog.place];

  return (
    // Space for the submit bar at the bottom of a small screen.
    <div className="flex flex-col gap-4 max-lg:pb-16">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 text-xl font-bold wrap-break-word outline-none">
            {titleInWords(detail)}
          </h2>
          <div className="flex flex-wrap gap-2">
            <Link to={queuePath({ ...address, caseId: undefined })} className={buttonClass('quiet', 'text-sm')}>
              {m.triage_back()} <Key>b</Key>
            </Link>
            {detail.isOwn && (
              <button type="button" onClick={props.onRelease} className={buttonClass('secondary', 'text-sm')}>
                {m.triage_release()} <Key>l</Key>
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
          <span>{countriesInShort(detail.countries)}</span>
          {detail.publicAlert && (
            <LinkBeside href={publicPath({ subject: 'alert', subjectId: detail.publicAlert.id })!}>
              {m.console_link_alert()}
            </LinkBeside>
          )}
          {detail.isOwn && <span className="text-muted">{m.triage_held_until({ time: timeOfDay(until) })}</span>}
        </div>
      </header>
      {!isClosed && (
        <CaseActs
          detail={detail}
          filing={filings[current]}
          chosen={chosen}
          isShut={loss !== undefined}
          onShow={props.onShow}
          onPutOff={props.onPutOff}
        />
      )}
      {detail.putOff && <PutOffNote caseId={detail.id} putOff={detail.putOff} onTakenBack={props.onReclaim} />}
      {loss && <Lost loss={loss} onReclaim={props.onReclaim} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label={m.triage_reports()} className="flex min-w-0 flex-col gap-3">
          {filings.length > 1 && <Strip detail={detail} current={current} selected={selected} onMove={setCurrent} />}
          {detail.unreadCount > 0 && !sample && (
            <Unread
              count={detail.unreadCount}
              isFull={isFull}
              isShowing={isShowingMore}
              onMore={loss ? undefined : showMore}
            />
          )}
          <div className={`grid items-stretch gap-3 ${filings.length > 1 ? 'md:grid-cols-2' : ''}`}>
            {shown.map((place) => {
              const filing = filings[place];
              if (!filing) return null;
              return (
                <FilingPane
                  key={place === 0 ? 'lead' : 'beside'}
                  filing={filing}
                  lead={place === 0 ? undefined : filings[0]}
                  heading={place === 0 ? m.triage_lead_report() : m.triage_report_number({ number: place + 1 })}
                  isCurrent={place === current}
                  isSelected={selected.has(filing.id)}
                  isEvidenceShown={shownEvidence.has(filing.id)}
                  {...actsOn(place)}
                />
              );
            })}
          </div>
        </section>
        <aside className="flex flex-col gap-4 lg:sticky lg:top-4">
          {isClosed ? (
            <Closed />
          ) : (
            <DecisionPanel
              decision={decision}
              reason={reason}
              advice={canPublish ? advice : undefined}
              reasonField={reasonField}
              firstChoice={firstChoice}
              templates={templates}
              undecided={undecided.length}
              unread={detail.unreadCount}
              selected={chosen.length}
              published={
                decision === 'approve' && alerts.length > 0
                  ? {
                      alerts,
                      places: filings,
                      lead,
                      counted: meant.length - 1,
                      publicAlert: detail.publicAlert,
                      earlier: earlier?.publicAlert ?? null,
                      isJoining,
                    }
                  : undefined
              }
              isWithRest={sample !== undefined && sample.restCount > 0}
              isBusy={isSubmitting}
              isShut={loss !== undefined}
              missing={missing}
              onDecision={decide}
              onReason={explain}
              onAdvice={setAdvice}
              onLead={setLead}
              onJoin={setWantsToJoin}
              onSubmit={() => submit()}
              onManageTemplates={props.onManageTemplates}
            />
          )}
          {!isClosed && (detail.unreadCount > 0 || sample) && (
            <SamplePanel
              sample={sample}
              unread={detail.unreadCount}
              decision={decision}
              isMissed={missing === 'sample'}
              isBusy={isShowingMore || loss !== undefined}
              canDraw={filings[current]?.status === 'pending'}
              onDraw={drawSample}
              onNext={showMore}
              onLeave={props.onLeaveSample}
            />
          )}
          <Indicators detail={detail} />
          <Similar detail={detail} />
        </aside>
      </div>
      {asked && dialog.kind === 'question' && (
        <QuestionDialog
          filing={asked}
          templates={templates}
          onClose={() => setDialog(undefined)}
          onSent={props.onReclaim}
        />
      )}
      {asked && dialog.kind === 'words' && (
        <RedactionDialog
          filing={asked}
          onClose={() => setDialog(undefined)}
          onSaved={props.onReworded}
          onRefused={props.onReclaim}
        />
      )}
      {dialog?.kind === 'publish' && (
        <PublishDialog
          filings={unlookedAt()}
          onClose={() => setDialog(undefined)}
          onEdit={({ id }) => editWords(filings.findIndex((filing) => filing.id === id))}
          onPublish={() => {
            setDialog(undefined);
            submit({ isConfirmed: true });
          }}
        />
      )}
      {asked && dialog.kind === 'contact' && <ContactDialog filing={asked} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

const Closed = () => (
  <Callout icon="check-circle" title={m.triage_closed()}>
    <p className="text-sm">{m.triage_closed_text()}</p>
  </Callout>
);

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

const lossTexts: Record<Loss, () => string> = {
  expired: m.triage_lost_expired,
  taken: m.triage_lost_taken,
  gone: m.triage_lost_gone,
};

const Lost = ({ loss, onReclaim }: { loss: Loss; onReclaim: () => void }) => (
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

interface StripProps {
  detail: CaseDetail;
  current: number;
  selected: ReadonlySet<string>;
  onMove: (place: number) => void;
}

/** All reports as a row of numbers. */
function Strip({ detail: { filings }, current, selected, onMove }: StripProps) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-1">
        {filings.map(({ id, status, reference }, place) => (
          <button
            key={id}
            type="button"
            aria-label={`${m.triage_report_number({ number: place + 1 })}, ${reference}`}
            aria-current={place === current ? 'true' : undefined}
            onClick={() => onMove(place)}
            className={`inline-flex size-8 items-center justify-center rounded-control border text-sm max-md:size-11 ${
              place === current ? 'border-brand bg-brand font-semibold text-on-brand' : 'border-line-strong bg-surface'
            } ${status === 'pending' ? '' : 'line-through'} ${selected.has(id) ? 'ring-2 ring-brand ring-offset-1 ring-offset-paper' : ''}`}
          >
            {place + 1}
          </button>
        ))}
        <span className="ms-2 text-sm text-muted">
          <Key>j</Key> <Key>k</Key>
        </span>
      </div>
      <p className="text-sm text-muted">{m.triage_differs()}</p>
    </div>
  );
}

interface UnreadProps {
  count: number;
  isFull: boolean;
  isShowing: boolean;
  /** Undefined while it is not possible. */
  onMore: (() => void) | undefined;
}

/** Reports that were not shown to this moderator: they are not part of the decision. */
const Unread = ({ count, isFull, isShowing, onMore }: UnreadProps) => (
  <div className="flex flex-wrap items-center gap-3 rounded-card border border-line-strong p-3 text-sm">
    <p role="status" className="min-w-0 flex-1 font-semibold">
      {m.triage_unread({ count, shown: formatNumber(count) })}
    </p>
    {onMore && !isFull && (
      <button type="button" onClick={onMore} aria-disabled={isShowing} className={buttonClass('secondary')}>
        {isShowing ? m.triage_more_showing() : m.triage_more({ count: Math.min(count, caseSizes.page) })} <Key>m</Key>
      </button>
    )}
    {onMore && isFull && <p className="text-muted">{m.triage_more_full()}</p>}
  </div>
);

/** Without an examination nothing could be found, which is different from nothing found. */
const noneIn = ({ hasUnexamined }: CaseDetail, none: () => string): string =>
  hasUnexamined ? m.triage_not_looked_for() : none();

const Indicators = ({ detail, detail: { indicators } }: { detail: CaseDetail }) => (
  <section aria-labelledby="triage-indicators" className="flex flex-col gap-2">
    <h3 id="triage-indicators" className="font-semibold">
      {m.triage_indicators()}
    </h3>
    {indicators.length === 0 && <p className="text-sm text-muted">{noneIn(detail, m.triage_indicators_none)}</p>}
    <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto text-sm">
      {indicators.map(({ kind, value, reportCount, isPublic, isFromAnswer }, place) => (
        <li key={`${kind}-${value}-${place}`} className="py-1.5">
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

const Similar = ({ detail, detail: { similar } }: { detail: CaseDetail }) => (
  <section aria-labelledby="triage-similar" className="flex flex-col gap-2">
    <h3 id="triage-similar" className="font-semibold">
      {m.triage_similar()}
    </h3>
    {similar.length === 0 && <p className="text-sm text-muted">{noneIn(detail, m.triage_similar_none)}</p>}
    <ul className="flex flex-col divide-y divide-line text-sm">
      {similar.map(({ id, title, reportType, outcome, createdAt }) => (
        <li key={id} className="py-1.5">
          {/* In a new tab, so that nothing typed here is lost. */}
          <a
            href={queuePath({ order: 'oldest', caseId: id })}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-8 items-center font-semibold text-brand underline max-md:min-h-11"
          >
            <span className="min-w-0 wrap-break-word">{titleInWords({ title, reportType })}</span>
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
