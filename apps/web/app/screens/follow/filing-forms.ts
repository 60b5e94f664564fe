/** The forms of a report that was sent: showing its state, and answering a question. */
import { answerQuestion, lookUpFiling, type FilingState } from '@hakiki/contract/filings';
import type { FilingRef } from '../../lib/evidence-upload.ts';
import { describeForm, type Form, type Values } from '../../lib/forms.ts';
import { to } from '../../lib/paths.ts';
import { write } from '../../lib/writes.ts';
import { m } from '../../paraglide/messages.js';

/** Named so that neither is taken for a secret to be dropped: a mistyped receipt comes back to be corrected. */
const RECEIPT = 'receipt';
const ID = 'filing';

/** The hidden fields that say which report a plain post is about. The code stands in no address. */
export const hiddenFields = ({ code, id }: FilingRef): Values => (id ? { [ID]: id } : { [RECEIPT]: code ?? '' });

export const filingOf = ({ [RECEIPT]: receipt = '', [ID]: id }: Values): FilingRef =>
  id ? { id } : { code: receipt.trim() };

export const lookUp = write('POST', '/api/filings/look-up');

export const lookUpForm = describeForm({
  name: 'look-up',
  write: lookUp,
  schema: {
    safeParse(given: unknown) {
      const filing = filingOf(given as Values);
      if (filing.id || filing.code) return lookUpFiling.body.safeParse(filing);
      const missing = { path: [RECEIPT], message: m.follow_receipt_missing() };
      return { success: false, error: { issues: [missing] } } as const;
    },
  },
  failure: { title: m.follow_failed, fallback: m.follow_failed_text },
  next: () => to('/follow'),
});

const ANSWER = 'answer-';

/** Each question has a form of its own on the page. */
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

/** The question a posted form answers, by the form's name. */
export const questionOf = (form: string): string | undefined =>
  form.startsWith(ANSWER) ? form.slice(ANSWER.length) : undefined;

export const ADD_FILE = 'add-file';
export const FILE = 'file';
