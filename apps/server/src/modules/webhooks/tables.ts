/**
 * Tables of webhooks: receivers, their secrets, public events, and the result of each delivery. Triggers insert the
 * events in the transaction of the change (see migrations), and only while a webhook subscribes to them.
 */
import type { UserId } from '@hakiki/contract/accounts';
import {
  type DeliveryId,
  deliveryErrors,
  deliveryStates,
  sentEventTypes,
  type WebhookEventId,
  type WebhookEventType,
  webhookEventTypes,
  type WebhookId,
  webhookStates,
} from '@hakiki/contract/webhooks';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf, timestampColumn } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const webhookId = () =>
  uuid()
    .$type<WebhookId>()
    .notNull()
    .references(() => webhooks.id, { onDelete: 'cascade' });

export const webhooks = pgTable(
  'webhooks',
  {
    id: id<WebhookId>(),
    accountId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    events: text().array().$type<WebhookEventType[]>().notNull(),
    state: enumText(webhookStates).notNull().default('active'),
    createdAt: createdAt(),
    /** Time of the first failed attempt since the last success. */
    failingSince: timestampColumn(),
    /** Number of failed attempts in a row. */
    failures: integer().notNull().default(0),
    /** A failing receiver is not called before this time, however many deliveries wait. */
    notBefore: timestampColumn().notNull().defaultNow(),
    /** One process at a time sends to it; the lease of a process that died ends then. */
    leasedUntil: timestampColumn(),
    /** The webhook that was served longest ago comes first. */
    servedAt: timestampColumn(),
  },
  (table) => [
    checkOneOf('webhooks_state_known', table.state, webhookStates),
    check(
      'webhooks_events_known',
      sql`${table.events} <@ array[${sql.raw(webhookEventTypes.map((type) => `'${type}'`).join(', '))}]::text[]`,
    ),
    index('webhooks_of_account').on(table.accountId, table.createdAt),
  ],
);

/** In a table of its own, since only the worker may read encrypted secrets. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: id(),
    webhookId: webhookId(),
    sealedSecret: text().notNull(),
    createdAt: createdAt(),
    /** A replaced secret signs too until this time. */
    endsAt: timestampColumn(),
  },
  (table) => [
    index('webhook_secrets_of_webhook').on(table.webhookId),
    uniqueIndex('webhook_secrets_current')
      .on(table.webhookId)
      .where(sql`${table.endsAt} is null`),
  ],
);

export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id<WebhookEventId>(),
    type: enumText(sentEventTypes).notNull(),
    data: jsonb().notNull(),
    createdAt: createdAt(),
    /** When the deliveries of the event were inserted. */
    spreadAt: timestampColumn(),
  },
  (table) => [
    checkOneOf('webhook_events_type_known', table.type, sentEventTypes),
    index('webhook_events_waiting')
      .on(table.createdAt)
      .where(sql`${table.spreadAt} is null`),
    index('webhook_events_age').on(table.createdAt),
  ],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id<DeliveryId>(),
    webhookId: webhookId(),
    eventId: uuid()
      .$type<WebhookEventId>()
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    state: enumText(deliveryStates).notNull().default('waiting'),
    /** All attempts; a replay does not reset it. */
    attempts: integer().notNull().default(0),
    /** Attempts since the insert or the last replay: the three days of retries count from the first of them. */
    tries: integer().notNull().default(0),
    firstTriedAt: timestampColumn(),
    lastAttemptAt: timestampColumn(),
    nextAt: timestampColumn().notNull().defaultNow(),
    statusCode: smallint(),
    fault: enumText(deliveryErrors),
    answer: text(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('webhook_deliveries_state_known', table.state, deliveryStates),
    checkOneOf('webhook_deliveries_fault_known', table.fault, deliveryErrors),
    uniqueIndex('webhook_deliveries_once').on(table.eventId, table.webhookId),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.nextAt)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_newest').on(table.webhookId, descending(table.createdAt), descending(table.id)),
  ],
);
