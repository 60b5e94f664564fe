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

const unsubscribe = defineMutation('POST', '/api/news-letter/leave/:key');

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/leave-letter', m.leave_letter_title, m.leave_letter_lead);

/** Requires a press of a button: mail programs open links, which must not unsubscribe a reader. */
export default function UnsubscribeNewsletter() {
  const [params] = useSearchParams();
  const key = params.get('token');
  const [isUnsubscribed, setUnsubscribed] = useState(false);
  if (isUnsubscribed) {
    return (
      <NarrowPage title={m.leave_letter_title()}>
        <Callout icon="check-circle" title={m.leave_letter_done()}>
          <p>{m.leave_letter_done_text()}</p>
        </Callout>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={m.leave_letter_title()} lead={key ? m.leave_letter_lead() : undefined}>
      {key ? (
        <UnsubscribeForm subscriptionKey={key} onUnsubscribed={() => setUnsubscribed(true)} />
      ) : (
        <MissingToken path={pathTo('/news')} />
      )}
    </NarrowPage>
  );
}

/** Without scripts the form posts to the API directly, as the unsubscribe button of a mail program does. */
function UnsubscribeForm({ subscriptionKey, onUnsubscribed }: { subscriptionKey: string; onUnsubscribed: () => void }) {
  const { run, isRunning } = useMutation(unsubscribe, {
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
        action={`/api/news-letter/leave/${encodeURIComponent(subscriptionKey)}`}
        onSubmit={(event) => void submit(event)}
      >
        <button type="submit" disabled={isRunning} className={buttonClass('primary')}>
          {m.leave_letter_submit()}
        </button>
      </form>
    </Card>
  );
}
