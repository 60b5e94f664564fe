/** Queries for the owner of webhooks. The server's database role may not read encrypted secrets. */
import type { UserId } from '@hakiki/contract/accounts';
import {
  type DeliveryId,
  TEST_EVENT,
  webhookLimits,
  type WebhookEventType,
  type WebhookId,
  type WebhookState,
} from '@hakiki/contract/webhooks';
import { and, asc, count, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { users } from '../accounts/read-model.ts';
import { webhookDeliveries, webhookEvents, webhooks, webhookSecrets } from './tables.ts';

const overlapUntil = sql<Date | null>`(
  select max(s.ends_at) from ${webhookSecrets} s where s.webhook_id = ${webhooks}.id and s.ends_at > now())`.mapWith(
  webhookSecrets.endsAt,
);

const columns = {
  id: webhooks.id,
  url: webhooks.url,
  events: webhooks.events,
  state: webhooks.state,
  createdAt: webhooks.createdAt,
  failingSince: webhooks.failingSince,
  overlapUntil,
};

export interface WebhookRow {
  id: WebhookId;
  url: string;
  events: WebhookEventType[];
  state: WebhookState;
  createdAt: Date;
  failingSince: Date | null;
  overlapUntil: Date | null;
}

const isOwnedBy = (accountId: UserId, id: WebhookId) => and(eq(webhooks.id, id), eq(webhooks.accountId, accountId));

export const list = (db: Db, accountId: UserId): Promise<WebhookRow[]> =>
  db
    .select(columns)
    .from(webhooks)
    .where(eq(webhooks.accountId, accountId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    .limit(webhookLimits.perAccount);

export const find = (db: Db, accountId: UserId, id: WebhookId): Promise<WebhookRow | undefined> =>
  db
    .select(columns)
    .from(webhooks)
    .where(isOwnedBy(accountId, id))
    .then((rows) => rows[0]);

export const lock = (tx: Db, accountId: UserId, id: WebhookId): Promise<WebhookRow | undefined> =>
  tx
    .select(columns)
    .from(webhooks)
    .where(isOwnedBy(accountId, id))
    .for('no key update', { of: webhooks })
    .then((rows) => rows[0]);

/** Locks the account, so that concurrent creations are counted one after the other. */
export async function lockAccountAndCount(tx: Db, accountId: UserId): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');
  const [row] = await tx.select({ n: count() }).from(webhooks).where(eq(webhooks.accountId, accountId));
  return row?.n ?? 0;
}

export const insert = (tx: Db, row: Pick<WebhookRow, 'id' | 'url' | 'events'> & { accountId: UserId }) =>
  tx.insert(webhooks).values(row);

export const insertSecret = (tx: Db, row: { id: string; webhookId: WebhookId; sealedSecret: string }) =>
  tx.insert(webhookSecrets).values(row);

/** The current secret stays valid for the overlap; an earlier replaced one ends now. */
export async function retireSecrets(tx: Db, webhookId: WebhookId): Promise<void> {
  const ofWebhook = eq(webhookSecrets.webhookId, webhookId);
  await tx
    .update(webhookSecrets)
    .set({ endsAt: sql`now()` })
    .where(and(ofWebhook, gte(webhookSecrets.endsAt, sql`now()`)));
  await tx
    .update(webhookSecrets)
    .set({ endsAt: sql`now() + make_interval(hours => ${webhookLimits.overlapHours})` })
    .where(and(ofWebhook, isNull(webhookSecrets.endsAt)));
}

export const setEvents = (tx: Db, id: WebhookId, events: WebhookEventType[]) =>
  tx.update(webhooks).set({ events }).where(eq(webhooks.id, id));

export const setPaused = (tx: Db, id: WebhookId) =>
  tx.update(webhooks).set({ state: 'paused' }).where(eq(webhooks.id, id));

/** All waiting deliveries become due, and get three days from their next attempt. */
export async function resume(tx: Db, id: WebhookId): Promise<void> {
  await tx
    .update(webhooks)
    .set({ state: 'active', failingSince: null, failures: 0, notBefore: sql`now()` })
    .where(eq(webhooks.id, id));
  await tx
    .update(webhookDeliveries)
    .set(resetForRetry)
    .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, 'waiting')));
}

