/**
 * People and how they prove who they are. Tokens are kept only as hashes and secrets only sealed: a copy of the database opens
 * no account.
 */
import type { PasskeyId, SessionId } from '@hakiki/contract/account';
import { subscriptionStatuses, type UserId } from '@hakiki/contract/accounts';
import { tiers, userTypes } from '@hakiki/contract/entitlements';
import { organizationTypes } from '@hakiki/contract/sign-up';
import { languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import { bytes, choice, createdAt, descending, id, oneOf, updatedAt } from '../../platform/db/columns.ts';

const time = () => timestamp({ withTimezone: true });

export const users = pgTable(
  'users',
  {
    id: id<UserId>(),
    /** In lower case. */
    email: text().notNull(),
    emailVerifiedAt: time(),
    /** Missing until the person has chosen one, as with an account an operator made. */
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    cellphoneNumber: text(),
    profileImageUrl: text(),
    userType: choice(userTypes).notNull().default('user'),
    businessName: text(),
    organizationName: text(),
    regulatoryLicense: text(),
    organizationType: choice(organizationTypes),
    subscriptionTier: choice(tiers).notNull().default('free'),
    subscriptionStatus: choice(subscriptionStatuses).notNull().default('inactive'),
    /** The end of what is paid. */
    subscriptionEndsAt: time(),
    /** With a card that renews by itself, the days of grace after that end. What the plan opens is open until the later of the two. */
    graceUntil: time(),
    /** Where its months are counted from (plan-months.ts). */
    planSince: time(),
    isAdmin: boolean().notNull().default(false),
    /** Of somebody who is no administrator. */
    isModerator: boolean().notNull().default(false),
    referralCode: text(),
    /** No longer written: table referrals. Dropped once no process writes it any more. */
    referredBy: uuid()
      .$type<UserId>()
      .references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    language: choice(languages).notNull().default('en'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_referral_code').on(table.referralCode),
    // The bank reference is made of these characters and must name one person.
    uniqueIndex('users_bank_reference').on(sql`right(${table.id}::text, 8)`),
    index('users_referred_by').on(table.referredBy),
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
    // A full name is rare and made of common trigrams.
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
    oneOf('users_user_type_known', table.userType, userTypes),
    oneOf('users_organization_type_known', table.organizationType, organizationTypes),
    oneOf('users_tier_known', table.subscriptionTier, tiers),
    oneOf('users_subscription_status_known', table.subscriptionStatus, subscriptionStatuses),
    oneOf('users_language_known', table.language, languages),
  ],
);

/** How many accounts there are of each kind and plan, kept by triggers (see migrations). */
export const userCounts = pgTable(
  'user_counts',
  { userType: choice(userTypes).notNull(), tier: choice(tiers).notNull(), n: integer().notNull() },
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
    /** Browser and system in words. */
    device: text().notNull(),
    /** The password was right and the second factor is still missing: nobody is signed in yet. */
    awaitsFactor: boolean().notNull().default(false),
    hasSecondFactor: boolean().notNull().default(false),
    /** When the second factor was last given. */
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
    purpose: choice(mailedTokenPurposes).notNull(),
    createdAt: createdAt(),
    expiresAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('mailed_tokens_token').on(table.tokenHash),
    index('mailed_tokens_of_user').on(table.userId, table.purpose),
    index('mailed_tokens_expiry').on(table.expiresAt),
    oneOf('mailed_tokens_purpose_known', table.purpose, mailedTokenPurposes),
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
  /** Over secret and time of confirmation, by a key that is not in the database (see factor-marks.ts). */
  mark: bytes(),
  /** Steps up to this one are spent: a code works once. */
  lastUsedStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
});

/** Codes that were wrong, for as long as they count. */
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
    /** Made with a key that is not in the database: a row that was written past us has none (see factor-marks.ts). */
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

/** Letters about a plan, each once: whoever inserts the row sends it. `stage` says which, and for which period. */
export const planLetters = pgTable(
  'plan_letters',
  { id: id(), userId: owner(), stage: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('plan_letters_once').on(table.userId, table.stage)],
);

/** What an operator asked for somebody who has lost their factor. At most one per person; it goes when it is stopped or carried out. */
export const factorResets = pgTable(
  'factor_resets',
  {
    id: id(),
    userId: owner(),
    /** Of the link that stops it. */
    tokenHash: bytes().notNull(),
    /** When the letter about it left: the day of waiting begins then. */
    toldAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('factor_resets_of_user').on(table.userId),
    uniqueIndex('factor_resets_token').on(table.tokenHash),
  ],
);

/** Challenges work once: the row goes with the first answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: bytes().primaryKey(),
    /** Set when a passkey is being made, left out when someone signs in. */
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);

/** As SQL, of the row of users that goes by this name: whether its plan is over. Where there is no end it is false. */
export function isOver(name?: string): string {
  const of = (column: string) => (name ? `${name}.${column}` : column);
  const endsAt = of('subscription_ends_at');
  return `(${endsAt} is not null and greatest(${endsAt}, ${of('grace_until')}) <= now())`;
}

/** The plan that is open now. Everything else about it is in open-plan.ts. */
export const openTier = (name?: string): string =>
  `case when ${isOver(name)} then 'free' else ${name ? `${name}.subscription_tier` : 'subscription_tier'} end`;
