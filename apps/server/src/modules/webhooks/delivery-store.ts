/** Queries of the worker: creates deliveries from events, leases webhooks, and records the result of each attempt. */
import {
  type DeliveryError,
  type DeliveryId,
  type WebhookEventId,
  type WebhookId,
  webhookLimits,
} from '@hakiki/contract/webhooks';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { users } from '../accounts/read-model.ts';
import { webhookDeliveries, webhookEvents, webhooks, webhookSecrets } from './tables.ts';

/** Inserts one delivery per subscribed webhook, paused or not. */
const fanOutStatement = (isEntitled: string) =>
  prepareStatement({
    name: 'webhook-spread',
    text: `
  with taken as (
    select id, type, created_at from ${quotedTableName(webhookEvents)} where spread_at is null
    order by created_at, id limit $1 for update skip locked
  ), put as (
    insert into ${quotedTableName(webhookDeliveries)} (id, webhook_id, event_id, created_at)
    select gen_random_uuid(), w.id, t.id, t.created_at
    from taken t join ${quotedTableName(webhooks)} w on t.type = any (w.events) join ${quotedTableName(users)} u on u.id = w.account_id
    where ${isEntitled}
    on conflict (event_id, webhook_id) do nothing
  )
  update ${quotedTableName(webhookEvents)} e set spread_at = now() from taken where e.id = taken.id`,
  });

export interface LeasedWebhook {
  id: WebhookId;
  url: string;
}

/** Leases webhooks with due deliveries, longest unserved first. Values: limit, lease in seconds. */
const leaseStatement = (isEntitled: string) =>
  prepareStatement({
    name: 'webhook-lease',
    text: `
  update ${quotedTableName(webhooks)} leased set leased_until = now() + make_interval(secs => $2), served_at = now()
  where leased.id in (
    select w.id from ${quotedTableName(webhooks)} w join ${quotedTableName(users)} u on u.id = w.account_id
    where w.state = 'active' and w.not_before <= now() and (w.leased_until is null or w.leased_until <= now())
      and ${isEntitled}
      and exists (
        select from ${quotedTableName(webhookDeliveries)} d
        where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now())
    order by w.served_at nulls first, w.id limit $1 for update of w skip locked)
  returning leased.id, leased.url`,
  });

const releaseStatement = prepareStatement({
  name: 'webhook-release',
  text: `update ${quotedTableName(webhooks)} set leased_until = null where id = $1`,
});

export const release = (database: Database, id: WebhookId) => database.query(releaseStatement, [id]);

export interface DueDelivery {
  id: DeliveryId;
  eventId: WebhookEventId;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
  tries: number;
  /** Failed attempts of this receiver in a row, over all deliveries. */
  failures: number;
  /** Encrypted; the current one comes first. */
  secrets: { id: string; sealed: string }[];
}

/** Read before each attempt, so that a pause, the end of a plan or a new secret takes effect immediately. */
const dueStatement = (isEntitled: string) =>
  prepareStatement({
    name: 'webhook-due',
    text: `
  select d.id, d.event_id as "eventId", e.type, e.data, e.created_at as "createdAt", d.tries, w.failures,
    (select json_agg(json_build_object('id', s.id, 'sealed', s.sealed_secret) order by s.ends_at desc nulls first)
     from ${quotedTableName(webhookSecrets)} s
     where s.webhook_id = w.id and (s.ends_at is null or s.ends_at > now())) as secrets
  from ${quotedTableName(webhookDeliveries)} d
    join ${quotedTableName(webhookEvents)} e on e.id = d.event_id
    join ${quotedTableName(webhooks)} w on w.id = d.webhook_id
    join ${quotedTableName(users)} u on u.id = w.account_id
  where d.webhook_id = $1 and d.state = 'waiting' and d.next_at <= now() and w.state = 'active' and ${isEntitled}
  order by d.next_at, d.created_at, d.id limit 1`,
  });

/** `isEntitled` is an SQL condition on the users row `u`: does its plan include webhooks? */
export function createDeliveryQueries(isEntitled: string) {
  const [fanOut, lease, due] = [fanOutStatement(isEntitled), leaseStatement(isEntitled), dueStatement(isEntitled)];
  return {
    /** Returns the number of events. */
    fanOut: (database: Database, limit: number): Promise<number> =>
      database.query(fanOut, [limit]).then(({ rowCount }) => rowCount ?? 0),

    lease: (database: Database, limit: number, seconds: number): Promise<LeasedWebhook[]> =>
      database.query(lease, [limit, seconds]).then(({ rows }) => rows as LeasedWebhook[]),

    findDue: (database: Database, id: WebhookId): Promise<DueDelivery | undefined> =>
      database.read<DueDelivery & Record<string, unknown>>(due, [id]).then((rows) => rows[0]),
  };
}

export interface AttemptResult {
  statusCode: number | null;
  fault: DeliveryError | null;
  answer: string | null;
}

export async function recordSuccess(
  tx: Db,
  webhookId: WebhookId,
  id: DeliveryId,
  { statusCode, answer }: AttemptResult,
): Promise<void> {
  await tx.execute(sql`
    update ${webhookDeliveries} set state = 'delivered', attempts = attempts + 1, tries = tries + 1,
      first_tried_at = coalesce(first_tried_at, now()), last_attempt_at = now(), status_code = ${statusCode}, fault = null,
      answer = ${answer}
    where id = ${id}`);
  await tx.execute(sql`
    update ${webhooks} set failing_since = null, failures = 0, not_before = now()
    where id = ${webhookId} and (failing_since is not null or failures > 0)`);
}

const RETRY_PERIOD = sql`make_interval(days => ${sql.raw(String(webhookLimits.retryDays))})`;

interface FailedAttempt extends AttemptResult {
  /** Delay of this delivery, and of all deliveries of the webhook. */
  retryDelaySeconds: number;
  webhookDelaySeconds: number;
  isGone: boolean;
}

/**
 * The last attempt is at the end of the three days, whatever the delay. When a receiver failed all that time, the
 * webhook is paused instead and its deliveries keep waiting. Returns whether it was paused.
 */
export async function recordFailure(
  tx: Db,
  webhookId: WebhookId,
  id: DeliveryId,
  attempt: FailedAttempt,
): Promise<boolean> {
  const { statusCode, fault, answer, retryDelaySeconds, webhookDelaySeconds, isGone } = attempt;
  const { rows } = await tx.execute<{ state: string }>(sql`
    update ${webhooks} set failing_since = coalesce(failing_since, now()), failures = failures + 1,
      not_before = least(now() + make_interval(secs => ${webhookDelaySeconds}), coalesce(failing_since, now()) + ${RETRY_PERIOD}),
      state = case when ${isGone} or failing_since + ${RETRY_PERIOD} <= now() then 'failing' else state end
    where id = ${webhookId} and state = 'active'
    returning state`);
  const isPaused = rows[0]?.state === 'failing';
  await tx.execute(sql`
    update ${webhookDeliveries} set attempts = attempts + 1, tries = tries + 1,
      first_tried_at = coalesce(first_tried_at, now()), last_attempt_at = now(), status_code = ${statusCode}, fault = ${fault},
      answer = ${answer},
      state = case when not ${isPaused} and first_tried_at + ${RETRY_PERIOD} <= now() then 'failed' else 'waiting' end,
      next_at = least(now() + make_interval(secs => ${retryDelaySeconds}), coalesce(first_tried_at, now()) + ${RETRY_PERIOD})
    where id = ${id}`);
  return isPaused;
}
