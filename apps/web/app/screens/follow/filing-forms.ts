/** The forms about a filed report: look up its status, and answer a question. */
import { answerQuestion, lookUpFiling, type FilingState } from '@hakiki/contract/filings';
import { defineForm, type Form, type Values } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { RECEIPT_FORM, RECEIPT_FIELD } from '../../lib/filings/receipt-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { filingOf } from './filing-key.ts';
import { lookUpFailure } from './look-up-words.ts';

export const lookUp = defineMutation('POST', '/api/filings/look-up');

export const lookUpForm = defineForm({
  name: RECEIPT_FORM,
  mutation: lookUp,
  schema: {
    safeParse(given: unknown) {
      const filing = filingOf(given as Values);
      if (filing.id || filing.code) return lookUpFiling.body.safeParse(filing);
      const missing = { path: [RECEIPT_FIELD], words: m.follow_receipt_missing() };
      return { success: false, error: { issues: [missing] } } as const;
    },
  },
  failure: lookUpFailure,
  next: () => pathTo('/follow'),
});

const ANSWER = 'answer-';

/** Each question has its own form on the page. */
export const answerFormOf = (questionId: string): Form<FilingState> =>
  defineForm({
    name: ANSWER + questionId,
    mutation: defineMutation('POST', '/api/filings/answers'),
    schema: {
      safeParse: (given: unknown) =>
        answerQuestion.body.safeParse({
          ...filingOf(given as Values),
          questionId,
          answer: (given as Values)['answer'],
        }),
    },
    failure: { title: m.follow_answer_failed, fallback: m.follow_answer_failed_text },
    next: () => pathTo('/follow'),
  });

/** Returns the id of the question that a posted form answers, from the form's name. */
export const questionOf = (form: string): string | undefined =>
  form.startsWith(ANSWER) ? form.slice(ANSWER.length) : undefined;
