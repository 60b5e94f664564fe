import { accountListLimits, type Account, type Passkey } from '@hakiki/contract/account';
import { lifetimes } from '@hakiki/contract/limits';
import { FormSelect, FormText, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { m } from '../../paraglide/messages.js';
import { addPasskeyForm, removePasskeyForm } from './account-forms.ts';
import { CurrentPassword, Disclosure, NeedsScriptsHint, Section } from './account-section.tsx';

interface Props {
  account: Account;
  isAdmin: boolean;
}

export function PasskeysSection({ account: { passkeys }, isAdmin }: Props) {
  return (
    <Section id="passkeys" heading={m.passkeys_heading()}>
      <p className="text-muted">{m.passkeys_intro()}</p>
      {isAdmin && <p className="text-muted">{m.passkeys_contact_wait({ hours: lifetimes.newFactorHours })}</p>}
      {passkeys.length === 0 ? <p>{m.passkeys_none()}</p> : <PasskeyList passkeys={passkeys} />}
      {passkeys.length < accountListLimits.passkeys ? <AddPasskey /> : <p>{m.passkeys_full()}</p>}
      {passkeys.length > 0 && <RemovePasskey passkeys={passkeys} />}
    </Section>
  );
}

const PasskeyList = ({ passkeys }: { passkeys: readonly Passkey[] }) => (
  <ul className="flex flex-col divide-y divide-line">
    {passkeys.map((passkey) => (
      <li key={passkey.id} className="flex items-start gap-3 py-3">
        <Icon name="lock" className="mt-0.5 size-5 text-muted" />
        <div>
          <p className="font-semibold">{passkey.name}</p>
          <p className="text-sm text-muted">
            {m.passkey_added({ date: formatDate(passkey.createdAt) })} ·{' '}
            {passkey.lastUsedAt ? m.passkey_used({ date: formatDate(passkey.lastUsedAt) }) : m.passkey_never_used()}
          </p>
        </div>
      </li>
    ))}
  </ul>
);

function AddPasskey() {
  const isUnsupported = useBrowserValue(() => typeof PublicKeyCredential !== 'function');
  const form = useForm(addPasskeyForm, {
    onDone({ reply }, element) {
      element?.reset();
      showToast({ title: m.passkey_add_done(), description: reply.name });
    },
  });
  if (isUnsupported) return <p className="text-muted">{m.passkeys_unsupported()}</p>;
  return (
    <Disclosure title={m.passkey_add_heading()} isOpen={form.refusal !== undefined}>
      <NeedsScriptsHint />
      <div className="needs-scripts">
        <PostForm state={form} label={m.passkey_add_heading()}>
          <FormText
            name="name"
            label={m.passkey_name()}
            hint={m.passkey_name_hint()}
            required={false}
            autoComplete="off"
            max={100}
          />
          <CurrentPassword />
          <div>
            <SubmitButton>{m.passkey_add()}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </Disclosure>
  );
}

function RemovePasskey({ passkeys }: { passkeys: readonly Passkey[] }) {
  const form = useForm(removePasskeyForm, {
    onDone(_done, element) {
      element?.reset();
      showToast({ title: m.passkey_removed() });
    },
  });
  return (
    <Disclosure title={m.passkey_remove_heading()} isOpen={form.refusal !== undefined}>
      <PostForm state={form} label={m.passkey_remove_heading()}>
        <FormSelect
          name="id"
          label={m.passkey_which()}
          options={passkeys.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={passkeys[0]?.id}
        />
        <CurrentPassword />
        <div>
          <SubmitButton variant="danger">{m.passkey_remove()}</SubmitButton>
        </div>
      </PostForm>
    </Disclosure>
  );
}
