/** A report of a case, with its differences to the first one. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import type { EvidenceFile } from '@hakiki/contract/filings';
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { Timestamp } from '../../../components/timestamp.tsx';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatFilingTitle } from '../../../lib/alerts/labels.ts';
import { countryName } from '../../../lib/language/country-labels.ts';
import { formatTimestamp, getReaderTimeZone } from '../../../lib/language/format-timestamps.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-labels.ts';
import { providerPath } from '../../../lib/pages/paths.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { getStoredTextLang } from '../../../lib/language/stored-language.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink, getRowPath } from '../parts/links.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { stateLabel } from '../parts/decision-labels.ts';
import { StaffFile } from '../parts/staff-file.tsx';
import { diffFromLead } from './lead-diff.ts';
import { MarkedText, NewWords } from '../../../components/staff/marked-text.tsx';
import { type FieldMark, getFilingMarks, type PublicTextField } from '../parts/marks.tsx';
import { OriginalTexts } from './redaction.tsx';
import { filingKindTexts } from '../../../lib/filings/filing-kinds.ts';
import { KeyHint, formatTrackRecord, getTypeLabel } from './labels.tsx';

interface FilingActions {
  /** Called when the text of the report is on the screen. */
  onSeen: () => void;
  onSelect: () => void;
  onEvidence: () => void;
  onEditTexts: () => void;
  onQuestion: () => void;
  onContact: () => void;
}

interface Props extends FilingActions {
  filing: CaseFiling;
  /** The report to compare with; undefined for the first one. */
  lead?: CaseFiling | undefined;
  heading: string;
  /** True if the keyboard shortcuts act on this one. */
  isCurrent: boolean;
  isSelected: boolean;
  isEvidenceShown: boolean;
}

export function FilingPane({ filing, lead, heading, isCurrent, isSelected, isEvidenceShown, ...acts }: Props) {
  const id = `report-${filing.id}`;
  const isUndecided = filing.status === 'pending';
  const mayOpenContact = useStaffRole() !== 'moderator';
  const pane = useRef<HTMLElement>(null);
  const texts = useOnScreen(filing.id, acts.onSeen);
  useScrollToCurrent(pane, isCurrent ? filing.id : undefined);
  return (
    <article
      ref={pane}
      aria-labelledby={id}
      aria-current={isCurrent ? 'true' : undefined}
      className={`flex min-w-0 scroll-mt-16 flex-col gap-3 rounded-card border-2 bg-surface p-3 ${
        isCurrent ? 'border-brand' : 'border-line'
      }`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="font-semibold">
          {heading} <span className="font-normal text-muted">{filing.reference}</span>
        </h3>
        <span className="text-sm font-semibold">{stateLabel(filing.status)}</span>
        {filing.severity && <SeverityBadge severity={filing.severity} />}
        {isUndecided && (
          <label className="ms-auto inline-flex min-h-8 cursor-pointer items-center gap-2 text-sm max-md:min-h-11">
            <input
              type="checkbox"
              checked={isSelected}
              onChange={acts.onSelect}
              aria-label={m.triage_select_report({ reference: filing.reference })}
              className="size-4 accent-brand"
            />
            {isSelected ? m.triage_selected() : m.triage_select()}
            {isCurrent && <KeyHint>x</KeyHint>}
          </label>
        )}
      </header>
      {filing.isUnexamined && (
        <p className="border-s-4 border-flagged-line ps-3 text-sm">{m.triage_unexamined_hint()}</p>
      )}
      <div ref={texts} className="flex flex-col gap-3">
        <FilingTexts
          filing={filing}
          lead={lead}
          isCurrent={isCurrent}
          onEdit={isUndecided ? acts.onEditTexts : undefined}
        />
      </div>
      <FilingFacts filing={filing} lead={lead} />
      <FilingLinks filing={filing} />
      <Evidence
        files={filing.evidence}
        isShown={isEvidenceShown}
        onToggle={acts.onEvidence}
        hint={isCurrent ? <KeyHint>e</KeyHint> : undefined}
      />
      <Questions filing={filing} />
      <footer className="mt-auto flex flex-wrap gap-2 border-t border-line pt-3">
        <button type="button" onClick={acts.onQuestion} className={rowButtonClass()}>
          {m.triage_question()} {isCurrent && <KeyHint>q</KeyHint>}
        </button>
        {filing.hasContact && mayOpenContact ? (
          <button type="button" onClick={acts.onContact} className={rowButtonClass()}>
            <Icon name="lock" className="size-4" />
            {m.triage_contact()} {isCurrent && <KeyHint>c</KeyHint>}
          </button>
        ) : (
          <span className="inline-flex min-h-8 items-center text-sm text-muted">
            {filing.hasContact ? m.triage_contact_administrators() : m.triage_contact_none()}
          </span>
        )}
      </footer>
    </article>
  );
}

const VISIBLE_SHARES = Array.from({ length: 11 }, (_, step) => step / 10);

/** Calls `onSeen` when half of the element, or half a screen of it, is visible. */
function useOnScreen(filingId: string, onSeen: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const handleSeen = useEffectEvent(onSeen);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.some(
          ({ intersectionRatio, intersectionRect, rootBounds }) =>
            intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? Infinity) / 2,
        );
        if (!isSeen) return;
        observer.disconnect();
        handleSeen();
      },
      { threshold: VISIBLE_SHARES },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [filingId]);
  return element;
}

