import type { Webhook, WebhookWithSecret } from '@hakiki/contract/webhooks';
import {
  webhookEventTypes,
  type WebhookEventType,
  webhookLimits,
  type WebhookState,
} from '@hakiki/contract/webhook-values';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormCheckboxes } from '../../components/forms/choices.tsx';
import { FormText, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { closeDrawer, getOpenButtonProps } from '../../components/ui/drawer.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { Deliveries } from './webhook-deliveries.tsx';
import { createWebhookForm } from './webhook-form.ts';
import { deleteWebhook, rotateSecret, sendTest, updateWebhook, webhooksQuery } from './webhook-queries.ts';

/** The full secret is only in this page's memory and is gone when the user leaves the page. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [createdWebhook, setCreatedWebhook] = useState<WebhookWithSecret>();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-4 border-t border-line pt-6">
      <h3 id="webhooks" className="text-xl font-bold">
        {m.webhook_title()}
      </h3>
      <p className="max-w-[68ch] text-muted">{m.webhook_lead()}</p>
      {createdWebhook && <SecretPanel createdWebhook={createdWebhook} />}
      {isOpen ? (
        <CreateForm
          onCreated={(webhook) => {
            setCreatedWebhook(webhook);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className={buttonClass('secondary', 'needs-scripts self-start')}
        >
          {m.webhook_create()}
        </button>
      )}
      {webhooks.status === 'failed' && <QueryFailure message={m.webhook_failed()} query={webhooks} />}
      {webhooks.status === 'ready' && <WebhookList webhooks={webhooks.data} onCreated={setCreatedWebhook} />}
    </section>
  );
}

function SecretPanel({ createdWebhook: { url, secret } }: { createdWebhook: WebhookWithSecret }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [secret]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={m.webhook_made()}
      className="flex flex-col gap-3 rounded-card bg-brand-soft p-4 md:p-5"
    >
      <h4 className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="check-circle" className="text-brand" />
        {m.webhook_made()}
      </h4>
      <p className="break-all">{url}</p>
      <p>{m.webhook_made_text()}</p>
      <p className="rounded-control border border-line bg-page px-3 py-2 font-mono break-all select-all">{secret}</p>
      <div>
        <CopyButton text={secret} what={m.webhook_secret()} />
      </div>
    </section>
  );
}

const eventLabels: Record<WebhookEventType, () => string> = {
  'provider.changed': m.webhook_event_provider_changed,
  'licence.changed': m.webhook_event_licence_changed,
  'alert.published': m.webhook_event_alert_published,
  'alert.withdrawn': m.webhook_event_alert_withdrawn,
};

function CreateForm({
  onCreated,
  onClose,
}: {
  onCreated: (createdWebhook: WebhookWithSecret) => void;
  onClose: () => void;
}) {
  const formDefinition = useMemo(() => createWebhookForm(crypto.randomUUID()), []);
  const form = useForm(formDefinition, { onDone: ({ reply }) => onCreated(reply) });
  return (
    <section className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h4 className="mb-4 text-lg font-semibold">{m.webhook_create()}</h4>
      <PostForm state={form} label={m.webhook_create()}>
        <FormText name="url" type="url" label={m.webhook_url()} hint={m.webhook_url_hint()} max={webhookLimits.url} />
        <FormCheckboxes
          name="events"
          label={m.webhook_events()}
          choices={webhookEventTypes.map((value) => ({ value, label: eventLabels[value]() }))}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{m.webhook_create()}</SubmitButton>
          <button type="button" onClick={onClose} className={buttonClass('secondary')}>
            {m.webhook_cancel()}
          </button>
        </div>
      </PostForm>
    </section>
  );
}

function WebhookList({
  webhooks,
  onCreated,
}: {
  webhooks: readonly Webhook[];
  onCreated: (createdWebhook: WebhookWithSecret) => void;
}) {
  if (webhooks.length === 0) {
    return (
      <Notice icon="globe" title={m.webhook_none()}>
        <p className="max-w-[60ch] text-muted">{m.webhook_none_text()}</p>
      </Notice>
    );
  }
  return (
    <ul className="flex flex-col gap-4">
      {webhooks.map((webhook) => (
        <WebhookItem key={webhook.id} item={webhook} onCreated={onCreated} />
      ))}
    </ul>
  );
}

const stateLabels: Record<WebhookState, () => string> = {
  active: m.webhook_state_active,
  paused: m.webhook_state_paused,
  failing: m.webhook_state_failing,
};
const stateIcons = { active: 'check-circle', paused: 'clock', failing: 'warning' } as const;

function WebhookItem({ item, onCreated }: { item: Webhook; onCreated: (createdWebhook: WebhookWithSecret) => void }) {
  const { id, url, state, events, failingSince, overlapUntil } = item;
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
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
        <PauseButton item={item} />
        {state === 'active' && <SendTestButton id={id} url={url} />}
        <RotateSecret item={item} onCreated={onCreated} />
        <DeleteWebhook item={item} />
      </div>
      <Deliveries id={id} url={url} />
    </li>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd className="break-words">{children}</dd>
  </div>
);

const failure = { title: m.webhook_act_failed, fallback: m.webhook_try_again };

function PauseButton({ item: { id, url, state } }: { item: Webhook }) {
  const isActive = state === 'active';
  const { run, isRunning } = useMutation(updateWebhook, {
    failure,
    ...(!isActive && { success: () => ({ title: m.webhook_resumed() }) }),
  });
  return (
    <button
      type="button"
      onClick={() => void run({ params: { id }, body: { isPaused: isActive } })}
      disabled={isRunning}
      className={buttonClass(isActive ? 'secondary' : 'primary', 'needs-scripts')}
    >
      {isActive ? m.webhook_pause() : m.webhook_resume()}
      <span className="sr-only">{url}</span>
    </button>
  );
}

function SendTestButton({ id, url }: Pick<Webhook, 'id' | 'url'>) {
  const { run, isRunning } = useMutation(sendTest, { failure, success: () => ({ title: m.webhook_tested() }) });
  return (
    <button
      type="button"
      onClick={() => void run({ params: { id } })}
      disabled={isRunning}
      className={buttonClass('secondary', 'needs-scripts')}
    >
      {m.webhook_test()}
      <span className="sr-only">{url}</span>
    </button>
  );
}

function RotateSecret({
  item: { id, url },
  onCreated,
}: {
  item: Webhook;
  onCreated: (createdWebhook: WebhookWithSecret) => void;
}) {
  const dialogId = `rotate-webhook-${id}`;
  const { run, isRunning } = useMutation(rotateSecret, { failure });
  async function rotate() {
    const createdWebhook = await run({ params: { id }, idempotencyKey: crypto.randomUUID() });
    closeDrawer(dialogId);
    if (createdWebhook) onCreated(createdWebhook);
  }
  return (
    <>
      <button type="button" {...getOpenButtonProps(dialogId)} className={buttonClass('secondary', 'needs-scripts')}>
        {m.webhook_rotate()}
        <span className="sr-only">{url}</span>
      </button>
      <ConfirmDialog id={dialogId} title={m.webhook_rotate_title()} cancelLabel={m.webhook_keep()}>
        <p>{m.webhook_rotate_text()}</p>
        <button type="button" onClick={() => void rotate()} disabled={isRunning} className={buttonClass('primary')}>
          {m.webhook_rotate()}
        </button>
      </ConfirmDialog>
    </>
  );
}

function DeleteWebhook({ item: { id, url } }: { item: Webhook }) {
  const dialogId = `delete-webhook-${id}`;
  const { run, isRunning } = useMutation(deleteWebhook, {
    failure,
    success: () => ({ title: m.webhook_deleted(), description: url }),
  });
  async function remove() {
    await run({ params: { id } });
    closeDrawer(dialogId);
  }
  return (
    <>
      <button type="button" {...getOpenButtonProps(dialogId)} className={buttonClass('danger', 'needs-scripts')}>
        {m.webhook_delete()}
        <span className="sr-only">{url}</span>
      </button>
      <ConfirmDialog id={dialogId} title={m.webhook_delete_title()} cancelLabel={m.webhook_keep()}>
        <p>{m.webhook_delete_text()}</p>
        <button type="button" onClick={() => void remove()} disabled={isRunning} className={buttonClass('danger')}>
          {m.webhook_delete()}
        </button>
      </ConfirmDialog>
    </>
  );
}
