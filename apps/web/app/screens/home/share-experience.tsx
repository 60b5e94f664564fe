import { lifetimes, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ReceivedNote } from '../../components/forms/received-note.tsx';
import { FormSelect, FormText, FormTextArea, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { FormStars } from '../../components/forms/stars.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { toOptions } from '../../lib/forms/options.ts';
import type { Form, Values } from '../../lib/forms/forms.ts';
import { createLazyProofOfWork } from '../../lib/forms/lazy-proof-of-work.ts';
import { issueLabel, issueTypes } from '../../lib/providers/review-labels.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { createLazyForm, useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import type { experienceForm } from './experience-form.ts';

type Reply = typeof experienceForm extends Form<infer Reply> ? Reply : never;

const lazyForm = createLazyForm<Reply>(
  'experience',
  async () => (await import('./experience-form.ts')).experienceForm,
  {
    title: m.home_share_error,
    fallback: m.home_share_failed,
  },
);
const proofOfWork = createLazyProofOfWork(lazyForm.prepare);

const form: Form<Reply> = {
  name: lazyForm.name,
  submit: (values, ...args) => lazyForm.submit(withoutEmptyEmail(values), ...args),
};

/** With scripts, the email address is only needed when the proof of work failed. */
const withoutEmptyEmail = ({ email, ...values }: Values): Values => (email ? { ...values, email } : values);

const getSharedText = (isMailed: boolean): string =>
  isMailed ? m.home_shared_mailed({ hours: lifetimes.emailTokenHours }) : m.home_shared_text();

interface SentExperience {
  stars: string;
  name: string;
}

export function ShareExperience() {
  const [params] = useSearchParams();
  const [sent, setSent] = useState<SentExperience>();
  const state = useForm(form, {
    work: proofOfWork,
    onDone({ reply, values: { rating = '', providerName = '' } }, element) {
      element?.reset();
      setSent(reply.mailed ? undefined : { stars: rating, name: providerName });
      showToast({ title: m.home_shared(), description: getSharedText(reply.mailed === true), isInline: true });
    },
  });
  const shared = params.get('shared');
  return (
    <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
      {shared && !sent && (
        <Callout icon="check-circle" title={m.home_shared()}>
          <p>{getSharedText(shared === 'mailed')}</p>
          {shared !== 'mailed' && <p>{m.moderated_next(waitingTimes.moderationBusinessDays)}</p>}
        </Callout>
      )}
      {sent && (
        <ReceivedNote
          title={m.home_arrived()}
          received={m.home_arrived_text(sent)}
          follow={m.home_arrived_follow()}
          takesFocus
        />
      )}
      <PostForm state={state}>
        <FormText name="providerName" label={m.home_share_provider()} max={textLimits.title} autoComplete="off" />
        <FormStars name="rating" label={m.home_share_rating()} />
        <FormTextArea
          name="experience"
          label={m.home_share_experience()}
          hint={m.home_share_experience_hint()}
          max={textLimits.text}
          rows={4}
        />
        <FormSelect
          name="issueType"
          label={m.home_share_issue()}
          emptyLabel={undefined}
          defaultValue="none"
          options={toOptions(issueTypes, issueLabel)}
        />
        {state.refusal?.code === 'PROOF_MISSING' ? (
          <EmailField />
        ) : (
          <noscript>
            <EmailField />
          </noscript>
        )}
        <SubmitButton>{m.home_share_submit()}</SubmitButton>
      </PostForm>
    </div>
  );
}

/** Without a proof of work, an emailed link confirms that a person sent the experience. */
function EmailField() {
  return <FormEmail name="email" label={m.home_share_email()} hint={m.home_share_email_hint()} />;
}
