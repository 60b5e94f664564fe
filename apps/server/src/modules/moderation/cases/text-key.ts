/**
 * Normalises a text for comparison: removes accents, addresses, numbers and common words. The same text with another
 * amount or link gets a similar key, and two texts do not match because of words like "the".
 */
import { languages } from '@hakiki/contract/site';
import { getTexts, splitWords } from '../../../platform/texts.ts';

const MAX_KEY_LENGTH = 400;
/** The key is much shorter than this. */
const MAX_TEXT_LENGTH = 4000;

const ADDRESS = /:\/\/|^www\.|@|\.[a-z]{2,24}(?:\/|$)/i;

export function toTextKey(text: string): string {
  const kept = text
    .slice(0, MAX_TEXT_LENGTH)
    .split(/\s+/)
    .filter((word) => !ADDRESS.test(word))
    .join(' ');
  const words = splitWords(kept).filter((word) => word.length > 1 && !commonWords.has(word));
  return words.join(' ').slice(0, MAX_KEY_LENGTH).trim();
}

/** A tenth of the words of a language are half of each text. */
const commonWords = new Set(languages.flatMap((language) => getTexts(language).comparison.commonWords.split(' ')));
