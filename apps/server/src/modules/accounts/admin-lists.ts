import type { listAdminUsers } from '@hakiki/contract/accounts-admin';
import type { StaffRole } from '@hakiki/contract/admin-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { type Tier, tiers, type UserType, userTypes } from '@hakiki/contract/entitlements';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import {
  toStatement,
  type LastRow,
  type NewestList,
  readPage,
  normalizeSearchText,
} from '../../platform/db/newest-list.ts';
import type { AdminUserRow } from './admin-present.ts';
import { isOver, effectiveStatusSql, openTier } from './plans/effective-plan.ts';

const columns = `
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.profile_image_url as "profileImageUrl",
  ${openTier('u')} as "subscriptionTier", u.user_type as "userType", ${effectiveStatusSql('u')} as "subscriptionStatus",
  u.subscription_ends_at as "subscriptionEndsAt", u.is_admin as "isAdmin", u.is_moderator as "isModerator",
  u.referral_code as "referralCode",
  u.created_at as "createdAt", u.email_verified_at as "emailVerifiedAt"`;

/** Must be the same expression as in the trigram indexes, or PostgreSQL does not use them. */
const emailAndName = `lower(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`;

interface UserCount {
  userType: UserType;
  tier: Tier;
  n: number;
}

const countsStatement = prepareStatement({
  name: 'users-counts',
  text: 'select user_type as "userType", tier, n from user_counts',
});

export const readCounts = (database: Database) =>
  database.read<{ [Key in keyof UserCount]: UserCount[Key] }>(countsStatement, []);

const todayStatement = prepareStatement({
  name: 'users-today',
  text: `select count(*)::int as n from users where created_at >= date_trunc('day', now(), 'Africa/Johannesburg')`,
});

/** Counts since midnight in the company's time zone. */
export const countToday = (database: Database): Promise<number> =>
  database.read<{ n: number }>(todayStatement, []).then(([counted]) => counted!.n);

export interface StartStatus {
  hasTwoAdministrators: boolean;
  hasConfirmedAddress: boolean;
}

/**
 * An address counts as confirmed by an emailed link when that happened some seconds after the sign-up: accounts of the
 * operator and of Google are verified at once. Stops at the first such account.
 */
const startStatement = prepareStatement({
  name: 'users-start',
  text: `
  select (select count(*) from users where is_admin) > 1 as "hasTwoAdministrators",
    exists (select from users where email_verified_at > created_at + interval '3 seconds') as "hasConfirmedAddress"`,
});

export const readStartStatus = (database: Database): Promise<StartStatus> =>
  database.read<{ [Key in keyof StartStatus]: StartStatus[Key] }>(startStatement, []).then(([row]) => row!);

type Query = QueryOf<typeof listAdminUsers>;

const roleColumns: Record<StaffRole, string> = { admin: 'is_admin', moderator: 'is_moderator' };

function toUserList({ search, userType, subscriptionTier, role, limit, offset }: Query): NewestList {
  const text = normalizeSearchText(search);
  const types = userType ? [userType] : userTypes;
  const plans = subscriptionTier ? [subscriptionTier] : tiers;
  return {
    table: 'users',
    limit,
    offset,
    conditions: [
      ...(role ? [sql.raw(roleColumns[role])] : []),
      // Until the hourly job expires it, a plan that is over is still stored with its tier.
      ...(subscriptionTier && subscriptionTier !== 'free' ? [sql.raw(`not ${isOver()}`)] : []),
    ],
    ...(role && { isRare: true }),
    ...((userType || subscriptionTier) && {
      indexPrefix: {
        columns: ['user_type', 'subscription_tier'],
        values: types.flatMap((type) => plans.map((plan) => [type, plan])),
      },
    }),
    ...(text && { search: { text, expression: emailAndName, normalizedBy: 'lower', hasWordIndex: true } }),
  };
}

/** There are few staff accounts, so counting them is cheap. */
async function countStaff(database: Database, { userType, subscriptionTier, role }: Query): Promise<number> {
  const [counted] = await database.read<{ n: number }>(
    ...toStatement(sql`
      select count(*)::int as n from users
      where ${sql.raw(roleColumns[role!])} and user_type = coalesce(${userType ?? null}, user_type)
        and (${subscriptionTier ?? null}::text is null or ${sql.raw(openTier())} = ${subscriptionTier ?? null})`),
  );
  return counted!.n;
}

async function readMaintainedTotal(database: Database, query: Query): Promise<number> {
  const { userType, subscriptionTier, role } = query;
  if (role) return countStaff(database, query);
  const counts = await readCounts(database);
  return counts
    .filter(
      (count) => (!userType || count.userType === userType) && (!subscriptionTier || count.tier === subscriptionTier),
    )
    .reduce((sum, { n }) => sum + n, 0);
}

const addressStatement = prepareStatement({
  name: 'users-by-address',
  text: `select ${columns} from users u where u.email = $1`,
});

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Finds an account by its full address, for which the trigram index would take most of a second. */
async function findByAddress(
  database: Database,
  { search, userType, subscriptionTier, role }: Query,
): Promise<AdminUserRow[]> {
  const text = normalizeSearchText(search);
  if (!isAddress(text)) return [];
  const rows = await database.read<{ [Key in keyof AdminUserRow]: AdminUserRow[Key] }>(addressStatement, [
    text.toLowerCase(),
  ]);
  return rows.filter(
    (row) =>
      (!userType || row.userType === userType) &&
      (!subscriptionTier || row.subscriptionTier === subscriptionTier) &&
      (!role || (role === 'admin' ? row.isAdmin : row.isModerator)),
  );
}

export async function listUsers(
  database: Database,
  query: Query,
  after?: LastRow,
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const addressMatches = await findByAddress(database, query);
  if (addressMatches.length > 0)
    return { rows: after || query.offset > 0 ? [] : addressMatches, total: addressMatches.length };
  return readPage<AdminUserRow>(
    database,
    { ...toUserList(query), after },
    { alias: 'u', columns: columns, readMaintainedCount: () => readMaintainedTotal(database, query) },
  );
}
