/** Users and credentials. Tokens are stored as hashes and secrets encrypted: a copy of the database gives no access. */
import type { PasskeyId, SessionId } from '@hakiki/contract/account';
import { subscriptionStatuses, type UserId } from '@hakiki/contract/accounts';
import { tiers, userTypes } from '@hakiki/contract/entitlements';
import { organizationTypes } from '@hakiki/contract/sign-up';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, descending, id, checkOneOf, updatedAt } from '../../platform/db/columns.ts';
import { language } from '../../platform/db/languages.ts';

const time = () => timestamp({ withTimezone: true });

export const users = pgTable(
  'users',
  {
    id: id<UserId>(),
    /** In lower case. */
    email: text().notNull(),
    emailVerifiedAt: time(),
    /** Null until the person has chosen one, for example in an account that an operator created. */
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    cellphoneNumber: text(),
    profileImageUrl: text(),
    userType: enumText(userTypes).notNull().default('user'),
    businessName: text(),
    organizationName: text(),
    regulatoryLicense: text(),
    organizationType: enumText(organizationTypes),
    subscriptionTier: enumText(tiers).notNull().default('free'),
    subscriptionStatus: enumText(subscriptionStatuses).notNull().default('inactive'),
    /** The end of the paid time. */
    subscriptionEndsAt: time(),
    /** The end of the days of grace, only with a card that renews automatically. Extends the plan until then. */
    graceUntil: time(),
    /** The day from which its months are counted (plan-months.ts). */
    planSince: time(),
    isAdmin: boolean().notNull().default(false),
    /** False for administrators, who need no other role. */
    isModerator: boolean().notNull().default(false),
    referralCode: text(),
    language: language().default('en'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_referral_code').on(table.referralCode),
    // These characters are the bank reference, which must be unique.
    uniqueIndex('users_bank_reference').on(sql`right(${table.id}::text, 8)`),
    index('users_newest').on(descending(table.createdAt), descending(table.id)),
    index('users_kind_newest').on(
      table.userType,
      table.subscriptionTier,
      descending(table.createdAt),
      descending(table.id),
    ),
    index('users_plan_ends')
      .on(table.subscriptionEndsAt)
      .where(sql`${table.subscriptionTier} <> 'free'`),
    index('users_search').using(
      'gin',
      sql`lower(${table.email} || ' ' || coalesce(${table.firstName}, '') || ' ' || coalesce(${table.lastName}, '')) gin_trgm_ops`,
    ),
    // For full names, which are rare but consist of common trigrams.
    index('users_search_seams').using(
      'gin',
      sql`public.word_seams(lower(${table.email} || ' ' || coalesce(${table.firstName}, '') || ' ' || coalesce(${table.lastName}, '')))`,
    ),
    index('users_admins')
      .on(table.id)
      .where(sql`${table.isAdmin}`),
    index('users_moderators')
      .on(table.id)
      .where(sql`${table.isModerator}`),
    checkOneOf('users_user_type_known', table.userType, userTypes),
    checkOneOf('users_organization_type_known', table.organizationType, organizationTypes),
    checkOneOf('users_tier_known', table.subscriptionTier, tiers),
    checkOneOf('users_subscription_status_known', table.subscriptionStatus, subscriptionStatuses),
  ],
);

/** Number of accounts by type and plan, maintained by triggers (see migrations). */
export const userCounts = pgTable(
  'user_counts',
  { userType: enumText(userTypes).notNull(), tier: enumText(tiers).notNull(), n: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userType, table.tier] })],
);

const owner = () =>
  uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: id<SessionId>(),
    tokenHash: bytes().notNull(),
    userId: owner(),
    /** For example 'Chrome on Android'. */
    device: text().notNull(),
    /** The password was right and the second factor is still missing: nobody is logged in yet. */
    awaitsFactor: boolean().notNull().default(false),
    hasSecondFactor: boolean().notNull().default(false),
    /** When the second factor was last used. */
    factorAt: time(),
    createdAt: createdAt(),
    lastSeenAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    index('sessions_of_user').on(table.userId, descending(table.lastSeenAt)),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

