/** What the sender of an appeal or a dispute says, for staff. */
import type { FilingState } from '@hakiki/contract/filings';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatTimestamp } from '../../../lib/language/format-timestamps.ts';
import { m } from '../../../paraglide/messages.js';
import { ContactDialog } from './contact-dialog.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { StaffFile } from './staff-file.tsx';
import { rowButtonClass } from './table.tsx';

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="col-span-2 grid grid-cols-subgrid">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

interface Props {
  filing: FilingState;
  /** Called after a question was sent. */
  onAsked: () => void;
}

/** The sender's text, files, questions and answers, with what staff can ask of the sender. */
export function FilingText({ filing, onAsked }: Props) {
  const [dialog, setDialog] = useState<'question' | 'contact'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{filing.description || m.appeals_says_nothing()}</p>
      {filing.evidence.length === 0 && <p className="text-sm text-muted">{m.appeals_files_none()}</p>}
      <ul className="flex flex-col gap-1">
        {filing.evidence.map((file) => (
          <li key={file.id}>
            <StaffFile file={file} />
          </li>
        ))}
      </ul>
      {filing.questions.map(({ id: questionId, question, askedAt, answer }) => (
        <div key={questionId} className="border-s-2 border-line ps-3">
          <p className="whitespace-pre-line wrap-break-word">
            <span className="text-muted">{formatTimestamp(askedAt)}:</span> {question}
          </p>
          <p className="font-semibold whitespace-pre-line wrap-break-word">
            {answer ?? <span className="font-normal text-muted">{m.triage_question_unanswered()}</span>}
          </p>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <button type="button" onClick={() => setDialog('question')} className={rowButtonClass()}>
          {m.triage_question()}
        </button>
        {filing.hasContact && (
          <button type="button" onClick={() => setDialog('contact')} className={rowButtonClass()}>
            <Icon name="lock" className="size-4" />
            {m.triage_contact()}
          </button>
        )}
      </div>
      {dialog === 'question' && <QuestionDialog filing={filing} templates={[]} onClose={close} onSent={onAsked} />}
      {dialog === 'contact' && <ContactDialog filing={filing} onClose={close} />}
    </>
  );
}
