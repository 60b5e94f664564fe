import { textLimits } from '@hakiki/contract/limits';
import { useRef, useState, type ReactNode } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { TextAreaField } from '../../../components/ui/field.tsx';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';

interface Props {
  title: string;
  saveLabel: string;
  isSaving: boolean;
  /** Resolves to true after success. */
  onSave: (reason: string) => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

/** For actions that require a reason, which is stored in the audit. */
export function ReasonDialog({ title, saveLabel, isSaving, onSave, onClose, children }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const save = async (reason: string) => {
    if (!reason) {
      setError(m.admin_refused_reason_required());
      field.current?.focus();
      return;
    }
    if (await onSave(reason)) onClose();
  };
  return (
    <AdminDialog title={title} onClose={onClose}>
      {children}
      <DialogForm
        isSaving={isSaving}
        saveLabel={saveLabel}
        onSubmit={(values) => void save(values['reason']?.trim() ?? '')}
      >
        <TextAreaField
          id="newsdesk-reason"
          name="reason"
          ref={field}
          label={m.admin_reason_needed()}
          hint={m.newsdesk_reason_hint()}
          rows={3}
          error={error}
          note={<LengthNote id="newsdesk-reason" max={textLimits.text} />}
        />
      </DialogForm>
    </AdminDialog>
  );
}
