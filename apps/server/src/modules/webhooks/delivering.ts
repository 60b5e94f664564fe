/**
 * Sends public events to webhooks through the SSRF-safe client. One process at a time serves a webhook, one delivery
 * after the other and for a few seconds, so that a slow receiver delays only itself. A failing receiver is retried with
 * increasing delays. The order of events is not guaranteed.
 */
import { alertPath, providerPath } from '@hakiki/contract/site';
import { type DeliveryFault, WebhookEvent, webhookLimits } from '@hakiki/contract/webhooks';
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import type { GuardedPost, PostOutcome } from '../../platform/fetch/guarded-post.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { planIncludes } from '../accounts/service.ts';
import * as store from './delivering-store.ts';
import { pausedLetter } from './letters.ts';
import { createWebhookBox } from './service.ts';
import { signedHeaders } from './signing.ts';

const waiting = store.createWaiting(planIncludes('apiKeys', 'u'));

const EVENTS_AT_ONCE = 200;
const WEBHOOKS_AT_ONCE = 50;
/** Then other webhooks are served. Together with the timeout of one attempt it stays far below the lease. */
const TURN_MS = 5000;
const LEASE_SECONDS = 60;
const PAUSE_MS = 1000;

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 6 * 3600;
/** Varies each delay by up to a fifth, so that receivers that failed together are not retried together. */
const JITTER = 0.2;

const GONE = 410;

const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 4 ** (failures - 1), LONGEST_PAUSE_SECONDS) *
  (1 - JITTER + 2 * JITTER * Math.random());

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  post: GuardedPost;
  log: Log;
  settings: { appSecret: AppSecret; publicUrl: string };
  /** Tests set a shorter interval. */
  pauseMs?: number;
}

interface Judged extends store.Answer {
  isDelivered: boolean;
  retryAfterSeconds: number;
}

export function startDelivering({ database, queue, post, log, settings, pauseMs = PAUSE_MS }: Needs) {
  const box = createWebhookBox(settings.appSecret);
  const serving = new Set<Promise<void>>();

  /** The schema of the contract rejects any field that it does not name. */
  function bodyOf({ type, data, createdAt }: store.Due): Buffer {
    const url = urlOf(settings.publicUrl, type, data);
    const event = { type, timestamp: createdAt.toISOString(), data: { ...data, ...(url && { url }) } };
    return Buffer.from(JSON.stringify(WebhookEvent.parse(event)));
  }

  /** Returns whether another delivery may follow. */
  async function sendNext({ id: webhookId, url }: store.Leased): Promise<boolean> {
    const due = await waiting.findDue(database, webhookId);
    if (!due) return false;
    const body = bodyOf(due);
    const secrets = due.secrets.map(({ id, sealed }) => box.open(sealed, id));
    const signed = signedHeaders({ id: due.eventId, timestamp: Math.floor(Date.now() / 1000), body }, secrets);
    const judged = judge(await post(url, { 'Content-Type': 'application/json', ...signed }, body));
    await database.transaction(async (tx) => {
      if (judged.isDelivered) {
        await store.noteDelivered(tx, webhookId, due.id, judged);
        return;
      }
      const pause = (failures: number) => Math.max(pauseAfter(failures), judged.retryAfterSeconds);
      const isPaused = await store.noteFailed(tx, webhookId, due.id, {
        ...judged,
        pauseSeconds: pause(due.tries + 1),
        hookPauseSeconds: pause(due.failures + 1),
        isGone: judged.statusCode === GONE,
      });
      if (isPaused) await queue.enqueue(tx, pausedLetter.job, { webhookId });
    });
    return judged.isDelivered;
  }

  async function serve(webhook: store.Leased, stopping: AbortSignal): Promise<void> {
    const began = Date.now();
    try {
      while (!stopping.aborted && Date.now() - began < TURN_MS && (await sendNext(webhook)));
      await store.release(database, webhook.id);
    } catch (error) {
      // The lease expires, and the webhook is retried.
      log.error({ err: error, webhook: webhook.id }, 'a webhook could not be served');
    }
  }

  const looking = startPollingLoop(
    { intervalMs: pauseMs, log, errorMessage: 'delivering to webhooks failed' },
    async (stopping) => {
      while ((await waiting.spread(database, EVENTS_AT_ONCE)) === EVENTS_AT_ONCE && !stopping.aborted);
      const free = WEBHOOKS_AT_ONCE - serving.size;
      if (free <= 0) return;
      for (const webhook of await waiting.lease(database, free, LEASE_SECONDS)) {
        const served = serve(webhook, stopping).finally(() => serving.delete(served));
        serving.add(served);
      }
    },
  );

  return {
    async stop() {
      await looking.stop();
      await Promise.all(serving);
    },
  };
}

/** Address of the public page. */
function urlOf(publicUrl: string, type: string, { id }: Record<string, unknown>): string | undefined {
  if (typeof id !== 'string') return undefined;
  return publicUrl + (type.startsWith('alert.') ? alertPath(id) : providerPath(id));
}

function judge(outcome: PostOutcome): Judged {
  if (outcome.outcome === 'refused')
    return { isDelivered: false, statusCode: null, fault: outcome.reason, answer: null, retryAfterSeconds: 0 };
  const { status, text, retryAfterSeconds = 0 } = outcome;
  const isDelivered = status >= 200 && status < 300;
  const fault: DeliveryFault | null = isDelivered ? null : 'status';
  return { isDelivered, statusCode: status, fault, answer: cutShort(text), retryAfterSeconds };
}

/** One line for the owner, without characters that a database or page cannot show. */
const cutShort = (text: string): string | null =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, webhookLimits.answer) || null;
