/**
 * Sends public events to webhooks through the SSRF-safe client. One process at a time serves a webhook, one delivery
 * after the other and for a few seconds, so that a slow receiver delays only itself. A failing receiver is retried with
 * increasing delays. The order of events is not guaranteed.
 */
import { alertPath, providerPath } from '@hakiki/contract/site';
import { type DeliveryError, WebhookEvent, webhookLimits } from '@hakiki/contract/webhooks';
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import type { GuardedPost, PostOutcome } from '../../platform/fetch/guarded-post.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { planIncludes } from '../accounts/service.ts';
import * as store from './delivery-store.ts';
import { pausedEmail } from './emails.ts';
import { createWebhookSecretBox } from './service.ts';
import { createSignatureHeaders } from './signing.ts';

const deliveryQueries = store.createDeliveryQueries(planIncludes('apiKeys', 'u'));

const EVENT_BATCH_SIZE = 200;
const MAX_CONCURRENT_WEBHOOKS = 50;
/** Then other webhooks are served. Together with the timeout of one attempt it stays far below the lease. */
const MAX_SERVE_MS = 5000;
const LEASE_SECONDS = 60;
const POLL_INTERVAL_MS = 1000;

const FIRST_RETRY_DELAY_SECONDS = 5;
const MAX_RETRY_DELAY_SECONDS = 6 * 3600;
/** Varies each delay by up to a fifth, so that receivers that failed together are not retried together. */
const JITTER = 0.2;

const HTTP_GONE = 410;

const computeRetryDelay = (failures: number): number =>
  Math.min(FIRST_RETRY_DELAY_SECONDS * 4 ** (failures - 1), MAX_RETRY_DELAY_SECONDS) *
  (1 - JITTER + 2 * JITTER * Math.random());

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  post: GuardedPost;
  log: Log;
  settings: { appSecret: AppSecret; publicUrl: string };
  /** Tests set a shorter interval. */
  pollIntervalMs?: number;
}

interface AttemptOutcome extends store.AttemptResult {
  isDelivered: boolean;
  retryAfterSeconds: number;
}

export function startDeliveryWorker({ database, queue, post, log, settings, pollIntervalMs = POLL_INTERVAL_MS }: Deps) {
  const box = createWebhookSecretBox(settings.appSecret);
  const servingTasks = new Set<Promise<void>>();

  /** The schema of the contract rejects any field that it does not name. */
  function createBody({ type, data, createdAt }: store.DueDelivery): Buffer {
    const url = toPublicUrl(settings.publicUrl, type, data);
    const event = { type, timestamp: createdAt.toISOString(), data: { ...data, ...(url && { url }) } };
    return Buffer.from(JSON.stringify(WebhookEvent.parse(event)));
  }

  /** Returns whether another delivery may follow. */
  async function sendNext({ id: webhookId, url }: store.LeasedWebhook): Promise<boolean> {
    const due = await deliveryQueries.findDue(database, webhookId);
    if (!due) return false;
    const body = createBody(due);
    const secrets = due.secrets.map(({ id, sealed }) => box.open(sealed, id));
    const signatureHeaders = createSignatureHeaders(
      { id: due.eventId, timestamp: Math.floor(Date.now() / 1000), body },
      secrets,
    );
    const result = toAttemptOutcome(await post(url, { 'Content-Type': 'application/json', ...signatureHeaders }, body));
    await database.transaction(async (tx) => {
      if (result.isDelivered) {
        await store.recordSuccess(tx, webhookId, due.id, result);
        return;
      }
      const toDelay = (failures: number) => Math.max(computeRetryDelay(failures), result.retryAfterSeconds);
      const isPaused = await store.recordFailure(tx, webhookId, due.id, {
        ...result,
        retryDelaySeconds: toDelay(due.tries + 1),
        webhookDelaySeconds: toDelay(due.failures + 1),
        isGone: result.statusCode === HTTP_GONE,
      });
      if (isPaused) await queue.enqueue(tx, pausedEmail.job, { webhookId });
    });
    return result.isDelivered;
  }

  async function serve(webhook: store.LeasedWebhook, stopping: AbortSignal): Promise<void> {
    const startedAt = Date.now();
    try {
      while (!stopping.aborted && Date.now() - startedAt < MAX_SERVE_MS && (await sendNext(webhook)));
      await store.release(database, webhook.id);
    } catch (error) {
      // The lease expires, and the webhook is retried.
      log.error({ err: error, webhook: webhook.id }, 'a webhook could not be served');
    }
  }

  const pollingLoop = startPollingLoop(
    { intervalMs: pollIntervalMs, log, errorMessage: 'delivering to webhooks failed' },
    async (stopping) => {
      while ((await deliveryQueries.fanOut(database, EVENT_BATCH_SIZE)) === EVENT_BATCH_SIZE && !stopping.aborted);
      const freeSlots = MAX_CONCURRENT_WEBHOOKS - servingTasks.size;
      if (freeSlots <= 0) return;
      for (const webhook of await deliveryQueries.lease(database, freeSlots, LEASE_SECONDS)) {
        const task = serve(webhook, stopping).finally(() => servingTasks.delete(task));
        servingTasks.add(task);
      }
    },
  );

  return {
    async stop() {
      await pollingLoop.stop();
      await Promise.all(servingTasks);
    },
  };
}

/** Address of the public page. */
function toPublicUrl(publicUrl: string, type: string, { id }: Record<string, unknown>): string | undefined {
  if (typeof id !== 'string') return undefined;
  return publicUrl + (type.startsWith('alert.') ? alertPath(id) : providerPath(id));
}

function toAttemptOutcome(outcome: PostOutcome): AttemptOutcome {
  if (outcome.outcome === 'refused')
    return { isDelivered: false, statusCode: null, fault: outcome.reason, answer: null, retryAfterSeconds: 0 };
  const { status, text, retryAfterSeconds = 0 } = outcome;
  const isDelivered = status >= 200 && status < 300;
  const fault: DeliveryError | null = isDelivered ? null : 'status';
  return { isDelivered, statusCode: status, fault, answer: truncateResponse(text), retryAfterSeconds };
}

/** One line for the owner, without characters that a database or page cannot show. */
const truncateResponse = (text: string): string | null =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, webhookLimits.answer) || null;
