/** Word diff: which words of the old text were removed, and which of the new text were added. */

interface Piece {
  text: string;
  isChanged: boolean;
}

interface Difference {
  before: Piece[];
  now: Piece[];
}

/** Two passages of some 500 words: a few milliseconds, also on an old phone. */
const MAX_COMPARED = 250_000;

/** Each word includes the space before it, so that the joined parts are the text again. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.trim() === other?.trim();

/** Skips the common beginning and end. What is too long to compare between them counts as changed. */
export function wordDifference(before: string, now: string): Difference {
  const old = wordsOf(before);
  const fresh = wordsOf(now);
  let start = 0;
  while (isSame(old[start], fresh[start])) start += 1;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && isSame(old.at(-1 - end), fresh.at(-1 - end))) end += 1;
  const kept = keptWords(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  const stays = (length: number, among: ReadonlySet<number>) => (place: number) =>
    place < start || place >= length - end || among.has(place - start);
  return {
    before: piecesOf(old, stays(old.length, kept.old)),
    now: piecesOf(fresh, stays(fresh.length, kept.fresh)),
  };
}

/** The longest common subsequence of words, by their indexes in each text. */
function keptWords(old: readonly string[], fresh: readonly string[]) {
  const kept = { old: new Set<number>(), fresh: new Set<number>() };
  if (old.length * fresh.length > MAX_COMPARED) return kept;
  const width = fresh.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] = isSame(old[row], fresh[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < old.length && column < fresh.length) {
    if (isSame(old[row], fresh[column])) {
      kept.old.add(row++);
      kept.fresh.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}

function piecesOf(words: readonly string[], stays: (place: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const [place, text] of words.entries()) {
    const isChanged = !stays(place);
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else pieces.push({ text, isChanged });
  }
  return pieces;
}
