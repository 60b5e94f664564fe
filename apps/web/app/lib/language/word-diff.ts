/** Word diff: which words of the old text were removed, and which of the new text were added. */

interface DiffPart {
  text: string;
  isChanged: boolean;
}

interface WordDiff {
  before: DiffPart[];
  now: DiffPart[];
}

/** Two passages of some 500 words: a few milliseconds, also on an old phone. */
const MAX_COMPARISONS = 250_000;

/** Each word includes the space before it, so that the joined parts are the text again. */
const splitWords = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
const isSame = (a: string | undefined, b: string | undefined): boolean => a !== undefined && a.trim() === b?.trim();

/** Skips the common beginning and end. What is too long to compare between them counts as changed. */
export function diffWords(before: string, now: string): WordDiff {
  const oldWords = splitWords(before);
  const newWords = splitWords(now);
  let start = 0;
  while (isSame(oldWords[start], newWords[start])) start += 1;
  let end = 0;
  while (
    end < Math.min(oldWords.length, newWords.length) - start &&
    isSame(oldWords.at(-1 - end), newWords.at(-1 - end))
  )
    end += 1;
  const commonIndexes = findCommonWords(
    oldWords.slice(start, oldWords.length - end),
    newWords.slice(start, newWords.length - end),
  );
  const isUnchanged = (length: number, commonWordIndexes: ReadonlySet<number>) => (index: number) =>
    index < start || index >= length - end || commonWordIndexes.has(index - start);
  return {
    before: toParts(oldWords, isUnchanged(oldWords.length, commonIndexes.oldWords)),
    now: toParts(newWords, isUnchanged(newWords.length, commonIndexes.newWords)),
  };
}

/** The longest common subsequence of words, by their indexes in each text. */
function findCommonWords(oldWords: readonly string[], newWords: readonly string[]) {
  const commonIndexes = { oldWords: new Set<number>(), newWords: new Set<number>() };
  if (oldWords.length * newWords.length > MAX_COMPARISONS) return commonIndexes;
  const width = newWords.length + 1;
  const lengths = new Uint16Array((oldWords.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = oldWords.length - 1; row >= 0; row -= 1) {
    for (let column = newWords.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] = isSame(oldWords[row], newWords[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < oldWords.length && column < newWords.length) {
    if (isSame(oldWords[row], newWords[column])) {
      commonIndexes.oldWords.add(row++);
      commonIndexes.newWords.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return commonIndexes;
}

function toParts(words: readonly string[], isUnchanged: (index: number) => boolean): DiffPart[] {
  const parts: DiffPart[] = [];
  for (const [index, text] of words.entries()) {
    const isChanged = !isUnchanged(index);
    const last = parts.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else parts.push({ text, isChanged });
  }
  return parts;
}