/** Scrolls to the report that becomes the current one, but not when the case opens. */
function useScrollToCurrent(pane: RefObject<HTMLElement | null>, currentId: string | undefined): void {
  const previousId = useRef<string>(currentId);
  useEffect(() => {
    if (currentId !== undefined && currentId !== previousId.current) pane.current?.scrollIntoView({ block: 'nearest' });
    previousId.current = currentId;
  }, [pane, currentId]);
}

/** Only administrators can open the tabs. */
function FilingLinks({ filing: { id, kind, title, description, providerId } }: Pick<Props, 'filing'>) {
  const searchText = kind === 'report' ? description : (title ?? '');
  const row = useStaffRole() === 'admin' ? getRowPath({ subject: kind, subjectId: id, searchText }) : undefined;
  if (!row && !providerId) return null;
  return (
    <p className="flex flex-wrap gap-x-4">
      {providerId && <NewTabLink href={providerPath(providerId)}>{m.reports_see_provider()}</NewTabLink>}
      {row && <NewTabLink href={row}>{m.console_link_row()}</NewTabLink>}
    </p>
  );
}

interface FilingTextsProps extends Pick<Props, 'filing' | 'lead' | 'isCurrent'> {
  onEdit: (() => void) | undefined;
}

/** The texts that become public, with possible private data marked. */
function FilingTexts({ filing, lead, isCurrent, onEdit }: FilingTextsProps) {
  const marks = useMemo(() => getFilingMarks(filing), [filing]);
  const marksOfField = (field: PublicTextField) => marks.filter((mark) => mark.field === field);
  return (
    <>
      {(onEdit || filing.isEdited) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {onEdit && marks.length > 0 && (
            <p className="font-semibold text-limited">{m.triage_private_count({ count: marks.length })}</p>
          )}
          {filing.isEdited && <p>{m.triage_words_edited()}</p>}
          {onEdit && (
            <button type="button" onClick={onEdit} className={rowButtonClass()}>
              {m.triage_words()} {isCurrent && <KeyHint>t</KeyHint>}
            </button>
          )}
        </div>
      )}
      <p lang={getStoredTextLang(filing.language)} className="font-semibold wrap-break-word">
        <DiffText
          text={formatFilingTitle(filing)}
          with={lead && formatFilingTitle(lead)}
          marks={marksOfField('title')}
        />
      </p>
      <p lang={getStoredTextLang(filing.language)} className="text-sm whitespace-pre-line wrap-break-word">
        <DiffText text={filing.description} with={lead?.description} marks={marksOfField('description')} />
      </p>
      <OriginalTexts filing={filing} />
    </>
  );
}

interface DiffTextProps {
  text: string;
  with: string | undefined;
  marks: readonly FieldMark[];
}

/** Marks words that the first report does not have, and possible private data. */
function DiffText({ text, with: lead, marks }: DiffTextProps) {
  const passages = useMemo(() => (lead === undefined ? undefined : diffFromLead(lead, text)), [lead, text]);
  return <MarkedText text={text} marks={marks} passages={passages} />;
}

