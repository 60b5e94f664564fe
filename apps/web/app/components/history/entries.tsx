/** Public history of a verdict, an alert or a report: what changed, when and why, without names. */
import type { FieldChange, PublicDecision } from '@hakiki/contract/decisions';
import { useState } from 'react';
import { appealOutcomeLabel } from '../../lib/filings/appeal-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import type { Language } from '../../lib/language/language.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { LanguageLabel } from '../language-label.tsx';
import { FieldChanges } from './field-changes.tsx';
import { QueryFailure, Skeleton } from '../query-states.tsx';
import { formatFieldNames, isRewording, statusLabelOf } from './statement-labels.ts';

export interface HistorySubject {
  kind: 'provider' | 'alert' | 'report';
  id: string;
}

const paths = {
  provider: '/api/providers/:id/history',
  alert: '/api/fraud-alerts/:id/history',
  report: '/api/reports/:id/history',
} as const;

export const historyQuery = ({ kind, id }: HistorySubject) =>
  defineQuery(paths[kind], { params: { id }, anonymous: true });

const emptyTexts = {
  provider: m.history_no_verdict,
  alert: m.history_no_alert,
  report: m.history_no_report,
};

interface HistoryOrigin {
  at: string;
  text: string;
  /** Left out if a decision led to this status. */
  to?: PublicDecision['to'];
}

interface Props {
  subject: HistorySubject;
  /** The language of its texts, if known. */
  language?: Language | undefined;
  /** What else is known, older than all decisions, the newest first. */
  origins?: readonly HistoryOrigin[];
}

const noOrigins: readonly HistoryOrigin[] = [];

export function HistoryEntries({ subject, language, origins = noOrigins }: Props) {
  const history = useQuery(historyQuery(subject));
  if (history.status === 'loading') return <Skeleton label={m.history_loading()} className="h-24" />;
  if (history.status === 'failed') return <QueryFailure message={m.history_failed()} query={history} />;
  const shownOrigins = origins.filter(
    (origin) => !origin.to || history.data.every(({ from, to }) => from === to || to !== origin.to),
  );
  if (history.data.length + shownOrigins.length === 0)
    return <p className="text-muted">{emptyTexts[subject.kind]()}</p>;
  return (
    <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
      {history.data.map((decision, index) => (
        <li key={index}>
          <Entry decision={decision} language={language} />
        </li>
      ))}
      {shownOrigins.map(({ at, text }) => (
        <li key={text}>
          <EntryDate at={at} />
          <p className="font-semibold">{text}</p>
        </li>
      ))}
    </ol>
  );
}

const EntryDate = ({ at }: { at: string }) => (
  <time dateTime={at} className="text-sm text-muted">
    {formatDate(at)}
  </time>
);

/** For withdrawn content only the fact and the date are shown. */
function getRewordedText(changed: readonly string[]): string {
  if (changed.length === 0) return m.history_reworded_then();
  const fields = formatFieldNames(changed);
  return isRewording(changed) ? m.history_reworded({ fields }) : m.history_changed({ fields });
}

function Entry({ decision, language }: { decision: PublicDecision; language: Language | undefined }) {
  const { from, to, reason, changes, createdAt, isAppeal } = decision;
  const changed = changes.map(({ field }) => field);
  const fields = formatFieldNames(changed);
  return (
    <>
      <EntryDate at={createdAt} />
      <p className="font-semibold">
        {isAppeal && appealOutcomeLabel(to)}
        {!isAppeal && from !== to && m.history_change({ from: statusLabelOf(from), to: statusLabelOf(to) })}
        {from === to && getRewordedText(changed)}
      </p>
      {reason && (
        <p className="max-w-[68ch] whitespace-pre-line">
          <LanguageLabel /> <span lang={getStoredTextLang()}>{reason}</span>
        </p>
      )}
      {from !== to && fields && <p>{m.history_also({ fields })}</p>}
      {fields && <ChangeDetails changes={changes} createdAt={createdAt} language={language} />}
    </>
  );
}

interface ChangeDetailsProps {
  changes: readonly FieldChange[];
  createdAt: string;
  language: Language | undefined;
}

/** Also opens without scripts; the texts are compared only when it is open. */
function ChangeDetails({ changes, createdAt, language }: ChangeDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="open:pb-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
        {m.history_difference()}
        <span className="sr-only"> {m.history_difference_on({ date: formatDate(createdAt) })}</span>
      </summary>
      <FieldChanges changes={changes} language={language} isMarked={isOpen} />
    </details>
  );
}
