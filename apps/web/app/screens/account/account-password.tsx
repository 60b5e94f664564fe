import { FormPassword } from '../../components/forms/password.tsx';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { passwordForm } from './account-forms.ts';
import { Section } from './account-section.tsx';

export function ChangePasswordSection({ email }: { email: string }) {
  const form = useForm(passwordForm, {
    onDone(_done, element) {
      element?.reset();
      showToast({ title: m.password_done(), description: m.password_done_text() });
    },
  });
  return (
    <Section id="password" heading={m.password_heading()}>
      <p className="text-muted">{m.password_intro()}</p>
      <PostForm state={form} label={m.password_submit()}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <FormPassword name="currentPassword" label={m.account_current_password()} autoComplete="current-password" />
        <FormPassword
          name="password"
          label={m.password_new()}
          hint={m.password_new_hint()}
          autoComplete="new-password"
        />
        <FormPassword name="confirmPassword" label={m.password_confirm()} autoComplete="new-password" />
        <div>
          <SubmitButton>{m.password_submit()}</SubmitButton>
        </div>
      </PostForm>
    </Section>
  );
}
