import type { PaymentInfo, Subscription } from '@hakiki/contract/billing';
import { waitingTimes } from '@hakiki/contract/limits';
import { toPaymentReference } from '@hakiki/contract/payment-values';
import { CopyButton } from '../../components/copy-button.tsx';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatRand } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { Amount } from './amount.tsx';
import { depositForm } from './subscribe-forms.ts';

interface Props {
  userId: string;
  plan: Subscription;
  info: PaymentInfo;
}

export function Deposit({ userId, plan, info }: Props) {
  const form = useForm(depositForm, {
    onDone: () => void showToast({ title: m.subscribe_done(), description: m.subscribe_done_text() }),
  });
  const reference = toPaymentReference(userId);
  const isPendingDeposit = plan.pending?.method === 'bank_deposit';
  const cents = isPendingDeposit ? plan.pending!.amountCents : plan.nextChargeCents;
  return (
    <div className="flex flex-col gap-6">
      <Amount cents={cents} credits={isPendingDeposit ? plan.pending!.creditsUsed : plan.credits} />
      {cents > 0 && <BankDetails reference={reference} cents={cents} info={info} />}
      {!isPendingDeposit && (
        <PostForm state={form} label={m.subscribe_tab_deposit()}>
          <input type="hidden" name="reference" value={reference} />
          <SubmitButton className="md:self-start">
            {cents > 0 ? m.subscribe_deposit_submit() : m.subscribe_credits_submit()}
          </SubmitButton>
        </PostForm>
      )}
    </div>
  );
}

/** The bank details that a user copies into their banking app. */
function BankDetails({ reference, cents, info }: { reference: string; cents: number; info: PaymentInfo }) {
  const facts = [
    [m.subscribe_bank(), info.bank],
    [m.subscribe_holder(), info.accountHolder],
    [m.subscribe_account(), info.accountNumber],
    [m.subscribe_branch(), info.branchCode],
    [m.subscribe_amount(), formatRand(cents / 100, { cents: true })],
  ] as const;
  return (
    <ol className="flex list-decimal flex-col gap-5 ps-5 marker:font-semibold">
      <li>
        <p>{m.subscribe_step_pay()}</p>
        <dl className="mt-3 grid gap-x-6 gap-y-2 rounded-card border border-line bg-surface p-4 md:grid-cols-[auto_minmax(0,1fr)]">
          {facts.map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-muted">{term}</dt>
              <dd className="font-semibold break-words tabular-nums max-md:mb-1">{value}</dd>
            </div>
          ))}
          <div className="contents">
            <dt className="text-muted md:self-center">{m.subscribe_reference()}</dt>
            <dd className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="font-mono text-lg font-semibold break-all select-all">{reference}</span>
              <span className="needs-scripts">
                <CopyButton text={reference} what={m.subscribe_reference()} toast={m.subscribe_reference_copied()} />
              </span>
            </dd>
          </div>
        </dl>
      </li>
      <li>
        {m.subscribe_step_proof()}{' '}
        <a href={`mailto:${info.financeEmail}?subject=${reference}`} className="break-all text-brand underline">
          {info.financeEmail}
        </a>
      </li>
      <li>{m.subscribe_step_wait(waitingTimes.bankDepositBusinessDays)}</li>
    </ol>
  );
}
