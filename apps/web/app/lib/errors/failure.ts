/** What people are told when something they asked for was refused or did not arrive. */
import { serverMessage } from '../api/api.ts';
import { inWords } from './server-words.ts';
import { showToast } from '../browser/toast.ts';

/** The texts of one action: the title of its failure, and the sentence where the server has none. */
export interface FailureTexts {
  title: () => string;
  fallback: () => string;
}

/** The server's message for people in their language, or the area's own words. */
export function sentenceOf(error: unknown, fallback: string): string {
  const message = serverMessage(error);
  return message === undefined ? fallback : inWords(message);
}

export const showFailure = (title: string, error: unknown, fallback: string): number =>
  showToast({ title, description: sentenceOf(error, fallback), isDestructive: true });
