/** Some authorities publish the same words on two hosts. Whoever reads them wants them once. */
import { createHash } from 'node:crypto';

/** 'Public notice' and little more is said by everybody. */
const LEAST_LETTERS = 40;

/** The same for the same words, whatever their case, accents, punctuation and blanks; null where they are too few to tell. */
export function textKeyOf(title: string, summary: string): string | null {
  const words = `${title} ${summary}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return words.length < LEAST_LETTERS ? null : createHash('sha256').update(words).digest('hex').slice(0, 32);
}
