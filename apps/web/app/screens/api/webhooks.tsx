import { NewWebhook, type Webhook, type WebhookWithSecret } from '@hakiki/contract/webhooks';
import {
  webhookEventTypes,
  type WebhookEventType,
  webhookLimits,
  type WebhookState,
} from '@hakiki/contract/webhook-values';
import { FormCheckboxes } from '../../components/forms/choices.tsx';
import { FormText } from '../../components/forms/form.tsx';
import { MutationButton } from '../../components/mutation-button.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { withIdempotencyKey } from '../../lib/api/mutations.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { defineForm, type Values } from '../../lib/forms/forms.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './api-url.ts';
import { ConfirmedAction, Fact, SecretList } from './secret-list.tsx';
import { Deliveries } from './webhook-deliveries.tsx';
import { createWebhook, deleteWebhook, rotateSecret, sendTest, updateWebhook, webhooksQuery } from './api-queries.ts';

/** Converts the form's strings into the types of the request body. */
const toRequestBody = ({ url, events }: Values) => ({ url, events: events?.split(',').filter(Boolean) ?? [] });

const createWebhookForm = (idempotencyKey: string) =>
  defineForm({
    name: 'create-webhook',
    mutation: withIdempotencyKey(createWebhook, idempotencyKey),
    schema: { safeParse: (values) => NewWebhook.safeParse(toRequestBody(values as Values)) },
    failure: { title: m.webhook_create_failed, fallback: m.webhook_try_again },
    next: () => tabPath('keys'),
  });

export const Webhooks = () => (
  <section aria-labelledby="webhooks" className="flex flex-col gap-4 border-t border-line pt-6">
    <h3 id="webhooks" className="title-section">
      {m.webhook_title()}
    </h3>
    <p className="max-w-[68ch] text-muted">{m.webhook_lead()}</p>
    <SecretList
      query={webhooksQuery}
      failedText={m.webhook_failed()}
      heading="h4"
      createLabel={m.webhook_create()}
      createButton="secondary"
      createForm={createWebhookForm}
      fields={<WebhookFields />}
      toSecret={({ url, secret }: WebhookWithSecret) => ({
        label: m.webhook_made(),
        title: m.webhook_made(),
        itemName: url,
        text: m.webhook_made_text(),
        secret,
        what: m.webhook_secret(),
      })}
      empty={{ icon: 'globe', title: m.webhook_none(), text: m.webhook_none_text() }}
      renderItem={(item, onCreated) => <WebhookItem item={item} onCreated={onCreated} />}
    />
  </section>
);

const eventLabels: Record<WebhookEventType, () => string> = {
  'provider.changed': m.webhook_event_provider_changed,
  'licence.changed': m.webhook_event_licence_changed,
  'alert.published': m.webhook_event_alert_published,
  'alert.withdrawn': m.webhook_event_alert_withdrawn,
};

const WebhookFields = () => (
  <>
    <FormText name="url" type="url" label={m.webhook_url()} hint={m.webhook_url_hint()} max={webhookLimits.url} />
    <FormCheckboxes
      name="events"
      label={m.webhook_events()}
      choices={toOptions(webhookEventTypes, (value) => eventLabels[value]())}
    />
  </>
);

const stateLabels: Record<WebhookState, () => string> = {
  active: m.webhook_state_active,
  paused: m.webhook_state_paused,
  failing: m.webhook_state_failing,
};
const stateIcons = { active: 'check-circle', paused: 'clock', failing: 'warning' } as const;

const failure = { title: m.webhook_act_failed, fallback: m.webhook_try_again };

function WebhookItem({ item, onCreated }: { item: Webhook; onCreated: (createdWebhook: WebhookWithSecret) => void }) {
  const { id, url, state, events, failingSince, overlapUntil } = item;
  const isActive = state === 'active';
  return (
    <>
      <h4 className="font-mono font-semibold break-all">{url}</h4>
      <p className="inline-flex items-center gap-1.5 self-start rounded-full border border-line-strong px-2.5 py-0.5 text-sm">
        <Icon name={stateIcons[state]} className="size-4" />
        {stateLabels[state]()}
      </p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        <Fact label={m.webhook_events()}>{events.join(', ')}</Fact>
        {failingSince && <Fact label={m.webhook_failing_since()}>{formatDate(failingSince)}</Fact>}
        {overlapUntil && <Fact label={m.webhook_overlap()}>{formatDate(overlapUntil)}</Fact>}
      </dl>
      <div className="flex flex-wrap gap-3">
        <MutationButton
          mutation={updateWebhook}
          getInput={() => ({ params: { id }, body: { isPaused: isActive } })}
          failure={failure}
          success={isActive ? undefined : () => ({ title: m.webhook_resumed() })}
          className={buttonClass(isActive ? 'secondary' : 'primary', 'needs-scripts')}
        >
          {isActive ? m.webhook_pause() : m.webhook_resume()}
          <span className="sr-only">{url}</span>
        </MutationButton>
        {isActive && (
          <MutationButton
            mutation={sendTest}
            getInput={() => ({ params: { id } })}
            failure={failure}
            success={() => ({ title: m.webhook_tested() })}
            className={buttonClass('secondary', 'needs-scripts')}
          >
            {m.webhook_test()}
            <span className="sr-only">{url}</span>
          </MutationButton>
        )}
        <ConfirmedAction
          dialogId={`rotate-webhook-${id}`}
          itemName={url}
          variant="secondary"
          texts={{
            label: m.webhook_rotate(),
            title: m.webhook_rotate_title(),
            text: m.webhook_rotate_text(),
            keep: m.webhook_keep(),
          }}
          mutation={rotateSecret}
          getInput={() => ({ params: { id }, idempotencyKey: crypto.randomUUID() })}
          failure={failure}
          onDone={onCreated}
        />
        <ConfirmedAction
          dialogId={`delete-webhook-${id}`}
          itemName={url}
          variant="danger"
          texts={{
            label: m.webhook_delete(),
            title: m.webhook_delete_title(),
            text: m.webhook_delete_text(),
            keep: m.webhook_keep(),
          }}
          mutation={deleteWebhook}
          getInput={() => ({ params: { id } })}
          failure={failure}
          success={() => ({ title: m.webhook_deleted(), description: url })}
        />
      </div>
      <Deliveries id={id} url={url} />
    </>
  );
}
