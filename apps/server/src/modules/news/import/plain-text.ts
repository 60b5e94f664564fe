/** Converts external markup to readable text; it is never rendered as markup. */
import { toReadableText } from '@hakiki/contract/readable-text';
import { decodeHTMLStrict } from 'entities';

/** More of one text is ignored. */
const MAX_MARKUP_LENGTH = 20_000;

/** Each step takes linear time: `<` ends an unfinished tag, so that nothing is scanned twice. */
export function toPlainText(markup: string, max: number): string {
  const tagless = markup
    .slice(0, MAX_MARKUP_LENGTH)
    .replaceAll(/<(script|style)\b[^<>]*>[^<]*/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ');
  // Strict, because `R&copy` in a plain title is no entity. Once, because double-escaped text is meant to stay escaped.
  const text = toReadableText(decodeHTMLStrict(tagless))
    // Also removes invalid characters.
    .replaceAll(/[\p{C}\s\uFFFD]+/gu, ' ')
    .trim();
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
