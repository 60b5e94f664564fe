/** The beginning of a text, for viewers who may not see all of it. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export interface Teaser {
  text: string;
  isCut: boolean;
}

/** Never cuts inside a grapheme: a letter with its accents, a flag, an emoji of a family. */
export function createTeaser(text: string, length: number): Teaser {
  const codePoints = [...text];
  if (codePoints.length <= length) return { text, isCut: false };
  const beginning = codePoints.slice(0, length).join('');
  let end = 0;
  // One more code point shows whether the last grapheme continues.
  for (const { index } of graphemes.segment(codePoints.slice(0, length + 1).join(''))) {
    if (index <= beginning.length) end = index;
  }
  return { text: beginning.slice(0, end || beginning.length), isCut: true };
}
