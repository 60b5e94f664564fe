/** Marks possible private data in a text. Each mark names its kind; the colour only repeats it. */
import type { PrivateKind, PrivateMark } from '@hakiki/contract/private-marks';
import { Fragment, type ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';

export const privateKindLabels: Record<PrivateKind, () => string> = {
  person: m.triage_private_person,
  phone: m.triage_private_phone,
  email: m.triage_private_email,
  address: m.triage_private_address,
  account: m.triage_private_account,
};

/** A part of a text, and whether another text lacks it. */
export interface Passage {
  text: string;
  isNew: boolean;
}

/** Words that another report does not contain. */
export const NewWords = ({ children }: { children: ReactNode }) => (
  <mark className="rounded bg-accent-soft px-0.5 text-ink">{children}</mark>
);

export const MARK_CLASS = 'rounded border-b-2 border-limited bg-limited-soft px-0.5 text-ink';

const PrivateDetail = ({ kind, children }: { kind: PrivateKind; children: string }) => (
  <mark data-private={kind} className={MARK_CLASS}>
    <span className="sr-only">{privateKindLabels[kind]()}: </span>
    {children}
  </mark>
);

interface TextProps {
  text: string;
  marks: readonly PrivateMark[];
  /** Differences to another report. */
  passages?: readonly Passage[] | undefined;
}

/** A mark that spans two passages is named once. */
export function MarkedText({ text, marks, passages }: TextProps) {
  let start = 0;
  return (passages ?? [{ text, isNew: false }]).map((passage, index) => {
    const [from, to] = [start, start + passage.text.length];
    start = to;
    const inner = markRange(text, marks, from, to);
    return <Fragment key={index}>{passage.isNew ? <NewWords>{inner}</NewWords> : inner}</Fragment>;
  });
}

function markRange(text: string, marks: readonly PrivateMark[], from: number, to: number): ReactNode[] {
  const nodes: ReactNode[] = [];
  let at = from;
  for (const mark of marks) {
    const [start, end] = [Math.max(mark.start, at), Math.min(mark.end, to)];
    if (start >= end) continue;
    nodes.push(text.slice(at, start));
    const part = text.slice(start, end);
    nodes.push(
      start === mark.start ? (
        <PrivateDetail key={start} kind={mark.kind}>
          {part}
        </PrivateDetail>
      ) : (
        <mark key={start} className={MARK_CLASS}>
          {part}
        </mark>
      ),
    );
    at = end;
  }
  return [...nodes, text.slice(at, to)];
}
