/**
 * Asks before money moves or a listing changes hands: what, for whom, under which reference. The focus is on Cancel.
 * Nothing is sent for some seconds after the confirmation, because the books and the email could not be taken back.
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
import type { ChangeReply } from './undo.ts';

export interface Confirmation {
  title: string;
  /** Amount, recipient and whatever else must be compared. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** What happens then. */
  effect: string;
  /** The hint of the field for the reference on the bank statement; without it no reference is asked for. */
  referenceHint?: string;
}

interface Props extends Confirmation {
  id: string;
  confirmLabel: string;
  successTitle: string;
  mutation: Mutation<{ params: { id: string }; body: { reference?: string } }, ChangeReply>;
  onClose: () => void;
}

export function ConfirmDialog(props: Props) {
  const { id, title, facts, effect, referenceHint, confirmLabel, successTitle, mutation, onClose } = props;
  const cancelButton = useFieldFocus<HTMLButtonElement>();
  const [error, setError] = useState<string>();
  const [reference, setReference] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const { run, isRunning } = useMutation(mutation, {
    success: () => ({ title: successTitle }),
    failure: changeFailure,
  });
  const send = async () => {
    if (await run({ params: { id }, body: reference ? { reference } : {} })) onClose();
    else setWaiting(false);
  };
  return (
    <AdminDialog title={title} onClose={onClose}>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted sm:pt-0.5">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
        {isWaiting && reference && (
          <div className="contents">
            <dt className="text-sm text-muted sm:pt-0.5">{m.confirm_reference()}</dt>
            <dd className="font-semibold wrap-anywhere">{reference}</dd>
          </div>
        )}
      </dl>
      <p>{effect}</p>
      {isWaiting ? (
        <Countdown isSending={isRunning} onEnd={() => void send()} onTakeBack={onClose} />
      ) : (
        <DialogForm
          isSaving={isRunning}
          saveLabel={confirmLabel}
          cancelButton={cancelButton}
          onSubmit={(values) => {
            const given = getTrimmed(values, 'reference');
            if (referenceHint && !given) return setError(m.confirm_reference_missing());
            setReference(given);
            setWaiting(true);
          }}
        >
          {referenceHint && (
            <TextField
              id="confirm-reference"
              name="reference"
              label={m.confirm_reference()}
              hint={referenceHint}
              error={error}
              defaultValue={reference}
              note={<LengthNote id="confirm-reference" max={textLimits.title} />}
            />
          )}
        </DialogForm>
      )}
    </AdminDialog>
  );
}

function Countdown({
  isSending,
  onEnd,
  onTakeBack,
}: {
  isSending: boolean;
  onEnd: () => void;
  onTakeBack: () => void;
}) {
  const takeBackButton = useFieldFocus<HTMLButtonElement>();
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
        ref={takeBackButton}
        type="button"
        disabled={isSending || seconds === 0}
        onClick={onTakeBack}
        className={buttonClass('primary')}
      >
        {m.confirm_take_back()}
      </button>
    </div>
  );
}
