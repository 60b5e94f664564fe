/** Issues the invoice of a year, for a listing or for API access, to the open account. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { textLimits } from '@hakiki/contract/limits';
import { prices } from '@hakiki/contract/prices';
import { useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { invoiceKindLabel } from '../../../components/payments/invoice-labels.ts';
import { controlClass, toControlProps, FieldFrame, TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { createIdempotencyKey } from '../../../lib/forms/draft.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { formatRand } from '../../../lib/language/format.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { DialogForm } from '../../../components/staff/dialog.tsx';
import { getTrimmed } from '../../../components/staff/dialog-field.ts';
import { changeFailure } from '../parts/proposal-labels.ts';
import { issueInvoice } from './queries.ts';

const MAX_ADDRESS_LENGTH = 500;
const pricesByKind = { listing: prices.providerListingPerYear, api: prices.apiPerYear } as const;
type AnnualKind = keyof typeof pricesByKind;
const kindNames = Object.keys(pricesByKind) as AnnualKind[];

type FieldErrors = Partial<Record<'billedTo' | 'address', string>>;

export const AnnualInvoice = ({ user, onIssued }: { user: AdminUser; onIssued: () => void }) => (
  <details className="rounded-control border border-line px-4">
    <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{m.users_invoice_issue()}</summary>
    <IssueForm user={user} onIssued={onIssued} />
  </details>
);

function IssueForm({ user, onIssued }: { user: AdminUser; onIssued: () => void }) {
  const [idempotencyKey] = useState(createIdempotencyKey);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const { run, isRunning } = useMutation(issueInvoice, {
    success: ({ number }) => ({ title: m.users_invoice_was_issued(), description: number }),
    failure: changeFailure,
  });
  const issue = async (values: Values) => {
    const [billedTo, address, vatNumber] = ['billedTo', 'address', 'vatNumber'].map((name) =>
      getTrimmed(values, name),
    ) as [string, string, string];
    setFieldErrors({
      ...(!billedTo && { billedTo: m.users_invoice_name_missing() }),
      ...(!address && { address: m.users_invoice_address_missing() }),
    });
    if (!billedTo || !address) return;
    const kind = kindNames.find((name) => name === values['kind']) ?? 'listing';
    const body = { userId: user.id, kind, billedTo, address, ...(vatNumber && { vatNumber }) };
    if (await run({ body, idempotencyKey })) onIssued();
  };
  const kindField = { id: 'invoice-kind', label: m.users_invoice_kind() };
  return (
    <DialogForm isSaving={isRunning} saveLabel={m.users_invoice_send()} onSubmit={(values) => void issue(values)}>
      <FieldFrame {...kindField}>
        <select name="kind" {...toControlProps(kindField)} className={controlClass(undefined)}>
          {kindNames.map((kind) => (
            <option key={kind} value={kind}>
              {m.users_invoice_kind_price({ kind: invoiceKindLabel(kind), amount: formatRand(pricesByKind[kind]) })}
            </option>
          ))}
        </select>
      </FieldFrame>
      <TextField
        id="invoice-billed-to"
        name="billedTo"
        label={m.users_invoice_to()}
        hint={m.users_invoice_to_hint()}
        error={fieldErrors.billedTo}
        note={<LengthNote id="invoice-billed-to" max={textLimits.title} />}
      />
      <TextAreaField
        id="invoice-address"
        name="address"
        label={m.users_invoice_address()}
        rows={3}
        error={fieldErrors.address}
        note={<LengthNote id="invoice-address" max={MAX_ADDRESS_LENGTH} />}
      />
      <TextField id="invoice-vat" name="vatNumber" label={m.users_invoice_vat()} inputMode="numeric" />
    </DialogForm>
  );
}
