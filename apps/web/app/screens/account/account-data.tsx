import { FormText, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { deleteForm } from './account-forms.ts';
import { CurrentPassword, Disclosure, Section } from './account-section.tsx';

export const DataSection = () => (
  <Section id="data" heading={m.data_heading()}>
    <p className="text-muted">{m.data_text()}</p>
    <p>
      <a href="/api/account/data" download className={buttonClass('secondary')}>
        {m.data_download()}
      </a>
    </p>
  </Section>
);

export function DeleteSection() {
  // The session ends with the account, so a full page load drops all client state.
  const form = useForm(deleteForm, { onDone: ({ next }) => window.location.assign(next) });
  return (
    <Section id="delete" heading={m.delete_heading()}>
      <p className="font-semibold">{m.delete_text()}</p>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>{m.delete_erased()}</li>
        <li>{m.delete_kept()}</li>
      </ul>
      <Disclosure title={m.delete_open()} isOpen={form.refusal !== undefined}>
        <PostForm state={form} label={m.delete_heading()}>
          <FormText
            name="confirmation"
            label={m.delete_confirm({ word: m.delete_word() })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <CurrentPassword />
          <div>
            <SubmitButton variant="danger">{m.delete_submit()}</SubmitButton>
          </div>
        </PostForm>
      </Disclosure>
    </Section>
  );
}
