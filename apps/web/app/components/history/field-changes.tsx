/**
 * Old and new value of changed fields. Both are shown complete, one after the other; the marked words are a visual aid
 * only.
 */
import type { FieldChange } from '@hakiki/contract/decisions';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Language } from '../../lib/language/language.ts';
import { providerPath } from '../../lib/pages/paths.ts';
import { storedLang } from '../../lib/language/stored-language.ts';
import { wordDifference } from '../../lib/language/word-difference.ts';
import { m } from '../../paraglide/messages.js';
import { fieldOf } from './statement-words.ts';

interface Props {
  changes: readonly FieldChange[];
  /** Label of the new value. */
  after?: () => string;
  /** The language of the texts, if known. */
  language?: Language | undefined;
  /** Without marks nothing is compared, e.g. while collapsed. */
  isMarked?: boolean;
}

export function FieldChanges({ changes, after = m.change_now, language, isMarked = true }: Props) {
  return (
    <dl className="flex flex-col gap-4">
      {changes.map((change) => (
        <div key={change.field} data-field={change.field} className="min-w-0">
          <dt className="font-semibold">{fieldOf(change.field).name()}</dt>
          <dd className={`mt-1 grid gap-2 md:gap-x-6 ${isLong(change.field) ? 'md:grid-cols-2' : 'grid-cols-2'}`}>
            <Both change={change} after={after()} language={language} isMarked={isMarked} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Long values are stacked on a phone. */
const isLong = (field: string): boolean => {
  const { shape } = fieldOf(field);
  return shape === 'text' || shape === 'list';
};

interface BothProps {
  change: FieldChange;
  after: string;
  language: Language | undefined;
  isMarked: boolean;
}

function Both({ change: { field, from, to }, after, language, isMarked }: BothProps) {
  const { shape, say = (stored: string) => stored } = fieldOf(field);
  const lang = shape === 'text' || field === 'flaggedReasons' ? storedLang(language) : undefined;
  const sides = (before: ReactNode, now: ReactNode) => (
    <>
      <Side label={m.change_before()} lang={lang}>
        {from ? before : <Nothing />}
      </Side>
      <Side label={after} lang={lang}>
        {to ? now : <Nothing />}
      </Side>
    </>
  );
  if (shape === 'list') {
    const [old, fresh] = [linesOf(from), linesOf(to)];
    return sides(
      <Lines lines={old.map((line) => ({ text: say(line), isChanged: isMarked && !fresh.includes(line) }))} as="del" />,
      <Lines lines={fresh.map((line) => ({ text: say(line), isChanged: isMarked && !old.includes(line) }))} as="ins" />,
    );
  }
  if (shape === 'provider') return sides(<ToProvider id={from} />, <ToProvider id={to} />);
  if (shape === 'text' && isMarked) {
    const { before, now } = wordDifference(from, to);
    return sides(<Text pieces={before} as="del" />, <Text pieces={now} as="ins" />);
  }
  return sides(<p className="whitespace-pre-line">{say(from)}</p>, <p className="whitespace-pre-line">{say(to)}</p>);
}

const linesOf = (text: string): string[] => (text ? text.split('\n') : []);

const Side = ({ label, lang, children }: { label: string; lang: Language | undefined; children: ReactNode }) => (
  <div className="min-w-0 rounded-control border border-line p-3 wrap-anywhere">
    <p className="text-sm text-muted">
      {label}
      <span className="sr-only">: </span>
    </p>
    <div lang={lang}>{children}</div>
  </div>
);

const Nothing = () => <p className="text-muted">{m.change_nothing()}</p>;

interface Piece {
  text: string;
  isChanged: boolean;
}

/** Struck through or underlined; the colour only repeats it. */
const looks = {
  del: 'rounded-xs bg-flagged-soft text-flagged line-through decoration-2',
  ins: 'rounded-xs bg-verified-soft text-verified underline decoration-2 underline-offset-2',
};

/** The space before a word is not marked. */
function Marked({ piece: { text, isChanged }, as: Mark }: { piece: Piece; as: 'del' | 'ins' }) {
  const words = text.trimStart();
  if (!isChanged || !words) return text;
  return (
    <>
      {text.slice(0, text.length - words.length)}
      <Mark className={looks[Mark]}>{words}</Mark>
    </>
  );
}

const Text = ({ pieces, as }: { pieces: readonly Piece[]; as: 'del' | 'ins' }) => (
  <p className="whitespace-pre-line">
    {pieces.map((piece, place) => (
      <Marked key={place} piece={piece} as={as} />
    ))}
  </p>
);

const Lines = ({ lines, as }: { lines: readonly Piece[]; as: 'del' | 'ins' }) => (
  <ul className="list-disc ps-5">
    {lines.map((line, place) => (
      <li key={place}>
        <Marked piece={line} as={as} />
      </li>
    ))}
  </ul>
);

const ToProvider = ({ id }: { id: string }) => (
  <Link to={providerPath(id)} className="inline-flex min-h-11 items-center text-brand underline">
    {m.reports_see_provider()}
  </Link>
);
