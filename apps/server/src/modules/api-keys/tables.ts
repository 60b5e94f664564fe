/**
 * Keys of the public API, what is used of each month's quota, and what was called. Of a key only a hash is kept. Calls are sums by day,
 * never rows of their own, and hold no address of anybody.
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
