/** Marks the words of a report that the other report does not contain. */
import type { Passage } from '../../../components/staff/marked-text.tsx';

/** Longer texts are not compared: the table would block the page. */
const MAX_WORDS = 1200;

const splitWords = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];
const isBlank = (part: string): boolean => /^\s/.test(part);
/** Ignores letter case and the punctuation around a word. */
const normalizeWord = (part: string): string =>
  part.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || part;

/** The text in passages; words outside of the longest common subsequence are new. */
export function diffFromLead(lead: string, text: string): Passage[] {
  const leadWords = splitWords(lead)
    .filter((part) => !isBlank(part))
    .map(normalizeWord);
  const parts = splitWords(text);
  const words = parts.filter((part) => !isBlank(part)).map(normalizeWord);
  if (words.length > MAX_WORDS || leadWords.length > MAX_WORDS) return [{ text, isNew: false }];
  return toPassages(parts, findCommonWords(leadWords, words));
}

/** Indexes of the second text's words that belong to the longest common subsequence. */
function findCommonWords(leadWords: readonly string[], words: readonly string[]): Set<number> {
  const width = words.length + 1;
  const lengths = new Uint16Array((leadWords.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = leadWords.length - 1; row >= 0; row -= 1) {
    for (let column = words.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        leadWords[row] === words[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const common = new Set<number>();
  let row = 0;
  let column = 0;
  while (row < leadWords.length && column < words.length) {
    if (leadWords[row] === words[column]) {
      common.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return common;
}

/** White space between two new words is new, too, so that a passage is marked as one. */
function toPassages(parts: readonly string[], common: ReadonlySet<number>): Passage[] {
  const passages: Passage[] = [];
  let wordIndex = -1;
  let blank = '';
  for (const part of parts) {
    if (isBlank(part)) {
      blank = part;
      continue;
    }
    wordIndex += 1;
    const isNew = !common.has(wordIndex);
    const last = passages.at(-1);
    if (last?.isNew === isNew) last.text += blank + part;
    else if (last && blank) {
      // White space belongs to the known passage.
      if (isNew) last.text += blank;
      passages.push({ text: isNew ? part : blank + part, isNew });
    } else passages.push({ text: blank + part, isNew });
    blank = '';
  }
  const last = passages.at(-1);
  if (last) last.text += blank;
  return passages;
}
