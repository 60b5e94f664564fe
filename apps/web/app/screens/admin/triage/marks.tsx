/** What may be private in a report, marked where it stands. Each mark says its kind; the colour only repeats it. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { privateMarks, type PrivateKind, type PrivateMark } from '@hakiki/contract/private-marks';
import { Fragment, type ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { Passage } from './differences.ts';

export const privateLabels: Record<PrivateKind, () => string> = {
  person: m.triage_private_person,
  phone: m.triage_private_phone,
  email: m.triage_private_email,
  address: m.triage_private_address,
  account: m.triage_private_account,
};

/** What of a report becomes public in its reporter's words. */
export interface PublicWords {
  title: string;
  providerName: string;
  description: string;
}
export type WordsField = keyof PublicWords;

/** An issue report has no title of its own, and a listed provider's name is not the reporter's. */
export const publicWordsOf = ({ kind, title, description, providerId, providerName }: CaseFiling): PublicWords => ({
  title: kind === 'alert' ? title : '',
  providerName: kind === 'alert' && providerId === null ? (providerName ?? '') : '',
  description,
});

export interface FieldMark extends PrivateMark {
  field: WordsField;
  text: string;
}

const hasPerson = (name: string): boolean => privateMarks(name).some(({ kind }) => kind === 'person');

/** In the order in which they are read. The name of the provider is no person's, unless it looks like one. */
export function marksIn(
  words: PublicWords,
  { providerId, providerName }: Pick<CaseFiling, 'providerId' | 'providerName'>,
) {
  const isCompany = providerName !== null && (providerId !== null || !hasPerson(providerName));
  const notNames = isCompany ? [providerName] : [];
  return (['title', 'providerName', 'description'] as const).flatMap((field): FieldMark[] =>
    privateMarks(words[field], notNames).map((mark) => ({
      ...mark,
      field,
      text: words[field].slice(mark.start, mark.end),
    })),
  );
}

export const marksOf = (filing: CaseFiling): FieldMark[] => marksIn(publicWordsOf(filing), filing);

/** What another report does not say. */
export const NewWords = ({ children }: { children: ReactNode }) => (
  <mark className="rounded bg-accent-soft px-0.5 text-ink">{children}</mark>
);

const MARKED = 'rounded border-b-2 border-limited bg-limited-soft px-0.5 text-ink';

const PrivateDetail = ({ kind, children }: { kind: PrivateKind; children: string }) => (
  <mark data-private={kind} className={MARKED}>
    <span className="sr-only">{privateLabels[kind]()}: </span>
    {children}
  </mark>
);

interface TextProps {
  text: string;
  marks: readonly PrivateMark[];
  /** What it says otherwise than another report. */
  passages?: readonly Passage[] | undefined;
}

/** A mark that a passage divides is named once. */
export function MarkedText({ text, marks, passages }: TextProps) {
  let start = 0;
  return (passages ?? [{ text, isNew: false }]).map((passage, place) => {
    const [from, to] = [start, start + passage.text.length];
    start = to;
    const inner = piecesBetween(text, marks, from, to);
    return <Fragment key={place}>{passage.isNew ? <NewWords>{inner}</NewWords> : inner}</Fragment>;
  });
}

function piecesBetween(text: string, marks: readonly PrivateMark[], from: number, to: number): ReactNode[] {
  const pieces: ReactNode[] = [];
  let at = from;
  for (const mark of marks) {
    const [start, end] = [Math.max(mark.start, at), Math.min(mark.end, to)];
    if (start >= end) continue;
    pieces.push(text.slice(at, start));
    const part = text.slice(start, end);
    pieces.push(
      start === mark.start ? (
        <PrivateDetail key={start} kind={mark.kind}>
          {part}
        </PrivateDetail>
      ) : (
        <mark key={start} className={MARKED}>
          {part}
        </mark>
      ),
    );
    at = end;
  }
  return [...pieces, text.slice(at, to)];
}

/** What is listed before it is published or taken out. */
export const DetailLine = ({ mark: { kind, text } }: { mark: FieldMark }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="text-muted">{privateLabels[kind]()}:</span> <mark className={MARKED}>{text}</mark>
  </span>
);
