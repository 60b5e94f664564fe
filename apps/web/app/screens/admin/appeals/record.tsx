import { appealRequests, appellants, type AppealSubject } from '@hakiki/contract/appeal-values';
import { recordAppeal as recordAppealCall } from '@hakiki/contract/appeals-admin';
import type { Receipt } from '@hakiki/contract/filed';
import { minimums, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { FormTextAreaWithCounter } from '../../../components/forms/choices.tsx';
import { FormSelect, FormText } from '../../../components/forms/form.tsx';
import { ReceiptCard } from '../../../components/filings/receipt-card.tsx';
import { appellantLabels, appealWishLabels } from '../../../lib/filings/appeal-labels.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { createIdempotencyKey } from '../../../lib/forms/draft.ts';
import { defineForm, type Values } from '../../../lib/forms/forms.ts';
import { withIdempotencyKey } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { appealsPath, recordAppeal } from './queries.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const subjectPatterns: readonly [AppealSubject, RegExp][] = [
  ['alert', new RegExp(`(?:/alerts/|alert=)(${UUID})`, 'i')],
  ['provider', new RegExp(`(?:/provider/|provider=)(${UUID})`, 'i')],
  ['report', new RegExp(`report=(${UUID})`, 'i')],
];

/** The subject of a pasted URL. */
export function parseVerdictUrl(url: string): { subject: AppealSubject; subjectId: string } | undefined {
  for (const [subject, pattern] of subjectPatterns) {
    const id = pattern.exec(url)?.[1];
    if (id) return { subject, subjectId: id.toLowerCase() };
  }
  return undefined;
}

/** The pasted URL is replaced by the two values that are sent. */
const schema = {
  safeParse(input: unknown) {
    const { address = '', ...values } = input as Values;
    const verdict = parseVerdictUrl(address);
    const result = recordAppealCall.body.safeParse({ ...values, ...verdict });
    if (result.success) return result;
    const otherIssues = result.error.issues.filter(({ path }) => path[0] !== 'subject' && path[0] !== 'subjectId');
    const urlIssue = verdict ? [] : [{ path: ['address'], words: m.appeals_record_address_wrong() }];
    return { success: false as const, error: { issues: [...urlIssue, ...otherIssues] } };
  },
};

const createRecordForm = (key: string) =>
  defineForm({
    name: 'record-appeal',
    mutation: withIdempotencyKey(recordAppeal, key),
    schema,
    failure: changeFailure,
    next: () => appealsPath(),
  });

export function RecordAppealDialog({ onClose }: { onClose: () => void }) {
  const [key] = useState(createIdempotencyKey);
  const [receipt, setReceipt] = useState<Receipt>();
  if (receipt) return <RecordedDialog receipt={receipt} onClose={onClose} />;
  return (
    <AdminDialog title={m.appeals_record_title()} onClose={onClose}>
      <p className="text-muted">{m.appeals_record_text({ days: waitingTimes.appealDays })}</p>
      <EditForm
        form={createRecordForm(key)}
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
            options={toOptions(appellants, (value) => appellantLabels[value]())}
          />
          <FormSelect
            name="wants"
            label={m.appeals_column_wants()}
            options={toOptions(appealRequests, (value) => appealWishLabels[value]())}
          />
        </div>
        <FormTextAreaWithCounter
          name="text"
          label={m.appeals_record_says()}
          minimum={minimums.appeal}
          max={textLimits.text}
          rows={6}
        />
      </EditForm>
    </AdminDialog>
  );
}

/** The receipt is shown only once, and belongs into the reply to the appellant. */
const RecordedDialog = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => (
  <AdminDialog title={m.appeals_record_done()} onClose={onClose}>
    <p>{m.appeals_record_done_text()}</p>
    <ReceiptCard receipt={receipt} isFollowPage />
  </AdminDialog>
);
