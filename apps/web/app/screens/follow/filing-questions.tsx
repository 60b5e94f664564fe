import type { FilingState } from '@hakiki/contract/filings';
import { textLimits } from '@hakiki/contract/limits';
import { FormTextArea, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import type { FilingRef } from '../../lib/evidence/upload.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { createAnswerForm } from './filing-forms.ts';
import { FilingHiddenFields } from './filing-hidden-fields.tsx';

type Question = FilingState['questions'][number];

interface Props {
  questions: readonly Question[];
  filing: FilingRef;
  onAnswered: (state: FilingState) => void;
}

/** Questions of a moderator. Each can be answered once. */
export function Questions({ questions, filing, onAnswered }: Props) {
  return (
    <ul className="flex flex-col gap-5">
      {questions.map((question) => (
        <li key={question.id} className="rounded-control border border-line p-4">
          <p className="text-sm text-muted">{m.follow_asked({ date: formatDate(question.askedAt) })}</p>
          <p className="font-semibold whitespace-pre-line wrap-break-word">{question.question}</p>
          <div className="mt-3">
            {question.answer === null ? (
              <AnswerForm questionId={question.id} filing={filing} onAnswered={onAnswered} />
            ) : (
              <>
                <p className="text-sm text-muted">
                  {m.follow_answered({ date: formatDate(question.answeredAt ?? question.askedAt) })}
                </p>
                <p className="whitespace-pre-line wrap-break-word">{question.answer}</p>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function AnswerForm({ questionId, filing, onAnswered }: Omit<Props, 'questions'> & { questionId: string }) {
  const form = useForm(createAnswerForm(questionId), {
    onDone({ reply }) {
      showToast({ title: m.follow_answer_sent(), description: m.follow_answer_sent_text(), isInline: true });
      onAnswered(reply);
    },
  });
  return (
    <PostForm state={form} action={pathTo('/follow')}>
      <FilingHiddenFields filing={filing} />
      <FormTextArea
        name="answer"
        label={m.follow_answer()}
        hint={m.follow_answer_hint()}
        rows={4}
        max={textLimits.text}
      />
      <SubmitButton className="md:self-start">{m.follow_answer_submit()}</SubmitButton>
    </PostForm>
  );
}
