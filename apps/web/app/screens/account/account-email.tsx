import type { Account } from '@hakiki/contract/account';
import { PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { emailForm } from './account-forms.ts';
import { CurrentPassword, Facts, Section } from './account-section.tsx';

export function ChangeEmailSection({ account }: { account: Account }) {
  const form = useForm(emailForm, {
    onDone(_done, element) {
      element?.reset();
      showToast({ title: m.email_done(), description: m.email_done_text() });
    },
  });
  return (
    <Section id="email" heading={m.email_heading()}>
      <p className="text-muted">{m.email_intro({ email: account.email })}</p>
      {account.emailChange && <PendingEmailChange change={account.emailChange} />}
      <PostForm state={form} label={m.email_heading()}>
        <FormEmail name="email" label={m.email_new()} />
        <CurrentPassword />
        <div>
          <SubmitButton>{m.email_submit()}</SubmitButton>
        </div>
      </PostForm>
    </Section>
  );
}

/** Shows which of the two addresses has confirmed the change. */
function PendingEmailChange({ change }: { change: NonNullable<Account['emailChange']> }) {
  return (
    <div role="status" className="flex flex-col gap-3 rounded-control bg-brand-soft p-4">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="clock" className="mt-0.5 size-5" />
        {m.email_pending({ email: change.email })}
      </p>
      <Facts
        facts={[
          [m.email_side_old(), <ConfirmationState key="old" isConfirmed={change.isConfirmedByOld} />],
          [m.email_side_new(), <ConfirmationState key="new" isConfirmed={change.isConfirmedByNew} />],
        ]}
      />
      <p className="text-sm">{m.email_pending_until({ date: formatDate(change.expiresAt) })}</p>
    </div>
  );
}

const ConfirmationState = ({ isConfirmed }: { isConfirmed: boolean }) => (
  <span className="inline-flex items-center gap-1.5">
    <Icon name={isConfirmed ? 'check-circle' : 'clock'} className="size-4" />
    {isConfirmed ? m.email_confirmed() : m.email_waiting()}
  </span>
);
