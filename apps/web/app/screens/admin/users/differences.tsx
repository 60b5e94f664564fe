/** Differences between the books and the payment gateway. An administrator settles each with a note. */
import type { Difference } from '@hakiki/contract/billing-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useRef, useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextAreaField } from '../../../components/ui/field.tsx';
import { formatRand } from '../../../lib/language/format.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { AdminSection, PendingList } from '../parts/section.tsx';
import { differenceLabel, formatWaitingTime } from './payment-labels.ts';
import { differencesQuery, settleDifference } from './queries.ts';

export function Differences() {
  const [openDifference, setOpenDifference] = useState<Difference>();
  return (
    <AdminSection title={m.users_differences()}>
      <PendingList
        query={differencesQuery}
        texts={{
          loading: m.users_differences_loading(),
          failed: m.users_differences_failed(),
          none: m.users_differences_none(),
        }}
        renderItem={(difference) => (
          <>
            <DifferenceFacts difference={difference} />
            <div className="mt-auto pt-2">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setOpenDifference(difference)}
                className={buttonClass('secondary')}
              >
                {m.users_difference_settle()}
              </button>
            </div>
          </>
        )}
      />
      {openDifference && <SettleDialog difference={openDifference} onClose={() => setOpenDifference(undefined)} />}
    </AdminSection>
  );
}

function DifferenceFacts({
  difference: { kind, detail, amountCents, reference, email, createdAt },
}: {
  difference: Difference;
}) {
  const knownFacts = [amountCents === null ? null : formatRand(amountCents / 100, { cents: true }), reference, email];
  return (
    <>
      <p className="font-semibold">{differenceLabel(kind)}</p>
      <p className="break-words">{detail}</p>
      <p className="text-sm break-words text-muted">
        {knownFacts.filter((fact) => fact !== null).map((fact) => `${fact}, `)}
        <Timestamp at={createdAt} />, {formatWaitingTime(createdAt)}
      </p>
    </>
  );
}

function SettleDialog({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const { run, isRunning } = useMutation(settleDifference, {
    success: () => ({ title: m.users_difference_settled() }),
    failure: changeFailure,
  });
  const settle = async (note: string) => {
    if (!note) {
      setError(m.admin_refused_reason_required());
      field.current?.focus();
      return;
    }
    if (await run({ params: { id: difference.id }, body: { note } })) onClose();
  };
  return (
    <AdminDialog title={m.users_difference_title()} onClose={onClose}>
      <div className="flex flex-col gap-1">
        <DifferenceFacts difference={difference} />
      </div>
      <DialogForm
        isSaving={isRunning}
        saveLabel={m.users_difference_settle()}
        onSubmit={(values) => void settle(values['note']?.trim() ?? '')}
      >
        <TextAreaField
          id="difference-note"
          name="note"
          ref={field}
          label={m.users_difference_note()}
          hint={m.users_difference_note_hint()}
          rows={3}
          error={error}
          note={<LengthNote id="difference-note" max={textLimits.text} />}
        />
      </DialogForm>
    </AdminDialog>
  );
}
