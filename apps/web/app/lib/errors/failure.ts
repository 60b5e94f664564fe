/** Messages for failed requests. */
import { failureOf, serverMessage } from '../api/api.ts';
import { inWords } from './server-words.ts';
import { showToast } from '../browser/toast.ts';

/** Texts of one action: the title of its failure, and a fallback where the server has no message. */
export interface FailureTexts {
  title: () => string;
  fallback: () => string;
}

/** The text for the error code in the reader's language, else the server's message, else the fallback. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  inWords(failureOf(error).code) ?? serverMessage(error) ?? fallback;

export const showFailure = (title: string, error: unknown, fallback: string): number =>
  showToast({ title, description: sentenceOf(error, fallback), isDestructive: true });
