import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Callout } from '../../components/ui/callout.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { MissingToken } from './missing-token.tsx';
import { Card, NarrowPage } from './narrow-page.tsx';

/** The emails that can be left, by the parameter `type` of the page. */
const emails = {
  news: {
    mutation: defineMutation('POST', '/api/news-letter/leave/:key'),
    apiPath: '/api/news-letter/leave/',
    page: '/news',
    title: m.leave_letter_title,
    lead: m.leave_letter_lead,
    done: m.leave_letter_done_text,
  },
  watch: {
    mutation: defineMutation('POST', '/api/watched-providers/leave/:key'),
    apiPath: '/api/watched-providers/leave/',
    page: '/dashboard',
    title: m.leave_watch_title,
    lead: m.leave_watch_lead,
    done: m.leave_watch_done,
  },
  alerts: {
    mutation: defineMutation('POST', '/api/alert-preferences/leave/:key'),
    apiPath: '/api/alert-preferences/leave/',
    page: '/dashboard',
    title: m.leave_alerts_title,
    lead: m.leave_alerts_lead,
    done: m.leave_alerts_done,
  },
} as const;
type EmailType = keyof typeof emails;
type Email = (typeof emails)[EmailType];

const isEmailType = (type: string): type is EmailType => Object.hasOwn(emails, type);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/leave-letter', m.leave_letter_title, m.leave_letter_lead);

/** Requires a press of a button: mail programs open links, which must not unsubscribe anyone. */
export default function UnsubscribeNewsletter() {
  const [params] = useSearchParams();
  const key = params.get('token');
  const type = params.get('type') ?? 'news';
  const email = emails[isEmailType(type) ? type : 'news'];
  const [isUnsubscribed, setUnsubscribed] = useState(false);
  if (isUnsubscribed) {
    return (
      <NarrowPage title={email.title()}>
        <Callout icon="check-circle" title={m.leave_letter_done()}>
          <p>{email.done()}</p>
        </Callout>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={email.title()} lead={key ? email.lead() : undefined}>
      {key ? (
        <UnsubscribeForm email={email} subscriptionKey={key} onUnsubscribed={() => setUnsubscribed(true)} />
      ) : (
        <MissingToken path={pathTo(email.page)} />
      )}
    </NarrowPage>
  );
}

/** Without scripts the form posts to the API directly, as the unsubscribe button of a mail program does. */
interface UnsubscribeFormProps {
  email: Email;
  subscriptionKey: string;
  onUnsubscribed: () => void;
}

function UnsubscribeForm({ email, subscriptionKey, onUnsubscribed }: UnsubscribeFormProps) {
  const { run, isRunning } = useMutation(email.mutation, {
    failure: { title: m.leave_letter_failed, fallback: m.error_link_invalid },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run({ params: { key: subscriptionKey } })) onUnsubscribed();
  };
  return (
    <Card>
      <form
        method="post"
        action={email.apiPath + encodeURIComponent(subscriptionKey)}
        onSubmit={(event) => void submit(event)}
      >
        <button type="submit" disabled={isRunning} className={buttonClass('primary')}>
          {m.leave_letter_submit()}
        </button>
      </form>
    </Card>
  );
}