type FilingFact = [term: () => string, getValue: (filing: CaseFiling) => string];

const filingFacts: readonly FilingFact[] = [
  [m.triage_fact_kind, ({ kind }) => filingKindTexts[kind].label()],
  [m.triage_fact_type, getTypeLabel],
  [m.triage_fact_received, ({ createdAt }) => formatTimestamp(createdAt, getReaderTimeZone())],
  [m.triage_fact_countries, ({ countries }) => countries.map(countryName).join(', ')],
  [m.triage_fact_provider, ({ providerName }) => providerName ?? ''],
  [m.triage_fact_amount, ({ amountLost }) => amountLost ?? ''],
  [m.triage_fact_reporter, formatTrackRecord],
  [m.triage_fact_evidence, ({ evidenceDescription }) => evidenceDescription ?? ''],
  [m.triage_fact_details, ({ additionalDetails }) => additionalDetails ?? ''],
  [m.triage_fact_indicators, formatIndicators],
];

function formatIndicators({ indicators }: CaseFiling): string {
  return indicators
    .map(({ kind, value, isWithheld }) => {
      const indicatorText = `${indicatorLabels[kind]()}: ${value ?? m.follow_indicator_hidden()}`;
      return isWithheld ? `${indicatorText} (${m.triage_withheld()})` : indicatorText;
    })
    .join('\n');
}

function FilingFacts({ filing, lead }: Pick<Props, 'filing' | 'lead'>) {
  const shown = filingFacts.flatMap(([term, getValue]) => {
    const value = getValue(filing);
    return value ? [{ term: term(), value, differs: lead !== undefined && getValue(lead) !== value }] : [];
  });
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {shown.map(({ term, value, differs }) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{term}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{differs ? <NewWords>{value}</NewWords> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface EvidenceProps {
  files: readonly EvidenceFile[];
  isShown: boolean;
  onToggle: () => void;
  hint: ReactNode;
}

/** Pictures are blurred until the moderator shows them. Their size does not change. */
function Evidence({ files, isShown, onToggle, hint }: EvidenceProps) {
  if (files.length === 0) return null;
  const pictures = files.filter(({ type }) => type !== 'application/pdf');
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="text-sm font-semibold">{m.triage_evidence()}</h4>
        {pictures.length > 0 && (
          <button type="button" aria-pressed={isShown} onClick={onToggle} className={rowButtonClass()}>
            {isShown ? m.triage_evidence_hide() : m.triage_evidence_show()} {hint}
          </button>
        )}
      </div>
      <ul className="flex flex-wrap gap-2">
        {pictures.map((file) => (
          <li key={file.id} className="size-28 overflow-hidden rounded-control border border-line">
            <Picture file={file} isShown={isShown} />
          </li>
        ))}
      </ul>
      <ul className="text-sm">
        {files
          .filter((file) => isShown || file.type === 'application/pdf')
          .map((file) => (
            <li key={file.id}>
              <StaffFile file={file} />
            </li>
          ))}
      </ul>
    </div>
  );
}

const Picture = ({ file: { name, url }, isShown }: { file: EvidenceFile; isShown: boolean }) => (
  <img
    src={url}
    alt={isShown ? name : m.triage_evidence_blurred({ name })}
    loading="lazy"
    className={`size-full object-cover ${isShown ? '' : 'scale-110 blur-lg grayscale'}`}
  />
);

function Questions({ filing: { questions } }: Pick<Props, 'filing'>) {
  if (questions.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-sm font-semibold">{m.triage_questions()}</h4>
      <ul className="flex flex-col gap-2 text-sm">
        {questions.map(({ id, question, askedAt, answer }) => (
          <li key={id} className="border-s-2 border-line ps-3">
            <p className="whitespace-pre-line wrap-break-word">
              <Timestamp at={askedAt} className="text-muted" /> {question}
            </p>
            <p className="font-semibold whitespace-pre-line wrap-break-word">
              {answer ?? <span className="font-normal text-muted">{m.triage_question_unanswered()}</span>}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
