/** Dialogs of the queue: templates, saved views, and keyboard shortcuts. */
import type { AnswerTemplate, SavedView } from '@hakiki/contract/triage-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { TextAreaField, TextField } from '../../../components/ui/field.tsx';
import type { Values } from '../../../lib/forms/forms.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { submitOnCtrlEnter, getTrimmed, useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { keyBindings } from './keys.ts';
import { deleteTemplate, deleteView, saveTemplate, saveView } from './queries.ts';

const changeFailure = { title: m.triage_change_failed, fallback: m.triage_failed_text };

export function KeysDialog({ hasTemplates, onClose }: { hasTemplates: boolean; onClose: () => void }) {
  const mayOpenContact = useStaffRole() !== 'moderator';
  const rows = keyBindings.filter(
    ({ action }) => (action !== 'contact' || mayOpenContact) && (action !== 'template' || hasTemplates),
  );
  return (
    <AdminDialog title={m.triage_keys_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_keys_text()}</p>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {rows.map(({ action, keyLabel, label }) => (
          <div key={action} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded border border-line-strong px-1.5 py-0.5 font-mono text-sm">{keyLabel}</kbd>
            </dt>
            <dd>{label()}</dd>
          </div>
        ))}
      </dl>
    </AdminDialog>
  );
}

export function TemplatesDialog({ templates, onClose }: { templates: readonly AnswerTemplate[]; onClose: () => void }) {
  const save = useMutation(saveTemplate, {
    failure: changeFailure,
    success: ({ title }) => ({ title: m.triage_template_saved(), description: title }),
  });
  const remove = useMutation(deleteTemplate, {
    failure: changeFailure,
    success: () => ({ title: m.triage_template_deleted() }),
  });
  const [savedCount, setSavedCount] = useState(0);
  const add = async (values: Values) => {
    const reply = await save.run({ body: { title: getTrimmed(values, 'title'), text: getTrimmed(values, 'text') } });
    if (reply) setSavedCount((count) => count + 1);
  };
  return (
    <AdminDialog title={m.triage_templates()} onClose={onClose}>
      <ul className="flex flex-col divide-y divide-line">
        {templates.map(({ id, title, text }) => (
          <li key={id} className="flex items-start gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-break-word">{title}</p>
              <p className="line-clamp-2 text-sm text-muted">{text}</p>
            </div>
            <button
              type="button"
              aria-label={m.triage_template_delete({ title })}
              onClick={() => void remove.run({ params: { id } })}
              className={rowButtonClass('danger')}
            >
              {m.triage_delete()}
            </button>
          </li>
        ))}
      </ul>
      {/* Resets the fields after saving. */}
      <DialogForm
        key={savedCount}
        onSubmit={(values) => void add(values)}
        isSaving={save.isRunning}
        saveLabel={m.triage_template_save()}
      >
        <TextField
          id="triage-template-title"
          name="title"
          label={m.triage_template_title()}
          note={<LengthNote id="triage-template-title" max={100} />}
          required
        />
        <TextAreaField
          id="triage-template-text"
          name="text"
          label={m.triage_template_text()}
          note={<LengthNote id="triage-template-text" max={textLimits.text} />}
          onKeyDown={submitOnCtrlEnter}
          required
        />
      </DialogForm>
    </AdminDialog>
  );
}

interface ViewsProps {
  views: readonly SavedView[];
  /** Query of the current list; empty for all cases. */
  query: string;
  onClose: () => void;
}

export function ViewsDialog({ views, query, onClose }: ViewsProps) {
  const field = useFieldFocus<HTMLInputElement>();
  const save = useMutation(saveView, {
    failure: changeFailure,
    success: ({ name }) => ({ title: m.triage_view_saved(), description: name }),
  });
  const remove = useMutation(deleteView, {
    failure: changeFailure,
    success: () => ({ title: m.triage_view_deleted() }),
  });
  const add = async (values: Values) => {
    if (await save.run({ body: { name: getTrimmed(values, 'name'), query } })) onClose();
  };
  return (
    <AdminDialog title={m.triage_views()} onClose={onClose}>
      {views.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {views.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <p className="min-w-0 flex-1 font-semibold wrap-break-word">{name}</p>
              <button
                type="button"
                aria-label={m.triage_view_delete({ name })}
                onClick={() => void remove.run({ params: { id } })}
                className={rowButtonClass('danger')}
              >
                {m.triage_delete()}
              </button>
            </li>
          ))}
        </ul>
      )}
      <DialogForm onSubmit={(values) => void add(values)} isSaving={save.isRunning} saveLabel={m.triage_view_save()}>
        <TextField
          id="triage-view-name"
          ref={field}
          name="name"
          label={m.triage_view_name()}
          note={<LengthNote id="triage-view-name" max={100} />}
          required
        />
      </DialogForm>
    </AdminDialog>
  );
}
