import { appealWishes, appellants, type AppealSubject } from '@hakiki/contract/appeal-values';
import { recordAppeal as recordAppealCall } from '@hakiki/contract/appeals-admin';
import type { Receipt } from '@hakiki/contract/filed';
import { minimums, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { FormCountedArea } from '../../../components/forms/choices.tsx';
import { FormSelect, FormText } from '../../../components/forms/form.tsx';
import { ReceiptCard } from '../../../components/filings/receipt-card.tsx';
import { appellantLabels, wishLabels } from '../../../lib/filings/appeal-words.ts';
import { newKey } from '../../../lib/forms/draft.ts';
import { describeForm, type Values } from '../../../lib/forms/forms.ts';
import { underKey } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { appealsPath, recordAppeal } from './reads.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-words.ts';

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const places: readonly [AppealSubject, RegExp][] = [
  ['alert', new RegExp(`(?:/alerts/|alert=)(${UUID})`, 'i')],
  ['provider', new RegExp(`(?:/provider/|provider=)(${UUID})`, 'i')],
  ['report', new RegExp(`report=(${UUID})`, 'i')],
];

/** The subject of a pasted URL. */
export function verdictIn(address: string): { subject: AppealSubject; subjectId: string } | undefined {
  for (const [subject, place] of places) {
    const id = place.exec(address)?.[1];
    if (id) return { subject, subjectId: id.toLowerCase() };
  }
  return undefined;
}

/** The pasted URL is replaced by the two values that are sent. */
const schema = {
  safeParse(given: unknown) {
    const { address = '', ...values } = given as Values;
    const verdict = verdictIn(address);
    const checked = recordAppealCall.body.safeParse({ ...values, ...verdict });
    if (checked.success) return checked;
    const others = checked.error.issues.filter(({ path }) => path[0] !== 'subject' && path[0] !== 'subjectId');
    const missing = verdict ? [] : [{ path: ['address'], words: m.appeals_record_address_wrong() }];
    return { success: false as const, error: { issues: [...missing, ...others] } };
  },
};

const recordForm = (key: string) =>
  describeForm({
    name: 'record-appeal',
    write: underKey(recordAppeal, key),
    schema,
    failure: changeFailure,
    next: () => appealsPath(),
  });

export function RecordAppeal({ onClose }: { onClose: () => void }) {
  const [key] = useState(newKey);
  const [receipt, setReceipt] = useState<Receipt>();
  if (receipt) return <Recorded receipt={receipt} onClose={onClose} />;
  return (
    <AdminDialog title={m.appeals_record_title()} onClose={onClose}>
      <p className="text-muted">{m.appeals_record_text({ days: waitingTimes.appealDays })}</p>
      <EditForm
        form={recordForm(key)}
        saveLabel={m.appeals_record_save()}
        done={(reply) => {
          setReceipt(reply.receipt);
          return undefined;
        }}
      >
        <FormText
          name="address"
          label={m.appeals_record_address()}
          hint={m.appeals_record_address_hint()}
          autoComplete="off"
        />
        <div className="grid gap-5 md:grid-cols-2">
          <FormSelect
            name="askedBy"
            label={m.appeals_column_who()}
            options={appellants.map((value) => ({ value, label: appellantLabels[value]() }))}
          />
          <FormSelect
            name="wants"
            label={m.appeals_column_wants()}
            options={appealWishes.map((value) => ({ value, label: wishLabels[value]() }))}
          />
        </div>
        <FormCountedArea
          name="text"
          label={m.appeals_record_says()}
          minimum={minimums.appeal}
          most={textLimits.text}
          rows={6}
        />
      </EditForm>
    </AdminDialog>
  );
}

/** The receipt is shown only once, and belongs into the reply to the appellant. */
const Recorded = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => (
  <AdminDialog title={m.appeals_record_done()} onClose={onClose}>
    <p>{m.appeals_record_done_text()}</p>
    <ReceiptCard receipt={receipt} isFollowPage />
  </AdminDialog>
);