export const mailedTokenPurposes = ['verify-email', 'reset-password', 'change-email-old', 'change-email-new'] as const;
export type MailedTokenPurpose = (typeof mailedTokenPurposes)[number];

export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    id: id(),
    tokenHash: bytes().notNull(),
    userId: owner(),
    purpose: enumText(mailedTokenPurposes).notNull(),
    createdAt: createdAt(),
    expiresAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('mailed_tokens_token').on(table.tokenHash),
    index('mailed_tokens_of_user').on(table.userId, table.purpose),
    index('mailed_tokens_expiry').on(table.expiresAt),
    checkOneOf('mailed_tokens_purpose_known', table.purpose, mailedTokenPurposes),
  ],
);

/** At most one per person; the address changes when both sides have agreed. */
export const emailChanges = pgTable('email_changes', {
  userId: owner().primaryKey(),
  email: text().notNull(),
  confirmedByOldAt: time(),
  confirmedByNewAt: time(),
  expiresAt: time().notNull(),
  createdAt: createdAt(),
});

export const authenticatorApps = pgTable('authenticator_apps', {
  userId: owner().primaryKey(),
  sealedSecret: text().notNull(),
  confirmedAt: time(),
  /** Keyed hash over secret and time of confirmation; the key is not in the database (see factor-marks.ts). */
  mark: bytes(),
  /** Steps up to this one are used: a code works once. */
  lastUsedStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
});

/** Wrong codes of the last day. */
export const wrongCodes = pgTable('wrong_codes', { id: id(), userId: owner(), createdAt: createdAt() }, (table) => [
  index('wrong_codes_of_user').on(table.userId, table.createdAt),
]);

export const backupCodes = pgTable('backup_codes', { userId: owner(), codeHash: text().notNull() }, (table) => [
  primaryKey({ columns: [table.userId, table.codeHash] }),
]);

export const passkeys = pgTable(
  'passkeys',
  {
    id: id<PasskeyId>(),
    userId: owner(),
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** Keyed hash; the key is not in the database, so an attacker cannot insert a valid row (see factor-marks.ts). */
    mark: bytes(),
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: time(),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_of_user').on(table.userId, table.createdAt),
  ],
);

/** Emails about a plan, each sent once, by the transaction that inserts the row. `stage` names email and period. */
export const planEmails = pgTable(
  'plan_emails',
  { id: id(), userId: owner(), stage: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('plan_emails_once').on(table.userId, table.stage)],
);

/** Pending resets of a lost second factor, requested by an operator. At most one per person. */
export const factorResets = pgTable(
  'factor_resets',
  {
    id: id(),
    userId: owner(),
    /** Of the link that stops the reset. */
    tokenHash: bytes().notNull(),
    /** When the email about it was sent; the day of waiting starts then. */
    notifiedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('factor_resets_of_user').on(table.userId),
    uniqueIndex('factor_resets_token').on(table.tokenHash),
  ],
);

/** A challenge works once: its row is deleted with the first response. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: bytes().primaryKey(),
    /** Set when a passkey is registered, null at login. */
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);

/** SQL: whether the plan of a row of users (with the alias `name`) is over. False when the plan has no end. */
export function isPlanOverSql(alias?: string): string {
  const qualify = (column: string) => (alias ? `${alias}.${column}` : column);
  const endsAt = qualify('subscription_ends_at');
  return `(${endsAt} is not null and greatest(${endsAt}, ${qualify('grace_until')}) <= now())`;
}

/** SQL: the tier of the plan in force. See also effective-plan.ts. */
export const effectiveTierSql = (alias?: string): string =>
  `case when ${isPlanOverSql(alias)} then 'free' else ${alias ? `${alias}.subscription_tier` : 'subscription_tier'} end`;
