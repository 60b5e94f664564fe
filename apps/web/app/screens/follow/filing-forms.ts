/** The forms about a filed report: look up its status, and answer a question. */
import { answerQuestion, lookUpFiling, type FilingState } from '@hakiki/contract/filings';
import { describeForm, type Form, type Values } from '../../lib/forms/forms.ts';
import { to } from '../../lib/pages/paths.ts';
import { LOOK_UP, RECEIPT } from '../../lib/filings/receipt-form.ts';
import { write } from '../../lib/api/writes.ts';
import { m } from '../../paraglide/messages.js';
import { filingOf } from './filing-key.ts';
import { lookUpFailure } from './look-up-words.ts';

export const lookUp = write('POST', '/api/filings/look-up');

export const lookUpForm = describeForm({
  name: LOOK_UP,
  write: lookUp,
  schema: {
    safeParse(given: unknown) {
      const filing = filingOf(given as Values);
      if (filing.id || filing.code) return lookUpFiling.body.safeParse(filing);
      const missing = { path: [RECEIPT], words: m.follow_receipt_missing() };
      return { success: false, error: { issues: [missing] } } as const;
    },
  },
  failure: lookUpFailure,
  next: () => to('/follow'),
});

const ANSWER = 'answer-';

/** Each question has its own form on the page. */
export const answerFormOf = (questionId: string): Form<FilingState> =>
  describeForm({
    name: ANSWER + questionId,
    write: write('POST', '/api/filings/answers'),
    schema: {
      safeParse: (given: unknown) =>
        answerQuestion.body.safeParse({
          ...filingOf(given as Values),
          questionId,
          answer: (given as Values)['answer'],
        }),
    },
    failure: { title: m.follow_answer_failed, fallback: m.follow_answer_failed_text },
    next: () => to('/follow'),
  });

/** Returns the id of the question that a posted form answers, from the form's name. */
export const questionOf = (form: string): string | undefined =>
  form.startsWith(ANSWER) ? form.slice(ANSWER.length) : undefined;
