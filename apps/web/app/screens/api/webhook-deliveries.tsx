import { languageTable } from '@hakiki/contract/site';
import type { WebhookDelivery } from '@hakiki/contract/webhooks';
import type { DeliveryError, DeliveryState } from '@hakiki/contract/webhook-values';
import { useState } from 'react';
import { MutationButton } from '../../components/mutation-button.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { TIME_ZONE } from '../../lib/language/format.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { m } from '../../paraglide/messages.js';
import { deliveriesQuery, replayDelivery, replayDeliveries } from './api-queries.ts';

const stateLabels: Record<DeliveryState, () => string> = {
  waiting: m.webhook_delivery_waiting,
  delivered: m.webhook_delivery_delivered,
  failed: m.webhook_delivery_failed,
};
const stateIcons = { waiting: 'clock', delivered: 'check-circle', failed: 'warning' } as const;

const faultLabels: Record<Exclude<DeliveryError, 'status'>, () => string> = {
  address: m.webhook_fault_address,
  certificate: m.webhook_fault_certificate,
  redirect: m.webhook_fault_redirect,
  'too-slow': m.webhook_fault_too_slow,
  unreachable: m.webhook_fault_unreachable,
};

const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(languageTable[currentLanguage()].tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(new Date(iso));

/** Loads the deliveries when the user opens the list. */
export function Deliveries({ id, url }: { id: string; url: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="needs-scripts" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {m.webhook_deliveries()}
        <span className="sr-only">{url}</span>
      </summary>
      {isOpen && <DeliveryList id={id} />}
    </details>
  );
}

const failure = { title: m.webhook_act_failed, fallback: m.webhook_try_again };

function DeliveryList({ id }: { id: string }) {
  const deliveries = useQuery(deliveriesQuery(id));
  if (deliveries.status === 'failed')
    return <QueryFailure message={m.webhook_deliveries_failed()} query={deliveries} />;
  if (deliveries.status !== 'ready') return null;
  const { data } = deliveries;
  if (data.length === 0) return <p className="text-muted">{m.webhook_deliveries_none()}</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-[68ch] text-sm text-muted">{m.webhook_deliveries_kept()}</p>
      {data.some(({ state }) => state === 'failed') && (
        <MutationButton
          mutation={replayDeliveries}
          getInput={() => ({ params: { id }, body: { since: new Date(0).toISOString(), onlyFailed: true } })}
          failure={failure}
          success={({ replayed }) => ({ title: m.webhook_replayed_count({ count: replayed }) })}
          className={buttonClass('secondary', 'self-start')}
        >
          {m.webhook_replay_failed()}
        </MutationButton>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {data.map((delivery) => (
          <Delivery key={delivery.id} webhookId={id} delivery={delivery} />
        ))}
      </ul>
    </div>
  );
}

function formatAttempts({ attempts, nextAttempt }: WebhookDelivery): string {
  const attemptsText =
    attempts === 0
      ? m.webhook_attempt_none()
      : attempts === 1
        ? m.webhook_attempt_one()
        : m.webhook_attempts({ count: attempts });
  return nextAttempt && attempts > 0
    ? `${attemptsText}, ${m.webhook_next({ time: formatTime(nextAttempt) })}`
    : attemptsText;
}

function formatOutcome({ fault, statusCode }: WebhookDelivery): string | null {
  if (statusCode !== null) return m.webhook_answered({ status: statusCode });
  return fault && fault !== 'status' ? faultLabels[fault]() : null;
}

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, eventId, type, created, state, answer } = delivery;
  const outcome = formatOutcome(delivery);
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex items-center gap-1 font-semibold">
          <Icon name={stateIcons[state]} className="size-4" />
          {stateLabels[state]()}
        </span>
        <span className="font-mono">{type}</span>
        <time dateTime={created} className="text-muted">
          {formatTime(created)}
        </time>
      </p>
      <p className="font-mono break-all text-muted">{eventId}</p>
      <p>{[outcome, formatAttempts(delivery)].filter(Boolean).join(' · ')}</p>
      {answer && <p className="font-mono break-all text-muted">{answer}</p>}
      {state !== 'waiting' && (
        <MutationButton
          mutation={replayDelivery}
          getInput={() => ({ params: { id: webhookId, deliveryId: id } })}
          failure={failure}
          success={() => ({ title: m.webhook_replayed() })}
          className={buttonClass('secondary', 'self-start')}
        >
          {m.webhook_replay()}
          <span className="sr-only">{eventId}</span>
        </MutationButton>
      )}
    </li>
  );
}
