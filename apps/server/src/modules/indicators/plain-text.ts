/** Undoes the disguises in which addresses are passed on, so that everything after it reads one spelling. */

const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

const disguises: [RegExp, string][] = [
  [/\bhxxp/gi, 'http'],
  [/[[({]:\/\/[\])}]/g, '://'],
  [/[[({]:[\])}]/g, ':'],
  [/ ?[[({] ?(?:\.|dot|punt|point) ?[\])}] ?/gi, '.'],
  [/ ?[[({] ?(?:@|at) ?[\])}] ?/gi, '@'],
  [/ dot (?=(?:com|net|org|io|co|xyz)\b)/gi, '.'],
];

export const plainText = (text: string): string =>
  disguises.reduce(
    (plain, [disguise, meant]) => plain.replace(disguise, meant),
    text.normalize('NFKC').replace(INVISIBLE, ''),
  );

/** What stands between spaces, quotes and brackets, without the punctuation of the sentence around it. */
export const piecesOf = (text: string): string[] =>
  text
    .split(/[\s<>"'`|\\^,;()[\]{}«»“”‘’]+/)
    .map((piece) => piece.replace(/^[.:*_~!?-]+|[.:*_~!?-]+$/g, ''))
    .filter((piece) => piece.length > 2);
