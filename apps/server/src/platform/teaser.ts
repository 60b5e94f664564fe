/** The beginning of a text, for those who do not get all of it. */
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export interface Teaser {
  text: string;
  isCut: boolean;
}

/** At most so many characters, and never half of what people see as one: a letter with its accents, a flag, a family. */
export function teaserOf(text: string, length: number): Teaser {
  const points = [...text];
  if (points.length <= length) return { text, isCut: false };
  const beginning = points.slice(0, length).join('');
  let end = 0;
  // One character more shows whether the last one goes on.
  for (const { index } of characters.segment(points.slice(0, length + 1).join(''))) {
    if (index <= beginning.length) end = index;
  }
  return { text: beginning.slice(0, end || beginning.length), isCut: true };
}
