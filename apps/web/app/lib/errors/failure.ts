/** What people are told when something they asked for was refused or did not arrive. */
import { failureOf, serverMessage } from '../api/api.ts';
import { inWords } from './server-words.ts';
import { showToast } from '../browser/toast.ts';

/** The texts of one action: the title of its failure, and the sentence where the server has none. */
export interface FailureTexts {
  title: () => string;
  fallback: () => string;
}

/** What was refused in the reader's language, or as the server said it where the page has no words, or in the area's own words. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  inWords(failureOf(error).code) ?? serverMessage(error) ?? fallback;

export const showFailure = (title: string, error: unknown, fallback: string): number =>
  showToast({ title, description: sentenceOf(error, fallback), isDestructive: true });
