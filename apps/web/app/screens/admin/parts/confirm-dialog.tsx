/**
 * Asks before money moves or a listing changes hands: what, for whom, under which reference. The focus is on Cancel.
 * Nothing is sent for some seconds after the confirmation, because the bookings and the email cannot be undone.
 */
import { undoSeconds } from '@hakiki/contract/admin-values';
import { textLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { getTrimmed, useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextField } from '../../../components/ui/field.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from './proposal-labels.ts';
import { useOutcomeToast, type ChangeReply } from './undo.ts';

export interface Confirmation {
  title: string;
  /** Amount, recipient and whatever else must be compared. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** What happens then. */
  effect: string;
  /** A required text that is stored with the decision. */
  field?: { name: 'reference' | 'note'; label: string; hint: string; missing: string };
  /** True if the server can undo it: then it is sent at once, and the toast offers the undo. */
  canUndo?: boolean;
}

/** The reference of a transfer on the bank statement. */
export const createReferenceField = (hint: string): NonNullable<Confirmation['field']> => ({
  name: 'reference',
  label: m.confirm_reference(),
  hint,
  missing: m.confirm_reference_missing(),
});

export type ConfirmedAction = Mutation<{ params: { id: string }; body: Record<string, string> }, ChangeReply>;

interface Props extends Confirmation {
  id: string;
  confirmLabel: string;
  successTitle: string;
  mutation: ConfirmedAction;
  onClose: () => void;
}

export function ConfirmDialog(props: Props) {
  const { id, title, facts, effect, field, canUndo = false, confirmLabel, successTitle, mutation, onClose } = props;
  const cancelButton = useFieldFocus<HTMLButtonElement>();
  const [error, setError] = useState<string>();
  const [given, setGiven] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const createToast = useOutcomeToast(mutation);
  const { run, isRunning } = useMutation(mutation, {
    success: (reply) => createToast(reply, { title: successTitle }),
    failure: changeFailure,
  });
  const send = async (value: string) => {
    if (await run({ params: { id }, body: field ? { [field.name]: value } : {} })) onClose();
    else setWaiting(false);
  };
  return (
    <AdminDialog title={title} onClose={onClose}>
      <dl className="grid gap-x-4 gap-y-2 md:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
        {isWaiting && field && (
          <div className="contents">
            <dt className="text-sm text-muted">{field.label}</dt>
            <dd className="font-semibold wrap-anywhere">{given}</dd>
          </div>
        )}
      </dl>
      <p>{effect}</p>
      {isWaiting ? (
        <Countdown isSending={isRunning} onEnd={() => void send(given)} onCancel={onClose} />
      ) : (
        <DialogForm
          isSaving={isRunning}
          saveLabel={confirmLabel}
          cancelButton={cancelButton}
          onSubmit={(values) => {
            const value = field ? getTrimmed(values, field.name) : '';
            if (field && !value) return setError(field.missing);
            if (canUndo) return void send(value);
            setGiven(value);
            setWaiting(true);
          }}
        >
          {field && (
            <TextField
              id="confirm-field"
              name={field.name}
              label={field.label}
              hint={field.hint}
              error={error}
              defaultValue={given}
              note={<LengthNote id="confirm-field" max={textLimits.title} />}
            />
          )}
        </DialogForm>
      )}
    </AdminDialog>
  );
}

function Countdown({ isSending, onEnd, onCancel }: { isSending: boolean; onEnd: () => void; onCancel: () => void }) {
  const cancelButton = useFieldFocus<HTMLButtonElement>();
  const [seconds, setSeconds] = useState<number>(undoSeconds.shown);
  const end = useRef(onEnd);
  useEffect(() => {
    if (seconds === 0) return end.current();
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <p role="status">
        {m.confirm_waiting()}{' '}
        <span aria-hidden="true" className="font-semibold tabular-nums">
          {m.confirm_seconds({ seconds })}
        </span>
      </p>
      <button
        ref={cancelButton}
        type="button"
        disabled={isSending || seconds === 0}
        onClick={onCancel}
        className={buttonClass('primary')}
      >
        {m.confirm_cancel_sending()}
      </button>
    </div>
  );
}
