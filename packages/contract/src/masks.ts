/**
 * Masks over published private data: one moderator replaces short spans of a text at once and everywhere, and a second
 * person confirms or undoes it. The limits keep a mask from weakening a warning: most of a text stays.
 */
import { removedWords, type PrivateKind } from './private-marks.ts';
import type { PublicStatement } from './public-statements.ts';
import type { Language } from './site.ts';

export const maskSubjects = ['alert', 'report', 'provider', 'review', 'experience', 'reply'] as const;
export type MaskSubject = (typeof maskSubjects)[number];

export const maskStates = ['open', 'confirmed', 'taken-back'] as const;
export type MaskState = (typeof maskStates)[number];

export const maskRules = {
  /** Time in which a second person has to confirm or undo it. */
  hours: 72,
  spans: 5,
  /** Unconfirmed spans of one person in one text. */
  openSpans: 10,
  /** The share of a field's characters that unconfirmed masks may cover. */
  share: 0.5,
  longest: 150,
} as const;

export interface MaskSpan {
  kind: PrivateKind;
  /** Exactly as in the text, or a number in another notation. */
  words: string;
}

const digitsOf = (words: string): string => words.replace(/\D/g, '');

const shapes: Record<PrivateKind, (words: string) => boolean> = {
  person: (words) =>
    words.length <= 60 && words.split(/\s+/).length <= 6 && !/[\d@]/.test(words) && /\p{L}{2}/u.test(words),
  phone: (words) =>
    words.length <= 30 && digitsOf(words).length >= 6 && /^[\d\s+().\-/\u00A0\u2010-\u2015]+$/.test(words),
  email: (words) =>
    words.length <= 100 && /@|[[({] ?(?:at|arobase) ?[\])}]/i.test(words) && words.split(/\s+/).length <= 5,
  address: (words) => words.length <= maskRules.longest && words.split(/\s+/).length <= 15 && /\p{L}{2}/u.test(words),
  account: (words) => words.length <= 45 && digitsOf(words).length >= 4 && /^[\p{L}\d\s.\-/]+$/u.test(words),
};

export const hasShapeOf = ({ kind, words }: MaskSpan): boolean => words.trim() === words && shapes[kind](words);

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const NUMBER = /[+(]?\d(?:[\d\s().\-/\u00A0\u2010-\u2015]*\d)?/g;
/** A number with and without its country code is the same one. */
const NATIONAL_DIGITS = 9;

interface Found {
  start: number;
  end: number;
  kind: PrivateKind;
}

function placesOf({ kind, words }: MaskSpan, text: string): Found[] {
  const inWords = new RegExp(
    `(?<![\\p{L}\\p{N}])${words.split(/\s+/).map(escaped).join('\\s+')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const found = [...text.matchAll(inWords)].map(({ 0: match, index }) => ({
    start: index,
    end: index + match.length,
    kind,
  }));
  if (kind !== 'phone' && kind !== 'account') return found;
  const digits = digitsOf(words);
  const isSame = (other: string): boolean =>
    other === digits ||
    (kind === 'phone' &&
      Math.min(other.length, digits.length) >= NATIONAL_DIGITS &&
      other.slice(-NATIONAL_DIGITS) === digits.slice(-NATIONAL_DIGITS));
  const numbers = /\p{L}/u.test(words) ? [] : [...text.matchAll(NUMBER)].filter(([match]) => isSame(digitsOf(match)));
  return [...found, ...numbers.map(({ 0: match, index }) => ({ start: index, end: index + match.length, kind }))];
}

function allPlaces(text: string, spans: readonly MaskSpan[]): Found[] {
  const places: Found[] = [];
  const inOrder = spans
    .flatMap((span) => placesOf(span, text))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const place of inOrder) if (place.start >= (places.at(-1)?.end ?? 0)) places.push(place);
  return places;
}

/** Replaces all occurrences of the spans by a visible mark, in the language of the text. */
export function withMasks(text: string, spans: readonly MaskSpan[], language: Language): string {
  let end = 0;
  const parts = allPlaces(text, spans).map((place) => {
    const before = text.slice(end, place.start);
    end = place.end;
    return before + removedWords[language][place.kind];
  });
  return parts.join('') + text.slice(end);
}

export const coveredBy = (text: string, spans: readonly MaskSpan[]): number =>
  allPlaces(text, spans).reduce((sum, { start, end }) => sum + end - start, 0);

const marks = new Set(Object.values(removedWords).flatMap((words) => Object.values(words)));
const ANY_MARK = new RegExp([...marks].map(escaped).join('|'), 'u');

/** Whether the second text is the first with short spans masked, and most of it unchanged. */
export function isMaskedText(before: string, after: string): boolean {
  if (before === after) return true;
  const pieces = after.split(ANY_MARK);
  const most = before.length * maskRules.share;
  const tried = new Set<string>();
  /** Whether the remaining pieces occur from `offset` on, each after a masked gap. */
  const fits = (place: number, at: number, covered: number): boolean => {
    const key = `${place} ${at} ${covered}`;
    if (tried.has(key)) return false;
    tried.add(key);
    const piece = pieces[place]!;
    if (place === 0)
      return before.startsWith(piece) && (pieces.length === 1 ? before === piece : fits(1, piece.length, 0));
    for (let gap = 1; gap <= maskRules.longest && at + gap + piece.length <= before.length; gap += 1) {
      if (!before.startsWith(piece, at + gap)) continue;
      const sum = covered + (marks.has(before.slice(at, at + gap)) ? 0 : gap);
      if (sum > most) return false;
      const end = at + gap + piece.length;
      if (place === pieces.length - 1 ? end === before.length : fits(place + 1, end, sum)) return true;
    }
    return false;
  };
  return fits(0, 0, 0);
}

/** Free texts that can be masked: never a name, a status, a provider or a website. */
export const maskedFields = ['title', 'description', 'advice', 'flaggedReasons'] as const;

/** Whether two statements differ only by masks. */
export function isMaskedStatement(before: PublicStatement, after: PublicStatement): boolean {
  const [one, other] = [before, after] as unknown as Record<string, unknown>[];
  return Object.keys(one!).every((field) => {
    const [from, to] = [one![field], other![field]];
    if (JSON.stringify(from) === JSON.stringify(to)) return true;
    if (!(maskedFields as readonly string[]).includes(field)) return false;
    if (Array.isArray(from) && Array.isArray(to)) {
      return from.length === to.length && from.every((text, place) => isMaskedText(String(text), String(to[place])));
    }
    return typeof from === 'string' && typeof to === 'string' && isMaskedText(from, to);
  });
}
