/** A question to a reporter, typed or from a template. */
import type { AnswerTemplate, CaseFiling } from '@hakiki/contract/triage-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { TextAreaField } from '../../../components/ui/field.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { rowButtonClass } from './table.tsx';
import { submitOnCtrlEnter, useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { askReporter } from '../triage/queries.ts';

interface QuestionProps {
  filing: Pick<CaseFiling, 'id'>;
  templates: readonly AnswerTemplate[];
  onClose: () => void;
  onSent: () => void;
}

export function QuestionDialog({ filing, templates, onClose, onSent }: QuestionProps) {
  const field = useFieldFocus<HTMLTextAreaElement>();
  const [question, setQuestion] = useState('');
  const [error, setError] = useState<string>();
  const ask = useMutation(askReporter, {
    failure: { title: m.triage_question_failed, fallback: m.triage_failed_text },
    success: () => ({ title: m.triage_question_sent() }),
  });
  const send = async () => {
    if (!question.trim()) {
      setError(m.triage_question_required());
      field.current?.focus();
      return;
    }
    const sent = await ask.run({ params: { id: filing.id }, body: { question: question.trim() } });
    if (!sent) return;
    onSent();
    onClose();
  };
  return (
    <AdminDialog title={m.triage_question_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_question_text()}</p>
      <DialogForm
        onSubmit={() => void send()}
        isSaving={ask.isRunning}
        saveLabel={m.triage_question_send()}
        savingLabel={m.triage_question_sending()}
      >
        <TemplateButtons
          templates={templates}
          onChoose={(text) => {
            setQuestion(text);
            field.current?.focus();
          }}
        />
        <TextAreaField
          id="triage-question"
          ref={field}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          label={m.triage_question_label()}
          error={error}
          note={<LengthNote id="triage-question" max={textLimits.text} value={question} />}
          onKeyDown={submitOnCtrlEnter}
        />
      </DialogForm>
    </AdminDialog>
  );
}

const TemplateButtons = ({
  templates,
  onChoose,
}: {
  templates: readonly AnswerTemplate[];
  onChoose: (text: string) => void;
}) =>
  templates.length > 0 && (
    <ul aria-label={m.triage_templates()} className="flex flex-wrap gap-1.5">
      {templates.map(({ id, title, text }) => (
        <li key={id}>
          <button type="button" title={text} onClick={() => onChoose(text)} className={rowButtonClass()}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
