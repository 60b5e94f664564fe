/** Other people's markup as text. Nothing of it is ever shown as markup; this only makes it readable. */

const named: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—', deg: '°' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ agrave: 'à', acirc: 'â', ccedil: 'ç', eacute: 'é', egrave: 'è', ecirc: 'ê', euml: 'ë', icirc: 'î', iuml: 'ï' },
  ...{ ocirc: 'ô', ugrave: 'ù', ucirc: 'û' },
};

function character(reference: string): string {
  if (!reference.startsWith('#')) {
    const small = named[reference.toLowerCase()] ?? ' ';
    return /^[A-Z][a-z]/.test(reference) ? small.toUpperCase() : small;
  }
  const isHex = /^#x/i.test(reference);
  const code = Number.parseInt(reference.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
}

/** More of one text is not looked at. */
const LOOKED_AT = 20_000;

/** Each step takes time in proportion to the text: `<` ends what another began, so that nothing is scanned twice. */
export function plainText(markup: string, max: number): string {
  const text = markup
    .slice(0, LOOKED_AT)
    .replaceAll(/<(script|style)\b[^<>]*>[^<]*/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (_, reference: string) => character(reference))
    // Control characters and what turns the direction of writing around.
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
