/** Other people's markup as text. Nothing of it is ever shown as markup; this only makes it readable. */
import { toReadableText } from '@hakiki/contract/readable-text';
import { decodeHTMLStrict } from 'entities';

/** More of one text is not looked at. */
const LOOKED_AT = 20_000;

/** Each step takes time in proportion to the text: `<` ends what another began, so that nothing is scanned twice. */
export function plainText(markup: string, max: number): string {
  const tagless = markup
    .slice(0, LOOKED_AT)
    .replaceAll(/<(script|style)\b[^<>]*>[^<]*/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ');
  // Strictly: a title is often plain text, in which `R&copy` is no sign. Once: what was escaped twice is meant to be read so.
  const text = toReadableText(decodeHTMLStrict(tagless))
    // Also what stood for no character.
    .replaceAll(/[\p{C}\s\uFFFD]+/gu, ' ')
    .trim();
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
