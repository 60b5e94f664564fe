/** The reason of a decision, with text templates; Ctrl+Enter submits the form. */
import { textLimits } from '@hakiki/contract/limits';
import { useRef } from 'react';
import { FormTextArea } from '../../../components/forms/form.tsx';
import { submitOnCtrlEnter } from '../../../components/staff/dialog-field.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { rowButtonClass } from './table.tsx';
import { templatesQuery } from '../triage/queries.ts';

export function ReasonField({ hint }: { hint: string }) {
  const container = useRef<HTMLDivElement>(null);
  const templates = useQuery(templatesQuery);
  const templateList = templates.status === 'ready' ? templates.data : [];
  const insertTemplate = (text: string) => {
    const field = container.current?.querySelector('textarea');
    if (!field) return;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  };
  return (
    <div ref={container} className="flex flex-col gap-2">
      <FormTextArea
        name="reason"
        label={m.admin_reason_needed()}
        hint={hint}
        max={textLimits.text}
        rows={3}
        onKeyDown={submitOnCtrlEnter}
      />
      {templateList.length > 0 && (
        <ul aria-label={m.triage_templates()} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
          {templateList.map(({ id, title, text }) => (
            <li key={id}>
              <button type="button" title={text} onClick={() => insertTemplate(text)} className={rowButtonClass()}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
