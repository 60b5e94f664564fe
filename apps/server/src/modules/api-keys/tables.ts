/**
 * Keys of the public API, what is used of each month's quota, and what was called. Of a key only a hash is kept. Calls are sums by day,
 * never rows of their own, and hold no address of anybody. They are put into `api_usage`; triggers add them to what a page shows.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { type ApiKeyId, apiOutcomes } from '@hakiki/contract/api-keys';
import { type ApiScope, apiScopes } from '@hakiki/contract/endpoint';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, id, keyText, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const accountId = () =>
  uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id<ApiKeyId>(),
    accountId: accountId(),
    name: text().notNull(),
    /** The part of the key by which it is found. */
    publicId: keyText().notNull(),
    /** SHA-256: the secret is random and longer than anybody can try. */
    secretHash: bytes().notNull(),
    isTest: boolean().notNull(),
    permissions: text().array().$type<ApiScope[]>().notNull(),
    /** Addresses and blocks it may be used from; empty for everywhere. */
    addresses: text().array().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: timestamp({ withTimezone: true }),
    /** Of a rotated key: when the overlap ends. */
    expiresAt: timestamp({ withTimezone: true }),
    rotatedAt: timestamp({ withTimezone: true }),
    revokedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check(
      'api_keys_permissions_known',
      sql`${table.permissions} <@ array[${sql.raw(apiScopes.map((scope) => `'${scope}'`).join(', '))}]::text[]`,
    ),
    check('api_keys_rotated_ends', sql`${table.rotatedAt} is null or ${table.expiresAt} is not null`),
    uniqueIndex('api_keys_found').on(table.publicId),
    index('api_keys_of_account').on(table.accountId, table.createdAt),
  ],
);

/** Used, or leased by a process that will use it or give it back. */
export const apiQuotaMonths = pgTable(
  'api_quota_months',
  {
    accountId: accountId(),
    /** The first day of the month. */
    month: date().notNull(),
    used: integer().notNull(),
    /** The highest percentage that a letter has told of. */
    toldPercent: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.month] }),
    check('api_quota_months_used', sql`${table.used} >= 0`),
  ],
);

/** Counts of latencies up to each bound in milliseconds; the last has none. */
export const latencyBounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500] as const;

export const apiUsage = pgTable(
  'api_usage',
  {
    accountId: accountId(),
    day: date().notNull(),
    keyId: uuid()
      .$type<ApiKeyId>()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    endpoint: keyText().notNull(),
    outcome: choice(apiOutcomes).notNull(),
    calls: bigint({ mode: 'number' }).notNull(),
    /** Of them, taken from the quota. */
    charged: bigint({ mode: 'number' }).notNull(),
    latencyMs: bigint({ mode: 'number' }).notNull(),
    latencies: integer().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.keyId, table.endpoint, table.outcome] }),
    oneOf('api_usage_outcome_known', table.outcome, apiOutcomes),
    index('api_usage_day').on(table.day),
    index('api_usage_of_key').on(table.keyId),
  ],
);

/**
 * A year is read as the days of one month and the sums of the others. No index is of days alone: what is asked for is always of one
 * account, and with such an index a plan would read the days of everybody.
 */
const spans = ['day', 'month'] as const;

const spanColumns = () => ({
  accountId: accountId(),
  span: choice(spans).notNull(),
  /** The day, or the first one of the month. */
  firstDay: date().notNull(),
});

/** Kept by triggers of `api_usage`: by call, however many keys there are. */
export const apiCallSums = pgTable(
  'api_call_sums',
  {
    ...spanColumns(),
    /** Empty for all of them together, so that a year of days is a row for each. */
    endpoint: keyText().notNull(),
    done: bigint({ mode: 'number' }).notNull(),
    unchanged: bigint({ mode: 'number' }).notNull(),
    wrong: bigint({ mode: 'number' }).notNull(),
    failed: bigint({ mode: 'number' }).notNull(),
    charged: bigint({ mode: 'number' }).notNull(),
    latencies: integer().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.span, table.firstDay, table.endpoint] }),
    oneOf('api_call_sums_span_known', table.span, spans),
    // A year of days is then as many entries, without those of each call between them.
    index('api_call_sums_days')
      .on(table.accountId, table.firstDay)
      .where(sql`${table.span} = 'day' and ${table.endpoint} = ''`),
  ],
);

/** Kept by triggers of `api_usage`: by key, whatever was called. */
export const apiKeySums = pgTable(
  'api_key_sums',
  {
    ...spanColumns(),
    keyId: uuid()
      .$type<ApiKeyId>()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    calls: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.span, table.firstDay, table.keyId] }),
    oneOf('api_key_sums_span_known', table.span, spans),
    index('api_key_sums_of_key').on(table.keyId),
  ],
);
