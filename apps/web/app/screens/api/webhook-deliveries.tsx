import type { WebhookDelivery } from '@hakiki/contract/webhooks';
import type { DeliveryError, DeliveryState } from '@hakiki/contract/webhook-values';
import { useState } from 'react';
import { MutationButton } from '../../components/mutation-button.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { deliveriesQuery, replayDelivery, replayDeliveries } from './api-queries.ts';
import { ROW_BUTTON } from './secret-list.tsx';

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

/** Loads the deliveries when the user opens the list. */
export function Deliveries({ id, url }: { id: string; url: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="needs-scripts" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {m.webhook_deliveries()}
        <span className="ms-2 font-mono text-sm font-normal break-all text-muted">{url}</span>
      </summary>
      {isOpen && <DeliveryList id={id} url={url} />}
    </details>
  );
}

const failure = { title: m.webhook_act_failed, fallback: m.webhook_try_again };

function DeliveryList({ id, url }: { id: string; url: string }) {
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
      <DataTable label={`${m.webhook_deliveries()}: ${url}`} columns={createColumns(id)} rows={data} />
    </div>
  );
}

const formatAttempts = (attempts: number): string => {
  if (attempts === 0) return m.webhook_attempt_none();
  return attempts === 1 ? m.webhook_attempt_one() : m.webhook_attempts({ count: attempts });
};

function formatOutcome({ fault, statusCode }: WebhookDelivery): string | null {
  if (statusCode !== null) return m.webhook_answered({ status: statusCode });
  return fault && fault !== 'status' ? faultLabels[fault]() : null;
}

const createColumns = (webhookId: string): Column<WebhookDelivery>[] => [
  { heading: m.webhook_delivery_created(), cell: ({ created }) => <Timestamp at={created} /> },
  {
    heading: m.webhook_delivery_event(),
    isName: true,
    cell: ({ type, eventId }) => (
      <span className="font-mono">
        {type}
        <span className="block font-normal break-all text-muted">{eventId}</span>
      </span>
    ),
  },
  {
    heading: m.webhook_delivery_outcome(),
    cell: (delivery) => (
      <span>
        <span className="inline-flex items-center gap-1 font-semibold">
          <Icon name={stateIcons[delivery.state]} className="size-4" />
          {stateLabels[delivery.state]()}
        </span>
        <span className="block">{formatOutcome(delivery)}</span>
        {delivery.answer && <span className="block font-mono break-all text-muted">{delivery.answer}</span>}
      </span>
    ),
  },
  {
    heading: m.webhook_delivery_attempts(),
    cell: ({ attempts, lastAttempt, nextAttempt }) => (
      <span>
        {formatAttempts(attempts)}
        {lastAttempt && (
          <span className="block text-muted">
            {m.webhook_last()} <Timestamp at={lastAttempt} />
          </span>
        )}
        {nextAttempt && (
          <span className="block text-muted">
            {m.webhook_next()} <Timestamp at={nextAttempt} />
          </span>
        )}
      </span>
    ),
  },
  {
    heading: m.admin_field_actions(),
    isActions: true,
    cell: ({ id, eventId, state }) =>
      state !== 'waiting' && (
        <MutationButton
          mutation={replayDelivery}
          getInput={() => ({ params: { id: webhookId, deliveryId: id } })}
          failure={failure}
          success={() => ({ title: m.webhook_replayed() })}
          className={buttonClass('secondary', ROW_BUTTON)}
        >
          {m.webhook_replay()}
          <span className="sr-only">{eventId}</span>
        </MutationButton>
      ),
  },
];
