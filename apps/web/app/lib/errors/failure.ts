/** Messages for failed requests. */
import { parseFailure, getServerMessage } from '../api/api.ts';
import { getErrorText } from './server-error-texts.ts';
import { showToast } from '../browser/toast.ts';

/** Texts of one action: the title of its failure, and a fallback where the server has no message. */
export interface FailureTexts {
  title: () => string;
  fallback: () => string;
}

/** The text for the error code in the user's language, else the server's message, else the fallback. */
export const getFailureText = (error: unknown, fallback: string): string =>
  getErrorText(parseFailure(error).code) ?? getServerMessage(error) ?? fallback;

export const showFailure = (title: string, error: unknown, fallback: string): number =>
  showToast({ title, description: getFailureText(error, fallback), isDestructive: true });
