/** Marks the words of a report that the other report does not contain. */
import type { Passage } from '../../../components/staff/marked-text.tsx';

/** Longer texts are not compared: the table would block the page. */
const MOST_WORDS = 1200;

const piecesOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];
const isBlank = (piece: string): boolean => /^\s/.test(piece);
/** Ignores letter case and the punctuation around a word. */
const wordOf = (piece: string): string => piece.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || piece;

/** The text in passages; words outside of the longest common subsequence are new. */
export function differencesFrom(lead: string, text: string): Passage[] {
  const known = piecesOf(lead)
    .filter((piece) => !isBlank(piece))
    .map(wordOf);
  const pieces = piecesOf(text);
  const words = pieces.filter((piece) => !isBlank(piece)).map(wordOf);
  if (words.length > MOST_WORDS || known.length > MOST_WORDS) return [{ text, isNew: false }];
  return joined(pieces, wordsInCommon(known, words));
}

/** Indexes of the second text's words that belong to the longest common subsequence. */
function wordsInCommon(known: readonly string[], words: readonly string[]): Set<number> {
  const width = words.length + 1;
  const lengths = new Uint16Array((known.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = known.length - 1; row >= 0; row -= 1) {
    for (let column = words.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        known[row] === words[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const common = new Set<number>();
  let row = 0;
  let column = 0;
  while (row < known.length && column < words.length) {
    if (known[row] === words[column]) {
      common.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return common;
}

/** White space between two new words is new, too, so that a passage is marked as one. */
function joined(pieces: readonly string[], common: ReadonlySet<number>): Passage[] {
  const passages: Passage[] = [];
  let place = -1;
  let blank = '';
  for (const piece of pieces) {
    if (isBlank(piece)) {
      blank = piece;
      continue;
    }
    place += 1;
    const isNew = !common.has(place);
    const last = passages.at(-1);
    if (last?.isNew === isNew) last.text += blank + piece;
    else if (last && blank) {
      // White space belongs to the known passage.
      if (isNew) last.text += blank;
      passages.push({ text: isNew ? piece : blank + piece, isNew });
    } else passages.push({ text: blank + piece, isNew });
    blank = '';
  }
  const last = passages.at(-1);
  if (last) last.text += blank;
  return passages;
}
