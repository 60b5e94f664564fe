import { textLimits } from '@hakiki/contract/limits';
import { useRef, useState, type ReactNode } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { TextAreaField, type TextAreaFieldProps } from '../../../components/ui/field.tsx';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import type { ToastOptions } from '../../../lib/browser/toast.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from './proposal-labels.ts';

/** The reason of a change in a form that is not checked by field. */
export const ReasonArea = (props: Pick<TextAreaFieldProps, 'ref' | 'label' | 'hint' | 'error'>) => (
  <TextAreaField
    {...props}
    id="dialog-reason"
    name="reason"
    rows={3}
    note={<LengthNote id="dialog-reason" max={textLimits.text} />}
  />
);

interface Props<Input, Reply> {
  title: string;
  saveLabel: string;
  label?: string;
  hint: string;
  mutation: Mutation<Input, Reply>;
  getInput: (reason: string) => Input;
  success: (reply: Reply) => ToastOptions;
  onClose: () => void;
  onDone?: () => void;
  children?: ReactNode;
}

/** For actions that require a reason. */
export function ReasonDialog<Input, Reply>({ title, saveLabel, mutation, getInput, ...props }: Props<Input, Reply>) {
  const { label = m.admin_reason_needed(), hint, success, onClose, onDone, children } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const { run, isRunning } = useMutation(mutation, { success, failure: changeFailure });
  const save = async (reason: string) => {
    if (!reason) {
      setError(m.error_reason_required());
      field.current?.focus();
    } else if (await run(getInput(reason))) {
      onDone?.();
      onClose();
    }
  };
  return (
    <AdminDialog title={title} onClose={onClose}>
      {children}
      <DialogForm
        isSaving={isRunning}
        saveLabel={saveLabel}
        onSubmit={(values) => void save(values['reason']?.trim() ?? '')}
      >
        <ReasonArea ref={field} label={label} hint={hint} error={error} />
      </DialogForm>
    </AdminDialog>
  );
}
