/** A report of a case, with its differences to the first one. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import type { EvidenceFile } from '@hakiki/contract/filings';
import { useMemo, type ReactNode } from 'react';
import { Moment } from '../../../components/moment.tsx';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { titleInWords } from '../../../lib/alerts/words.ts';
import { countryName } from '../../../lib/language/country-words.ts';
import { formatMoment, readersZone } from '../../../lib/language/format-moments.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-words.ts';
import { providerPath } from '../../../lib/pages/paths.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { storedLang } from '../../../lib/language/stored-language.ts';
import { m } from '../../../paraglide/messages.js';
import { LinkBeside, rowPath } from '../parts/links.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { stateLabel } from '../parts/decision-words.ts';
import { StaffFile } from '../parts/staff-file.tsx';
import { differencesFrom } from './differences.ts';
import { MarkedText, NewWords } from '../../../components/staff/marked-text.tsx';
import { type FieldMark, marksOf, type WordsField } from './marks.tsx';
import { AsItWasSent } from './redaction.tsx';
import { Key, kindLabel, trackRecordInWords, typeLabel } from './words.tsx';

interface FilingActs {
  onSelect: () => void;
  onEvidence: () => void;
  onWords: () => void;
  onQuestion: () => void;
  onContact: () => void;
}

interface Props extends FilingActs {
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
  return (
    <article
      aria-labelledby={id}
      aria-current={isCurrent ? 'true' : undefined}
      className={`flex min-w-0 flex-col gap-3 rounded-card border-2 bg-surface p-3 ${
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
            {isCurrent && <Key>x</Key>}
          </label>
        )}
      </header>
      {filing.isUnexamined && (
        <p className="border-s-4 border-flagged-line ps-3 text-sm">{m.triage_unexamined_hint()}</p>
      )}
      <Words filing={filing} lead={lead} isCurrent={isCurrent} onEdit={isUndecided ? acts.onWords : undefined} />
      <Facts filing={filing} lead={lead} />
      <Links filing={filing} />
      <Evidence
        files={filing.evidence}
        isShown={isEvidenceShown}
        onToggle={acts.onEvidence}
        hint={isCurrent ? <Key>e</Key> : undefined}
      />
      <Questions filing={filing} />
      <footer className="mt-auto flex flex-wrap gap-2 border-t border-line pt-3">
        <button type="button" onClick={acts.onQuestion} className={rowButtonClass()}>
          {m.triage_question()} {isCurrent && <Key>q</Key>}
        </button>
        {filing.hasContact && mayOpenContact ? (
          <button type="button" onClick={acts.onContact} className={rowButtonClass()}>
            <Icon name="lock" className="size-4" />
            {m.triage_contact()} {isCurrent && <Key>c</Key>}
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

/** Only administrators can open the tabs. */
function Links({ filing: { id, kind, title, description, providerId } }: Pick<Props, 'filing'>) {
  const words = kind === 'report' ? description : (title ?? '');
  const row = useStaffRole() === 'admin' ? rowPath({ subject: kind, subjectId: id, words }) : undefined;
  if (!row && !providerId) return null;
  return (
    <p className="flex flex-wrap gap-x-4">
      {providerId && <LinkBeside href={providerPath(providerId)}>{m.reports_see_provider()}</LinkBeside>}
      {row && <LinkBeside href={row}>{m.console_link_row()}</LinkBeside>}
    </p>
  );
}

interface WordsProps extends Pick<Props, 'filing' | 'lead' | 'isCurrent'> {
  onEdit: (() => void) | undefined;
}

/** The texts that become public, with possible private data marked. */
function Words({ filing, lead, isCurrent, onEdit }: WordsProps) {
  const marks = useMemo(() => marksOf(filing), [filing]);
  const of = (field: WordsField) => marks.filter((mark) => mark.field === field);
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
              {m.triage_words()} {isCurrent && <Key>t</Key>}
            </button>
          )}
        </div>
      )}
      <p lang={storedLang(filing.language)} className="font-semibold wrap-break-word">
        <Compared text={titleInWords(filing)} with={lead && titleInWords(lead)} marks={of('title')} />
      </p>
      <p lang={storedLang(filing.language)} className="text-sm whitespace-pre-line wrap-break-word">
        <Compared text={filing.description} with={lead?.description} marks={of('description')} />
      </p>
      <AsItWasSent filing={filing} />
    </>
  );
}

interface ComparedProps {
  text: string;
  with: string | undefined;
  marks: readonly FieldMark[];
}

/** Marks words that the first report does not have, and possible private data. */
function Compared({ text, with: lead, marks }: ComparedProps) {
  const passages = useMemo(() => (lead === undefined ? undefined : differencesFrom(lead, text)), [lead, text]);
  return <MarkedText text={text} marks={marks} passages={passages} />;
}

type Fact = [term: () => string, getValue: (filing: CaseFiling) => string];

const facts: readonly Fact[] = [
  [m.triage_fact_kind, ({ kind }) => kindLabel(kind)],
  [m.triage_fact_type, typeLabel],
  [m.triage_fact_received, ({ createdAt }) => formatMoment(createdAt, readersZone())],
  [m.triage_fact_countries, ({ countries }) => countries.map(countryName).join(', ')],
  [m.triage_fact_provider, ({ providerName }) => providerName ?? ''],
  [m.triage_fact_amount, ({ amountLost }) => amountLost ?? ''],
  [m.triage_fact_reporter, trackRecordInWords],
  [m.triage_fact_evidence, ({ evidenceDescription }) => evidenceDescription ?? ''],
  [m.triage_fact_details, ({ additionalDetails }) => additionalDetails ?? ''],
  [m.triage_fact_indicators, tracesInWords],
];

function tracesInWords({ indicators }: CaseFiling): string {
  return indicators
    .map(({ kind, value, isWithheld }) => {
      const named = `${indicatorLabels[kind]()}: ${value ?? m.follow_indicator_hidden()}`;
      return isWithheld ? `${named} (${m.triage_withheld()})` : named;
    })
    .join('\n');
}

function Facts({ filing, lead }: Pick<Props, 'filing' | 'lead'>) {
  const shown = facts.flatMap(([term, getValue]) => {
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
              <Moment at={askedAt} className="text-muted" /> {question}
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
