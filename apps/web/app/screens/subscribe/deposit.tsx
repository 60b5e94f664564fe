import type { PaymentInfo, Subscription } from '@hakiki/contract/billing';
import { waitingTimes } from '@hakiki/contract/limits';
import { toPaymentReference } from '@hakiki/contract/payment-values';
import type { ReactNode } from 'react';
import { useActionData } from 'react-router';
import { CopyButton } from '../../components/copy-button.tsx';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import type { FormRejection } from '../../lib/forms/forms.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatDate, formatRand } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { Amount } from './amount.tsx';
import { DepositProof } from './deposit-proof.tsx';
import { Step } from './steps.tsx';
import { depositForm } from './subscribe-forms.ts';

interface Props {
  userId: string;
  plan: Subscription;
  info: PaymentInfo;
}

type PendingDeposit = NonNullable<Subscription['pending']>;

/** Before the request: what to do and the button that starts it. Afterwards: its state, and the proof. */
export function Deposit({ userId, plan, info }: Props) {
  const reference = toPaymentReference(userId);
  const pending = plan.pending?.method === 'bank_deposit' ? plan.pending : undefined;
  const cents = pending?.amountCents ?? plan.nextChargeCents;
  return (
    <div className="flex flex-col gap-6">
      {!pending?.proofAt && <Amount cents={cents} credits={pending?.creditsUsed ?? plan.credits} />}
      {pending && cents > 0 ? (
        <DepositSteps pending={pending} financeEmail={info.financeEmail} reference={reference}>
          <BankDetails reference={reference} cents={cents} info={info} />
        </DepositSteps>
      ) : (
        cents > 0 && <BankDetails reference={reference} cents={cents} info={info} />
      )}
      {!pending && <RequestDeposit reference={reference} cents={cents} financeEmail={info.financeEmail} />}
    </div>
  );
}

function RequestDeposit({
  reference,
  cents,
  financeEmail,
}: {
  reference: string;
  cents: number;
  financeEmail: string;
}) {
  const form = useForm(depositForm, {
    onDone: () => void showToast({ title: m.subscribe_done(), description: m.subscribe_done_text(), isInline: true }),
  });
  return (
    <PostForm state={form} label={m.subscribe_tab_deposit()}>
      <input type="hidden" name="reference" value={reference} />
      {cents > 0 && (
        <p className="max-w-[68ch]">
          {m.subscribe_step_button({ button: m.subscribe_deposit_submit() })}{' '}
          <FinanceEmail address={financeEmail} reference={reference} />{' '}
          {m.subscribe_step_wait(waitingTimes.bankDepositBusinessDays)}
        </p>
      )}
      <SubmitButton className="md:self-start">
        {cents > 0 ? m.subscribe_deposit_submit() : m.subscribe_credits_submit()}
      </SubmitButton>
    </PostForm>
  );
}

const FinanceEmail = ({ address, reference }: { address: string; reference: string }) => (
  <>
    {m.subscribe_proof_email()}{' '}
    <a href={`mailto:${address}?subject=${reference}`} className="wrap-anywhere text-brand underline">
      {address}
    </a>
    .
  </>
);

/** The state of the deposit. Nothing here says that money has arrived before staff have confirmed it. */
function DepositSteps({
  pending: { createdAt, proofAt },
  financeEmail,
  reference,
  children: bankDetails,
}: {
  pending: PendingDeposit;
  financeEmail: string;
  reference: string;
  children: ReactNode;
}) {
  // Without scripts the reason is inside.
  const rejection = useActionData<Partial<FormRejection>>();
  const payment = (
    <>
      <div className="mt-2">{bankDetails}</div>
      {!proofAt && <p className="mt-4 max-w-[68ch]">{m.deposit_pay_text()}</p>}
      <div className="mt-4 max-w-[34rem]">
        <DepositProof hasProof={proofAt !== null} />
        <p className="mt-2 text-sm text-muted">
          <FinanceEmail address={financeEmail} reference={reference} />
        </p>
      </div>
    </>
  );
  return (
    <ol aria-label={m.deposit_steps()} className="flex flex-col gap-4">
      <Step state="done" title={m.deposit_requested()}>
        <p className="text-muted">{formatDate(createdAt)}</p>
      </Step>
      <Step state={proofAt ? 'done' : 'current'} title={m.deposit_pay()}>
        {proofAt ? (
          <>
            <p className="text-muted">{m.deposit_proof_arrived({ date: formatDate(proofAt) })}</p>
            <details open={rejection !== undefined}>
              <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
                {m.proof_replace()}
              </summary>
              {payment}
            </details>
          </>
        ) : (
          payment
        )}
      </Step>
      <Step state={proofAt ? 'current' : 'later'} title={m.deposit_check()}>
        <p className="text-muted">{m.subscribe_step_wait(waitingTimes.bankDepositBusinessDays)}</p>
      </Step>
      <Step state="later" title={m.deposit_start()}>
        <p className="text-muted">{m.deposit_start_text()}</p>
      </Step>
    </ol>
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
    <div>
      <p>{m.subscribe_step_pay()}</p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 rounded-card border border-line bg-surface p-4 md:grid-cols-[auto_minmax(0,1fr)]">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold wrap-break-word tabular-nums max-md:mb-1">{value}</dd>
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
    </div>
  );
}
