/** The reason of a decision, with text templates; Ctrl+Enter submits the form. */
import { textLimits } from '@hakiki/contract/limits';
import { useRef, type KeyboardEvent } from 'react';
import { FormTextArea } from '../../../components/forms/form.tsx';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { rowButtonClass } from './table.tsx';
import { templates as templatesRead } from '../triage/reads.ts';

export function ReasonField({ hint }: { hint: string }) {
  const around = useRef<HTMLDivElement>(null);
  const templates = useRead(templatesRead);
  const offered = templates.status === 'ready' ? templates.data : [];
  const take = (text: string) => {
    const field = around.current?.querySelector('textarea');
    if (!field) return;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  };
  return (
    <div ref={around} className="flex flex-col gap-2">
      <FormTextArea
        name="reason"
        label={m.admin_reason_needed()}
        hint={hint}
        most={textLimits.text}
        rows={3}
        onKeyDown={sendByKeys}
      />
      {offered.length > 0 && (
        <ul aria-label={m.triage_templates()} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
          {offered.map(({ id, title, text }) => (
            <li key={id}>
              <button type="button" title={text} onClick={() => take(text)} className={rowButtonClass()}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function sendByKeys(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}
