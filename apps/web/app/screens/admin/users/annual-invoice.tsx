/** Issues the invoice of a year, for a listing or for API access, to the open account. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { textLimits } from '@hakiki/contract/limits';
import { prices } from '@hakiki/contract/prices';
import { useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { invoiceKindLabel } from '../../../components/payments/invoice-words.ts';
import { controlClass, described, Surrounded, TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { newKey } from '../../../lib/forms/draft.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { formatRand } from '../../../lib/language/format.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { DialogForm } from '../../../components/staff/dialog.tsx';
import { textIn } from '../../../components/staff/dialog-field.ts';
import { changeFailure } from '../parts/proposal-words.ts';
import { issueInvoice } from './reads.ts';

const MOST_OF_ADDRESS = 500;
const kinds = { listing: prices.providerListingPerYear, api: prices.apiPerYear } as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

type Missing = Partial<Record<'billedTo' | 'address', string>>;

export const AnnualInvoice = ({ user, onIssued }: { user: AdminUser; onIssued: () => void }) => (
  <details className="group rounded-control border border-line px-4">
    <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
      <Icon name="chevron-right" className="size-4 group-open:rotate-90" />
      {m.users_invoice_issue()}
    </summary>
    <IssueForm user={user} onIssued={onIssued} />
  </details>
);

function IssueForm({ user, onIssued }: { user: AdminUser; onIssued: () => void }) {
  const [idempotencyKey] = useState(newKey);
  const [missing, setMissing] = useState<Missing>({});
  const { run, isRunning } = useWrite(issueInvoice, {
    success: ({ number }) => ({ title: m.users_invoice_was_issued(), description: number }),
    failure: changeFailure,
  });
  const issue = async (given: Values) => {
    const [billedTo, address, vatNumber] = ['billedTo', 'address', 'vatNumber'].map((name) => textIn(given, name)) as [
      string,
      string,
      string,
    ];
    setMissing({
      ...(!billedTo && { billedTo: m.users_invoice_name_missing() }),
      ...(!address && { address: m.users_invoice_address_missing() }),
    });
    if (!billedTo || !address) return;
    const kind = kindNames.find((name) => name === given['kind']) ?? 'listing';
    const body = { userId: user.id, kind, billedTo, address, ...(vatNumber && { vatNumber }) };
    if (await run({ body, idempotencyKey })) onIssued();
  };
  const choice = { id: 'invoice-kind', label: m.users_invoice_kind() };
  return (
    <DialogForm isSaving={isRunning} saveLabel={m.users_invoice_send()} onSubmit={(given) => void issue(given)}>
      <Surrounded {...choice}>
        <select name="kind" {...described(choice)} className={controlClass(undefined)}>
          {kindNames.map((kind) => (
            <option key={kind} value={kind}>
              {m.users_invoice_kind_price({ kind: invoiceKindLabel(kind), amount: formatRand(kinds[kind]) })}
            </option>
          ))}
        </select>
      </Surrounded>
      <TextField
        id="invoice-billed-to"
        name="billedTo"
        label={m.users_invoice_to()}
        hint={m.users_invoice_to_hint()}
        error={missing.billedTo}
        note={<LengthNote id="invoice-billed-to" max={textLimits.title} />}
      />
      <TextAreaField
        id="invoice-address"
        name="address"
        label={m.users_invoice_address()}
        rows={3}
        error={missing.address}
        note={<LengthNote id="invoice-address" max={MOST_OF_ADDRESS} />}
      />
      <TextField id="invoice-vat" name="vatNumber" label={m.users_invoice_vat()} inputMode="numeric" />
    </DialogForm>
  );
}
