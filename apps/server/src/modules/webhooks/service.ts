/** Webhooks as their owner manages them. The worker sends the events (delivery-worker.ts). */
import { retention } from '@hakiki/contract/retention';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import {
  type createWebhook,
  type DeliveryId,
  type listWebhookDeliveries,
  type replayDeliveries,
  type updateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookId,
  webhookLimits,
  type WebhookWithSecret,
} from '@hakiki/contract/webhooks';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { AppSecret } from '../../platform/app-secret.ts';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { isAllowedUrl } from '../../platform/fetch/ssrf-safe-client.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../platform/idempotency/idempotency.ts';
import { createSecretBox } from '../../platform/sealing/secret-box.ts';
import { tryOpen, type KeyRotation, rotateRows } from '../../platform/key-rotation.ts';
import { toAuditActor, type AuditAction, type AuditService } from '../audit/service.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { generateSecret } from './signing.ts';
import * as store from './store.ts';

export const createWebhookSecretBox = (appSecret: AppSecret) => createSecretBox(appSecret, 'webhook');

const DELETE_BATCH_SIZE = 2000;

interface Deps {
  database: Database;
  audit: AuditService;
  settings: { appSecret: AppSecret };
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { database, settings } = deps;
  const { db } = database;
  const box = createWebhookSecretBox(settings.appSecret);
  const secretRotations: KeyRotation[] = [
    {
      what: 'secrets of webhooks',
      ends: 'renewed',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listSecrets(db, after),
            checkRow: ({ id, sealed }) => {
              if (!box.isOlder(sealed)) return 'current';
              return tryOpen(() => box.open(sealed, id)) === undefined ? 'lost' : 'older';
            },
            renew: async ({ id, sealed }) =>
              (await store.resealSecret(db, id, sealed, box.seal(box.open(sealed, id), id))) ? 'renewed' : 'left',
          },
          renews,
        ),
    },
  ];
  return { ...deps, db, box, secretRotations };
}

async function getOrThrow(
  connection: Db,
  actor: UserActor,
  id: WebhookId,
  query: typeof store.find,
): Promise<store.WebhookRow> {
  const row = await query(connection, actor.user.id, id);
  if (!row) throw notFound('WEBHOOK_NOT_FOUND');
  return row;
}

const lockWebhook = (tx: Db, actor: UserActor, id: WebhookId) => getOrThrow(tx, actor, id, store.lock);

const readWebhook = async (tx: Db, actor: UserActor, id: WebhookId): Promise<Webhook> =>
  presentWebhook(await getOrThrow(tx, actor, id, store.find));

const record = ({ audit }: Context, tx: Db, actor: UserActor, action: AuditAction, subject: WebhookId) =>
  audit.record(tx, { actor: toAuditActor(actor), action, subject });

async function issueSecret({ box }: Context, tx: Db, webhookId: WebhookId): Promise<string> {
  const secret = generateSecret();
  const id = uuidv7();
  await store.insertSecret(tx, { id, webhookId, sealedSecret: box.seal(secret, id) });
  return secret;
}

async function readDelivery(tx: Db, id: DeliveryId): Promise<WebhookDelivery> {
  const row = await store.findDelivery(tx, id);
  if (!row) throw notFound('DELIVERY_NOT_FOUND');
  return presentDelivery(row);
}

const list = async ({ db }: Context, { user }: UserActor): Promise<Webhook[]> =>
  (await store.list(db, user.id)).map(presentWebhook);

const create = (
  deps: Context,
  actor: UserActor,
  { url, events }: BodyOf<typeof createWebhook>,
  repeat: IdempotencyContext | undefined,
): Promise<WebhookWithSecret> =>
  deps.database.transaction((tx) =>
    runIdempotent(tx, repeat, async () => {
      if (!isAllowedUrl(url)) throw invalidInput({ url: 'WEBHOOK_URL_REQUIRED' });
      if ((await store.lockAccountAndCount(tx, actor.user.id)) >= webhookLimits.perAccount)
        throw new AppError('TOO_MANY_WEBHOOKS');
      const id = uuidv7<WebhookId>();
      await store.insert(tx, {
        id,
        accountId: actor.user.id,
        url: new URL(url).href,
        events: [...new Set(events)],
      });
      const secret = await issueSecret(deps, tx, id);
      await record(deps, tx, actor, 'webhook.created', id);
      return { ...(await readWebhook(tx, actor, id)), secret };
    }),
  );

