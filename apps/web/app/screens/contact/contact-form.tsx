import { NewContactMessage } from '@hakiki/contract/contact';
import { lifetimes, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { FormText, FormTextArea, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { defineForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { createLazyProofOfWork } from '../../lib/forms/lazy-proof-of-work.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';

export const contactForm = defineForm({
  name: 'contact',
  mutation: defineMutation('POST', '/api/contact'),
  schema: NewContactMessage,
  failure: { title: m.contact_failed, fallback: m.contact_failed_text },
  getFixedValues: () => ({ language: currentLanguage() }),
  next: ({ mailed }) => pathTo(`/contact?${mailed ? 'mailed' : 'sent'}=1`),
});

const getSentText = () => m.contact_sent_text({ hours: waitingTimes.salesReplyHours });

export function ContactForm() {
  const [params] = useSearchParams();
  const [isEmailed, setEmailed] = useState(params.has('mailed'));
  const [isSent, setSent] = useState(params.has('sent'));
  const [proofOfWork] = useState(() => createLazyProofOfWork());
  const state = useForm(contactForm, {
    work: proofOfWork,
    onDone({ reply: { mailed = false } }, element) {
      element?.reset();
      setEmailed(mailed);
      setSent(!mailed);
      if (!mailed) showToast({ title: m.contact_sent(), description: getSentText(), isInline: true });
    },
  });
  return (
    <>
      {isSent && !state.refusal && (
        <Callout icon="check-circle" title={m.contact_sent()}>
          <p>{getSentText()}</p>
        </Callout>
      )}
      {isEmailed && !state.refusal && (
        <Callout icon="info" title={m.contact_mailed()}>
          <p>{m.contact_mailed_text({ hours: lifetimes.emailTokenHours })}</p>
        </Callout>
      )}
      <PostForm state={state} label={m.contact_form()}>
        <div className="grid gap-5 md:grid-cols-2">
          <FormText name="name" label={m.contact_name()} autoComplete="name" max={100} />
          <FormEmail name="email" label={m.contact_email()} />
          <FormText
            name="company"
            label={m.contact_company()}
            autoComplete="organization"
            max={textLimits.title}
            required={false}
          />
          <FormText
            name="phone"
            type="tel"
            label={m.contact_phone()}
            autoComplete="tel"
            inputMode="tel"
            max={30}
            required={false}
          />
        </div>
        <FormText
          name="subject"
          label={m.contact_subject()}
          defaultValue={params.get('subject')?.slice(0, textLimits.title) ?? ''}
          autoComplete="off"
          max={textLimits.title}
        />
        <FormTextArea name="message" label={m.contact_message()} rows={7} max={textLimits.text} />
        <p className="without-scripts text-sm text-muted">{m.contact_without_scripts()}</p>
        <SubmitButton className="md:self-start">{m.contact_submit()}</SubmitButton>
      </PostForm>
    </>
  );
}
