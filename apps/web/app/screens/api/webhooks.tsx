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
import { Timestamp } from '../../components/timestamp.tsx';
import type { Column } from '../../components/ui/data-table.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { withIdempotencyKey } from '../../lib/api/mutations.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { defineForm, type Values } from '../../lib/forms/forms.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './api-url.ts';
import { ConfirmedAction, ROW_BUTTON, SecretList } from './secret-list.tsx';
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
      listLabel={m.webhook_title()}
      columns={createColumns}
      renderBelow={(webhooks) => webhooks.map(({ id, url }) => <Deliveries key={id} id={id} url={url} />)}
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

type OnCreated = (created: WebhookWithSecret) => void;

const createColumns = (onCreated: OnCreated): Column<Webhook>[] => [
  { heading: m.webhook_url(), isName: true, cell: ({ url }) => <span className="font-mono break-all">{url}</span> },
  {
    heading: m.api_state(),
    cell: ({ state, failingSince }) => (
      <span>
        <span className="inline-flex items-center gap-1">
          <Icon name={stateIcons[state]} className="size-4" />
          {stateLabels[state]()}
        </span>
        {failingSince && (
          <span className="block text-muted">
            {m.webhook_failing_since()} <Timestamp at={failingSince} />
          </span>
        )}
      </span>
    ),
  },
  { heading: m.webhook_events(), cell: ({ events }) => events.join(', ') },
  {
    heading: m.api_created(),
    cell: ({ created, overlapUntil }) => (
      <span>
        <Timestamp at={created} />
        {overlapUntil && (
          <span className="block text-muted">
            {m.webhook_overlap()} <Timestamp at={overlapUntil} />
          </span>
        )}
      </span>
    ),
  },
  {
    heading: m.admin_field_actions(),
    isActions: true,
    cell: (webhook) => <WebhookActions webhook={webhook} onCreated={onCreated} />,
  },
];

function WebhookActions({ webhook: { id, url, state }, onCreated }: { webhook: Webhook; onCreated: OnCreated }) {
  const isActive = state === 'active';
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <MutationButton
        mutation={updateWebhook}
        getInput={() => ({ params: { id }, body: { isPaused: isActive } })}
        failure={failure}
        success={isActive ? undefined : () => ({ title: m.webhook_resumed() })}
        className={buttonClass(isActive ? 'secondary' : 'primary', ROW_BUTTON)}
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
          className={buttonClass('secondary', ROW_BUTTON)}
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
  );
}
