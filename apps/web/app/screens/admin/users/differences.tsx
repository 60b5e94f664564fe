/** Differences between the books and the payment gateway. An administrator settles each with a note. */
import type { Difference } from '@hakiki/contract/billing-admin';
import { useState } from 'react';
import { Timestamp } from '../../../components/timestamp.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { formatRand } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { ModeratedSection } from '../parts/section.tsx';
import { differenceLabel, formatWaitingTime } from './payment-labels.ts';
import { differencesQuery, settleDifference } from './queries.ts';

export function Differences() {
  const [openDifference, setOpenDifference] = useState<Difference>();
  return (
    <>
      <ModeratedSection
        title={m.users_differences()}
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
      {openDifference && (
        <ReasonDialog
          title={m.users_difference_title()}
          saveLabel={m.users_difference_settle()}
          label={m.users_difference_note()}
          hint={m.users_difference_note_hint()}
          mutation={settleDifference}
          getInput={(note) => ({ params: { id: openDifference.id }, body: { note } })}
          success={() => ({ title: m.users_difference_settled() })}
          onClose={() => setOpenDifference(undefined)}
        >
          <div className="flex flex-col gap-1">
            <DifferenceFacts difference={openDifference} />
          </div>
        </ReasonDialog>
      )}
    </>
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
      <p className="wrap-break-word">{detail}</p>
      <p className="text-sm wrap-break-word text-muted">
        {knownFacts.filter((fact) => fact !== null).map((fact) => `${fact}, `)}
        <Timestamp at={createdAt} />, {formatWaitingTime(createdAt)}
      </p>
    </>
  );
}
