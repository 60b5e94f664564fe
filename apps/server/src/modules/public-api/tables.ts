/**
 * API keys, monthly quotas and usage. Only a hash of a key is stored. Calls are stored as daily sums, never as single
 * rows, and without addresses. They are added to `api_usage`; triggers update the sums that a page shows.
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
import { bytes, enumText, createdAt, id, keyText, checkOneOf } from '../../platform/db/columns.ts';
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
    /** The public part of the key, by which it is looked up. */
    publicId: keyText().notNull(),
    /** SHA-256 is enough: the secret is random and too long to guess. */
    secretHash: bytes().notNull(),
    isTest: boolean().notNull(),
    permissions: text().array().$type<ApiScope[]>().notNull(),
    /** Allowed addresses and CIDR blocks; empty for all. */
    addresses: text().array().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: timestamp({ withTimezone: true }),
    /** For a rotated key: the end of the overlap. */
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

/** Requests used, or leased by a process that uses or returns them. */
export const apiQuotaMonths = pgTable(
  'api_quota_months',
  {
    accountId: accountId(),
    /** The first day of the month. */
    month: date().notNull(),
    used: integer().notNull(),
    /** The highest percentage for which an email was sent. */
    toldPercent: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.month] }),
    check('api_quota_months_used', sql`${table.used} >= 0`),
  ],
);

/** Upper bounds of the latency buckets in milliseconds; the last bucket has no bound. */
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
    outcome: enumText(apiOutcomes).notNull(),
    calls: bigint({ mode: 'number' }).notNull(),
    /** Calls that count against the quota. */
    charged: bigint({ mode: 'number' }).notNull(),
    latencyMs: bigint({ mode: 'number' }).notNull(),
    latencies: integer().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.keyId, table.endpoint, table.outcome] }),
    checkOneOf('api_usage_outcome_known', table.outcome, apiOutcomes),
    index('api_usage_day').on(table.day),
    index('api_usage_of_key').on(table.keyId),
  ],
);

/**
 * A year is read as the days of one month and the sums of the other months. There is no index on days alone: a query is
 * always for one account, and with such an index the planner would read the days of all accounts.
 */
const spans = ['day', 'month'] as const;

const spanColumns = () => ({
  accountId: accountId(),
  span: enumText(spans).notNull(),
  /** The day, or the first day of the month. */
  firstDay: date().notNull(),
});

/** Updated by triggers of `api_usage`: sums per endpoint over all keys. */
export const apiCallSums = pgTable(
  'api_call_sums',
  {
    ...spanColumns(),
    /** Empty for the sum of all endpoints, so that a year of days has one row per day. */
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
    checkOneOf('api_call_sums_span_known', table.span, spans),
    // Contains only the total of each day, so that a year of days is a short range.
    index('api_call_sums_days')
      .on(table.accountId, table.firstDay)
      .where(sql`${table.span} = 'day' and ${table.endpoint} = ''`),
  ],
);

/** Updated by triggers of `api_usage`: sums per key over all endpoints. */
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
    checkOneOf('api_key_sums_span_known', table.span, spans),
    index('api_key_sums_of_key').on(table.keyId),
  ],
);
