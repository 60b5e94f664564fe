/** The forms about a filed report: look up its status, and answer a question. */
import { answerQuestion, lookUpFiling, type FilingState } from '@hakiki/contract/filings';
import { defineForm, type Form, type Values } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { RECEIPT_FORM, RECEIPT_FIELD } from '../../lib/filings/receipt-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { parseFilingRef } from './filing-ref.ts';
import { lookUpFailureTexts } from './look-up-texts.ts';

/** What `toReference` makes. It is on the receipt, too, and people mistake it for the code. */
const referencePattern = /^HK[- ]?[0-9A-F]{8}$/i;

export const lookUp = defineMutation('POST', '/api/filings/look-up');

export const lookUpForm = defineForm({
  name: RECEIPT_FORM,
  mutation: lookUp,
  schema: {
    safeParse(values: unknown) {
      const filing = parseFilingRef(values as Values);
      const isNumber = referencePattern.test(filing.code ?? '');
      if (filing.id || (filing.code && !isNumber)) return lookUpFiling.body.safeParse(filing);
      const words = isNumber ? m.follow_receipt_is_number() : m.follow_receipt_missing();
      return { success: false, error: { issues: [{ path: [RECEIPT_FIELD], words }] } } as const;
    },
  },
  failure: lookUpFailureTexts,
  next: () => pathTo('/follow'),
});

const ANSWER_PREFIX = 'answer-';

/** Each question has its own form on the page. */
export const createAnswerForm = (questionId: string): Form<FilingState> =>
  defineForm({
    name: ANSWER_PREFIX + questionId,
    mutation: defineMutation('POST', '/api/filings/answers'),
    schema: {
      safeParse: (values: unknown) =>
        answerQuestion.body.safeParse({
          ...parseFilingRef(values as Values),
          questionId,
          answer: (values as Values)['answer'],
        }),
    },
    failure: { title: m.follow_answer_failed, fallback: m.follow_answer_failed_text },
    next: () => pathTo('/follow'),
  });

/** Returns the id of the question that a posted form answers, from the form's name. */
export const parseQuestionId = (form: string): string | undefined =>
  form.startsWith(ANSWER_PREFIX) ? form.slice(ANSWER_PREFIX.length) : undefined;
