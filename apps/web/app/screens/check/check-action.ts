/**
 * The check of a browser without scripts, and of a text that another app shares. It answers with the page itself: the
 * input stands in no address. The search on the home page posts here, too; a name goes to the directory.
 */
import type { CheckAnswer } from '@hakiki/contract/check';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { ApiError } from '../../lib/api/api.ts';
import { parseQuestion, type Question } from '../../lib/check/question.ts';
import { getFailureText } from '../../lib/errors/failure.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { isNameSearch } from '../../lib/pages/name-search.ts';
import { toDirectoryPath } from '../../lib/pages/search-path.ts';
import { m } from '../../paraglide/messages.js';
import { checkQuery, findProblem } from './check-query.ts';

export interface CheckActionData {
  question: Question;
  answer?: CheckAnswer;
  problem?: string;
}

interface ActionArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export async function checkAction({ request, context }: ActionArgs) {
  const formData = await request.formData().catch(() => undefined);
  if (!formData) throw data(null, { status: 400 });
  const question = parseQuestion(formData);
  if (formData.has('search') && isNameSearch(question.input)) throw redirect(toDirectoryPath(formData), 303);
  const problem = findProblem(question);
  if (problem) return data<CheckActionData>({ question, problem }, { status: 400 });
  try {
    return data<CheckActionData>({ question, answer: await checkQuery(question).load(context.get(apiContext)) });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    return data<CheckActionData>({ question, problem: getFailureText(error, m.checking_failed()) }, { status });
  }
}
