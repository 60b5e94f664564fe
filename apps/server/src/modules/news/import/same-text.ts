/** Detects the same text on two hosts, so that members see it once. */
import { createHash } from 'node:crypto';

/** Shorter texts such as 'Public notice' occur everywhere. */
const MIN_LETTERS = 40;

/** The same for the same text regardless of case, accents, punctuation and spaces; null for short texts. */
export function computeTextKey(title: string, summary: string): string | null {
  const letters = `${title} ${summary}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters.length < MIN_LETTERS ? null : createHash('sha256').update(letters).digest('hex').slice(0, 32);
}
