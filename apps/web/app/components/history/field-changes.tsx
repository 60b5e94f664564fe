/**
 * Old and new value of changed fields. Both are shown complete, one after the other; the marked words are a visual aid
 * only.
 */
import type { FieldChange } from '@hakiki/contract/decisions';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Language } from '../../lib/language/language.ts';
import { providerPath } from '../../lib/pages/paths.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { diffWords } from '../../lib/language/word-diff.ts';
import { m } from '../../paraglide/messages.js';
import { getFieldLabels } from './statement-labels.ts';

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
          <dt className="font-semibold">{getFieldLabels(change.field).name()}</dt>
          <dd className={`mt-1 grid gap-2 md:gap-x-6 ${isLong(change.field) ? 'md:grid-cols-2' : 'grid-cols-2'}`}>
            <OldAndNew change={change} after={after()} language={language} isMarked={isMarked} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Long values are stacked on a phone. */
const isLong = (field: string): boolean => {
  const { shape } = getFieldLabels(field);
  return shape === 'text' || shape === 'list';
};

interface OldAndNewProps {
  change: FieldChange;
  after: string;
  language: Language | undefined;
  isMarked: boolean;
}

function OldAndNew({ change: { field, from, to }, after, language, isMarked }: OldAndNewProps) {
  const { shape, toLabel = (stored: string) => stored } = getFieldLabels(field);
  const lang = shape === 'text' || field === 'flaggedReasons' ? getStoredTextLang(language) : undefined;
  const renderSides = (before: ReactNode, now: ReactNode) => (
    <>
      <Side label={m.change_before()} lang={lang}>
        {from ? before : <EmptyValue />}
      </Side>
      <Side label={after} lang={lang}>
        {to ? now : <EmptyValue />}
      </Side>
    </>
  );
  if (shape === 'list') {
    const [oldLines, newLines] = [splitLines(from), splitLines(to)];
    return renderSides(
      <DiffLines
        lines={oldLines.map((line) => ({ text: toLabel(line), isChanged: isMarked && !newLines.includes(line) }))}
        as="del"
      />,
      <DiffLines
        lines={newLines.map((line) => ({ text: toLabel(line), isChanged: isMarked && !oldLines.includes(line) }))}
        as="ins"
      />,
    );
  }
  if (shape === 'provider') return renderSides(<ProviderLink id={from} />, <ProviderLink id={to} />);
  if (shape === 'text' && isMarked) {
    const { before, now } = diffWords(from, to);
    return renderSides(<DiffText parts={before} as="del" />, <DiffText parts={now} as="ins" />);
  }
  return renderSides(
    <p className="whitespace-pre-line">{toLabel(from)}</p>,
    <p className="whitespace-pre-line">{toLabel(to)}</p>,
  );
}

const splitLines = (text: string): string[] => (text ? text.split('\n') : []);

const Side = ({ label, lang, children }: { label: string; lang: Language | undefined; children: ReactNode }) => (
  <div className="min-w-0 rounded-control border border-line p-3 wrap-anywhere">
    <p className="text-sm text-muted">
      {label}
      <span className="sr-only">: </span>
    </p>
    <div lang={lang}>{children}</div>
  </div>
);

const EmptyValue = () => <p className="text-muted">{m.change_nothing()}</p>;

interface DiffPart {
  text: string;
  isChanged: boolean;
}

/** Struck through or underlined; the colour only repeats it. */
const markStyles = {
  del: 'rounded-xs bg-flagged-soft text-flagged line-through decoration-2',
  ins: 'rounded-xs bg-verified-soft text-verified underline decoration-2 underline-offset-2',
};

/** The space before a word is not marked. */
function MarkedPart({ part: { text, isChanged }, as: Tag }: { part: DiffPart; as: 'del' | 'ins' }) {
  const words = text.trimStart();
  if (!isChanged || !words) return text;
  return (
    <>
      {text.slice(0, text.length - words.length)}
      <Tag className={markStyles[Tag]}>{words}</Tag>
    </>
  );
}

const DiffText = ({ parts, as }: { parts: readonly DiffPart[]; as: 'del' | 'ins' }) => (
  <p className="whitespace-pre-line">
    {parts.map((part, index) => (
      <MarkedPart key={index} part={part} as={as} />
    ))}
  </p>
);

const DiffLines = ({ lines, as }: { lines: readonly DiffPart[]; as: 'del' | 'ins' }) => (
  <ul className="list-disc ps-5">
    {lines.map((line, index) => (
      <li key={index}>
        <MarkedPart part={line} as={as} />
      </li>
    ))}
  </ul>
);

const ProviderLink = ({ id }: { id: string }) => (
  <Link to={providerPath(id)} className="inline-flex min-h-11 items-center text-brand underline">
    {m.reports_see_provider()}
  </Link>
);
