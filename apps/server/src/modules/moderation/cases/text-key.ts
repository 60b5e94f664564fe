/**
 * Normalises a text for comparison: removes accents, addresses, numbers and common words. The same text with another
 * amount or link gets a similar key, and two texts do not match because of words like "the".
 */
import type { Language } from '@hakiki/contract/site';

const MAX_KEY_LENGTH = 400;
/** The key is much shorter than this. */
const MAX_TEXT_LENGTH = 4000;

const ADDRESS = /:\/\/|^www\.|@|\.[a-z]{2,24}(?:\/|$)/i;

export function toTextKey(text: string): string {
  const words = text
    .slice(0, MAX_TEXT_LENGTH)
    .split(/\s+/)
    .filter((word) => !ADDRESS.test(word))
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1 && !commonWords.has(word));
  return words.join(' ').slice(0, MAX_KEY_LENGTH).trim();
}

/** A tenth of the words of a language are half of each text. */
const commonWordsByLanguage: Record<Language, string> = {
  en:
    'a about after again all also am an and any are as at be because been before but by can could did do does for from get ' +
    'got had has have he her him his how i if in into is it its just me my no not now of on one or other our out over please ' +
    'she so some than that the their them then there they this those to too told up us was we were what when where which ' +
    'who why will with would you your',
  fr:
    'au aux avec ce ces dans de des du elle en est et eux il ils je la le les leur lui ma mais me mes moi mon ne nos notre ' +
    'nous on ou par pas pour qu que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous',
};
const commonWords = new Set(Object.values(commonWordsByLanguage).flatMap((words) => words.split(' ')));