const update = (
  deps: Context,
  actor: UserActor,
  id: WebhookId,
  { events, isPaused }: BodyOf<typeof updateWebhook>,
): Promise<Webhook> =>
  deps.database.transaction(async (tx) => {
    const { state } = await lockWebhook(tx, actor, id);
    if (events) {
      await store.setEvents(tx, id, [...new Set(events)]);
      await record(deps, tx, actor, 'webhook.changed', id);
    }
    if (isPaused === true && state !== 'paused') {
      await store.setPaused(tx, id);
      await record(deps, tx, actor, 'webhook.paused', id);
    }
    if (isPaused === false && state !== 'active') {
      await store.resume(tx, id);
      await record(deps, tx, actor, 'webhook.resumed', id);
    }
    return readWebhook(tx, actor, id);
  });

const remove = (deps: Context, actor: UserActor, id: WebhookId): Promise<{ message: string }> =>
  deps.database.transaction(async (tx) => {
    await lockWebhook(tx, actor, id);
    await store.remove(tx, id);
    await record(deps, tx, actor, 'webhook.deleted', id);
    return { message: 'The webhook was deleted.' };
  });

const rotate = (
  deps: Context,
  actor: UserActor,
  id: WebhookId,
  repeat: IdempotencyContext | undefined,
): Promise<WebhookWithSecret> =>
  deps.database.transaction((tx) =>
    runIdempotent(tx, repeat, async () => {
      await lockWebhook(tx, actor, id);
      await store.retireSecrets(tx, id);
      const secret = await issueSecret(deps, tx, id);
      await record(deps, tx, actor, 'webhook.secret-rotated', id);
      return { ...(await readWebhook(tx, actor, id)), secret };
    }),
  );

const test = ({ database }: Context, actor: UserActor, id: WebhookId): Promise<WebhookDelivery> =>
  database.transaction(async (tx) => {
    const { state } = await lockWebhook(tx, actor, id);
    if (state !== 'active') throw new AppError('WEBHOOK_PAUSED');
    await store.retryNow(tx, id);
    return readDelivery(tx, await store.insertTestDelivery(tx, id));
  });

async function listDeliveries(
  { db }: Context,
  actor: UserActor,
  id: WebhookId,
  query: QueryOf<typeof listWebhookDeliveries>,
): Promise<WebhookDelivery[]> {
  await getOrThrow(db, actor, id, store.find);
  return (await store.listDeliveries(db, id, query)).map(presentDelivery);
}

const replayOne = (deps: Context, actor: UserActor, id: WebhookId, deliveryId: DeliveryId): Promise<WebhookDelivery> =>
  deps.database.transaction(async (tx) => {
    await lockWebhook(tx, actor, id);
    if (!(await store.replayOne(tx, id, deliveryId))) throw notFound('DELIVERY_NOT_FOUND');
    await store.retryNow(tx, id);
    await record(deps, tx, actor, 'webhook.replayed', id);
    return readDelivery(tx, deliveryId);
  });

const replaySince = (
  deps: Context,
  actor: UserActor,
  id: WebhookId,
  { since, onlyFailed }: BodyOf<typeof replayDeliveries>,
): Promise<{ replayed: number }> =>
  deps.database.transaction(async (tx) => {
    await lockWebhook(tx, actor, id);
    await store.retryNow(tx, id);
    const replayed = await store.replaySince(tx, id, new Date(since), onlyFailed);
    await record(deps, tx, actor, 'webhook.replayed', id);
    return { replayed };
  });

/** Returns the number of deleted events; their deliveries are deleted with them. */
async function purgeExpired({ db }: Context): Promise<number> {
  await store.deleteExpiredSecrets(db);
  let deletedTotal = 0;
  for (let deletedCount = DELETE_BATCH_SIZE; deletedCount === DELETE_BATCH_SIZE; deletedTotal += deletedCount)
    deletedCount = await store.deleteExpiredEvents(db, retention.webhookDeliveries.days, DELETE_BATCH_SIZE);
  return deletedTotal;
}

export function createWebhooksService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      list,
      create,
      update,
      remove,
      rotate,
      test,
      listDeliveries,
      replayOne,
      replaySince,
      purgeExpired,
    }),
    keyRotations: context.secretRotations,
  };
}
