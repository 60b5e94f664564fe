import type { CheckAnswer } from '@hakiki/contract/check';
import { checkLimits } from '@hakiki/contract/check-values';
import { defineMutation } from '../../lib/api/mutations.ts';
import type { Query } from '../../lib/api/queries.ts';
import type { Question } from '../../lib/check/question.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

/** Why it cannot be asked. */
export function findProblem({ input }: Question): string | undefined {
  if (!input) return m.checking_empty();
  if (input.length <= checkLimits.inputLength) return undefined;
  return m.length_over({ count: formatNumber(input.length), max: formatNumber(checkLimits.inputLength) });
}

const check = defineMutation('POST', '/api/check');

/** The reply is kept while the page is open, so that going back to a question shows its answer at once. */
export const checkQuery = (question: Question): Query<CheckAnswer> => ({
  key: ['/api/check', question],
  load: (api) => check.send(api, { body: question }),
});
