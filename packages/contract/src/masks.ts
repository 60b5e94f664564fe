/**
 * Masks over published private data: one moderator replaces short spans of a text at once and everywhere, and a second
 * person confirms or reverts it. The limits keep a mask from weakening a warning: most of a text stays.
 */
import { removedTexts, type PrivateKind } from './private-marks.ts';
import type { PublicStatement } from './public-statements.ts';
import type { Language } from './site.ts';

export const maskSubjects = ['alert', 'report', 'provider', 'review', 'experience', 'reply'] as const;
export type MaskSubject = (typeof maskSubjects)[number];

export const maskStates = ['open', 'confirmed', 'reverted'] as const;
export type MaskState = (typeof maskStates)[number];

export const maskRules = {
  /** Time in which a second person has to confirm or revert it. */
  hours: 72,
  spans: 5,
  /** Unconfirmed spans of one person in one text. */
  openSpans: 10,
  /** The share of a field's characters that unconfirmed masks may cover. */
  share: 0.5,
  maxSpanLength: 150,
} as const;

export interface MaskSpan {
  kind: PrivateKind;
  /** Exactly as in the text, or a number in another notation. */
  words: string;
}

const digitsOf = (words: string): string => words.replace(/\D/g, '');

const formatChecks: Record<PrivateKind, (words: string) => boolean> = {
  person: (words) =>
    words.length <= 60 && words.split(/\s+/).length <= 6 && !/[\d@]/.test(words) && /\p{L}{2}/u.test(words),
  phone: (words) =>
    words.length <= 30 && digitsOf(words).length >= 6 && /^[\d\s+().\-/\u00A0\u2010-\u2015]+$/.test(words),
  email: (words) =>
    words.length <= 100 && /@|[[({] ?(?:at|arobase) ?[\])}]/i.test(words) && words.split(/\s+/).length <= 5,
  address: (words) =>
    words.length <= maskRules.maxSpanLength && words.split(/\s+/).length <= 15 && /\p{L}{2}/u.test(words),
  account: (words) => words.length <= 45 && digitsOf(words).length >= 4 && /^[\p{L}\d\s.\-/]+$/u.test(words),
};

export const hasFormatOfKind = ({ kind, words }: MaskSpan): boolean =>
  words.trim() === words && formatChecks[kind](words);

const escapeRegExp = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const NUMBER = /[+(]?\d(?:[\d\s().\-/\u00A0\u2010-\u2015]*\d)?/g;
/** A number with and without its country code is the same one. */
const NATIONAL_DIGITS = 9;

interface TextRange {
  start: number;
  end: number;
  kind: PrivateKind;
}

function findRanges({ kind, words }: MaskSpan, text: string): TextRange[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${words.split(/\s+/).map(escapeRegExp).join('\\s+')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const matches = [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    start: index,
    end: index + match.length,
    kind,
  }));
  if (kind !== 'phone' && kind !== 'account') return matches;
  const digits = digitsOf(words);
  const isSame = (other: string): boolean =>
    other === digits ||
    (kind === 'phone' &&
      Math.min(other.length, digits.length) >= NATIONAL_DIGITS &&
      other.slice(-NATIONAL_DIGITS) === digits.slice(-NATIONAL_DIGITS));
  const numbers = /\p{L}/u.test(words) ? [] : [...text.matchAll(NUMBER)].filter(([match]) => isSame(digitsOf(match)));
  return [...matches, ...numbers.map(({ 0: match, index }) => ({ start: index, end: index + match.length, kind }))];
}

function findAllRanges(text: string, spans: readonly MaskSpan[]): TextRange[] {
  const ranges: TextRange[] = [];
  const sortedRanges = spans
    .flatMap((span) => findRanges(span, text))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const range of sortedRanges) if (range.start >= (ranges.at(-1)?.end ?? 0)) ranges.push(range);
  return ranges;
}

/** Replaces all occurrences of the spans by a visible mark, in the language of the text. */
export function applyMasks(text: string, spans: readonly MaskSpan[], language: Language): string {
  let end = 0;
  const parts = findAllRanges(text, spans).map((range) => {
    const before = text.slice(end, range.start);
    end = range.end;
    return before + removedTexts[language][range.kind];
  });
  return parts.join('') + text.slice(end);
}

export const countCovered = (text: string, spans: readonly MaskSpan[]): number =>
  findAllRanges(text, spans).reduce((sum, { start, end }) => sum + end - start, 0);

const marks = new Set(Object.values(removedTexts).flatMap((words) => Object.values(words)));
const ANY_MARK = new RegExp([...marks].map(escapeRegExp).join('|'), 'u');

/** Whether the second text is the first with short spans masked, and most of it unchanged. */
export function isMaskedText(before: string, after: string): boolean {
  if (before === after) return true;
  const parts = after.split(ANY_MARK);
  const maxCovered = before.length * maskRules.share;
  const visited = new Set<string>();
  /** Whether the remaining pieces occur from `offset` on, each after a masked gap. */
  const matchesFrom = (partIndex: number, offset: number, covered: number): boolean => {
    const key = `${partIndex} ${offset} ${covered}`;
    if (visited.has(key)) return false;
    visited.add(key);
    const part = parts[partIndex]!;
    if (partIndex === 0)
      return before.startsWith(part) && (parts.length === 1 ? before === part : matchesFrom(1, part.length, 0));
    for (let gap = 1; gap <= maskRules.maxSpanLength && offset + gap + part.length <= before.length; gap += 1) {
      if (!before.startsWith(part, offset + gap)) continue;
      const sum = covered + (marks.has(before.slice(offset, offset + gap)) ? 0 : gap);
      if (sum > maxCovered) return false;
      const end = offset + gap + part.length;
      if (partIndex === parts.length - 1 ? end === before.length : matchesFrom(partIndex + 1, end, sum)) return true;
    }
    return false;
  };
  return matchesFrom(0, 0, 0);
}

/** Free texts that can be masked: never a name, a status, a provider or a website. */
export const maskableFields = ['title', 'description', 'advice', 'flaggedReasons'] as const;

/** Whether two statements differ only by masks. */
export function isMaskedStatement(before: PublicStatement, after: PublicStatement): boolean {
  const [one, other] = [before, after] as unknown as Record<string, unknown>[];
  return Object.keys(one!).every((field) => {
    const [from, to] = [one![field], other![field]];
    if (JSON.stringify(from) === JSON.stringify(to)) return true;
    if (!(maskableFields as readonly string[]).includes(field)) return false;
    if (Array.isArray(from) && Array.isArray(to)) {
      return from.length === to.length && from.every((text, index) => isMaskedText(String(text), String(to[index])));
    }
    return typeof from === 'string' && typeof to === 'string' && isMaskedText(from, to);
  });
}
