/**
 * The question that a person asks the check. Between screens it is passed on in the state of the browser's history, and
 * to the server in the body of a POST, never in a URL.
 */
import { type NumberMeaning, numberMeanings } from '@hakiki/contract/check-values';
import { checkPath } from '@hakiki/contract/site';
import { pathTo } from '../pages/paths.ts';

export interface Question {
  input: string;
  country?: string;
  numberIs?: NumberMeaning;
}

/** The fields of the check, of the search on the home page, or what another app shares as text and address. */
export function parseQuestion(formData: FormData): Question {
  const read = (name: string) => formData.getAll(name).filter((value) => typeof value === 'string');
  const [country = 'all'] = read('country');
  const numberIs = numberMeanings.find((meaning) => meaning === formData.get('numberIs'));
  return {
    input: [...read('input'), ...read('search')].join('\n').trim(),
    ...(country && country !== 'all' && { country }),
    ...(numberIs && { numberIs }),
  };
}

/** For a link or `navigate`: opens the check and asks at once. */
export const toCheckTarget = (question: Question): [path: string, options: { state: { question: Question } }] => [
  pathTo(checkPath),
  { state: { question } },
];