/** The owner requests it, so a failing receiver is tried now. */
export const retryNow = (tx: Db, id: WebhookId) =>
  tx
    .update(webhooks)
    .set({ notBefore: sql`now()` })
    .where(eq(webhooks.id, id));

const resetForRetry = { state: 'waiting', tries: 0, firstTriedAt: null, nextAt: sql`now()` } as const;

export const remove = (tx: Db, id: WebhookId) => tx.delete(webhooks).where(eq(webhooks.id, id));

const deliveryColumns = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookEvents.type,
  createdAt: webhookDeliveries.createdAt,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  lastAttemptAt: webhookDeliveries.lastAttemptAt,
  nextAt: webhookDeliveries.nextAt,
  statusCode: webhookDeliveries.statusCode,
  fault: webhookDeliveries.fault,
  answer: webhookDeliveries.answer,
};

const selectDeliveries = (db: Db) =>
  db
    .select(deliveryColumns)
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId));

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

export const listDeliveries = (db: Db, id: WebhookId, { limit, offset }: { limit: number; offset: number }) =>
  selectDeliveries(db)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset);

export const findDelivery = (db: Db, id: DeliveryId): Promise<DeliveryRow | undefined> =>
  selectDeliveries(db)
    .where(eq(webhookDeliveries.id, id))
    .then((rows) => rows[0]);

/** Returns whether the delivery exists. */
export const replayOne = (tx: Db, webhookId: WebhookId, id: DeliveryId): Promise<boolean> =>
  tx
    .update(webhookDeliveries)
    .set(resetForRetry)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)))
    .then(({ rowCount }) => rowCount === 1);

export const replaySince = (tx: Db, webhookId: WebhookId, since: Date, onlyFailed: boolean): Promise<number> =>
  tx
    .update(webhookDeliveries)
    .set(resetForRetry)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        gte(webhookDeliveries.createdAt, since),
        onlyFailed ? eq(webhookDeliveries.state, 'failed') : undefined,
      ),
    )
    .then(({ rowCount }) => rowCount ?? 0);

/** Only for this webhook, so it is marked as already fanned out. */
export async function insertTestDelivery(tx: Db, webhookId: WebhookId): Promise<DeliveryId> {
  const [event] = await tx
    .insert(webhookEvents)
    .values({ type: TEST_EVENT, data: { webhookId }, spreadAt: sql`now()` })
    .returning({ id: webhookEvents.id });
  const id = uuidv7<DeliveryId>();
  await tx.insert(webhookDeliveries).values({ id, webhookId, eventId: event!.id });
  return id;
}

export const findOwner = (db: Db, id: WebhookId) =>
  db
    .select({
      email: users.email,
      firstName: users.firstName,
      language: users.language,
      url: webhooks.url,
      state: webhooks.state,
    })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.accountId))
    .where(eq(webhooks.id, id))
    .then((rows) => rows[0]);

/** Deletes a batch of expired events with their deliveries; returns their number. */
export const deleteExpiredEvents = (db: Db, days: number, batch: number): Promise<number> =>
  db
    .delete(webhookEvents)
    .where(
      sql`${webhookEvents.id} in (
        select e.id from ${webhookEvents} e where e.created_at < now() - make_interval(days => ${days}) limit ${batch})`,
    )
    .then(({ rowCount }) => rowCount ?? 0);

export const deleteExpiredSecrets = (db: Db) => db.delete(webhookSecrets).where(lt(webhookSecrets.endsAt, sql`now()`));

export const listSecrets = (db: Db, after: string | undefined) =>
  db
    .select({ id: webhookSecrets.id, sealed: webhookSecrets.sealedSecret })
    .from(webhookSecrets)
    .where(after === undefined ? undefined : sql`${webhookSecrets.id} > ${after}`)
    .orderBy(asc(webhookSecrets.id))
    .limit(500);

export const resealSecret = (db: Db, id: string, previousSealed: string, sealedSecret: string): Promise<boolean> =>
  db
    .update(webhookSecrets)
    .set({ sealedSecret })
    .where(and(eq(webhookSecrets.id, id), eq(webhookSecrets.sealedSecret, previousSealed)))
    .then(({ rowCount }) => rowCount === 1);
