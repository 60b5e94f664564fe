/** Queries about plans, by the clock of the database. */
import type { UserId } from '@hakiki/contract/accounts';
import { contractTerms } from '@hakiki/contract/entitlements';
import { and, asc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/database.ts';
import { isOver, effectivePlanColumns } from './effective-plan.ts';
import { planEmails, users } from '../tables.ts';

const columns = {
  tier: effectivePlanColumns.subscriptionTier,
  status: effectivePlanColumns.subscriptionStatus,
  endsAt: users.subscriptionEndsAt,
  graceUntil: users.graceUntil,
};

export const readPlan = (db: Db, userId: UserId) =>
  db
    .select(columns)
    .from(users)
    .where(eq(users.id, userId))
    .then((rows) => rows[0]);

/** Includes the time of the transaction. */
export const lockPlan = (tx: Db, userId: UserId) =>
  tx
    .select({ ...columns, since: users.planSince, now: sql`now()`.mapWith(users.createdAt) })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
    .then((rows) => rows[0]);

export type LockedPlan = NonNullable<Awaited<ReturnType<typeof lockPlan>>>;

type Plan = Pick<
  PgUpdateSetSource<typeof users>,
  'subscriptionTier' | 'subscriptionStatus' | 'subscriptionEndsAt' | 'graceUntil' | 'planSince'
>;

/** Omitted columns keep their values. */
export const setPlan = (tx: Db, userId: UserId, plan: Plan) => tx.update(users).set(plan).where(eq(users.id, userId));

// Plans that have ended or end soon

const hasEnded = and(
  ne(users.subscriptionTier, 'free'),
  lte(users.subscriptionEndsAt, sql`now()`),
  sql.raw(isOver('users')),
);

const toIds = (rows: { id: UserId }[]): UserId[] => rows.map(({ id }) => id);

/** The plan that ended first comes first. */
export const listExpired = (db: Db, limit: number) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(hasEnded)
    .orderBy(asc(users.subscriptionEndsAt))
    .limit(limit)
    .then(toIds);

/** Returns the stored tier, not the tier in force. */
export const lockExpired = (tx: Db, userId: UserId) =>
  tx
    .select({ tier: users.subscriptionTier, endsAt: sql`${users.subscriptionEndsAt}`.mapWith(users.createdAt) })
    .from(users)
    .where(and(eq(users.id, userId), hasEnded))
    .for('no key update')
    .then((rows) => rows[0]);

/** Keeps the date of the end. */
export const setExpired = (tx: Db, userId: UserId) =>
  setPlan(tx, userId, {
    subscriptionTier: 'free',
    subscriptionStatus: effectivePlanColumns.subscriptionStatus,
    graceUntil: null,
    planSince: null,
  });

const NOTICE_DAYS = 3;
/** Renewing a contract takes longer than three days. */
const CONTRACT_NOTICE_DAYS = contractTerms.noticeDays;
/** Must be the format of `toPlanEmailKey` in plan-emails.ts. */
const endingStage = sql`'ending ' || to_char(${users.subscriptionEndsAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;

const endsWithin = (days: number) => lte(users.subscriptionEndsAt, sql`now() + make_interval(days => ${days})`);

/** The plan does not renew by card, and its owner has not been notified. */
const isEnding = and(
  ne(users.subscriptionTier, 'free'),
  gt(users.subscriptionEndsAt, sql`now()`),
  endsWithin(CONTRACT_NOTICE_DAYS),
  or(ne(users.subscriptionTier, 'premium'), endsWithin(NOTICE_DAYS)),
  isNull(users.graceUntil),
  sql`not exists (select from ${planEmails} where ${planEmails.userId} = ${users.id} and ${planEmails.stage} = ${endingStage})`,
);

export const listEnding = (db: Db, limit: number) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(isEnding)
    .orderBy(asc(users.subscriptionEndsAt))
    .limit(limit)
    .then(toIds);

export const lockEnding = (tx: Db, userId: UserId) =>
  tx
    .select({ tier: users.subscriptionTier, endsAt: sql`${users.subscriptionEndsAt}`.mapWith(users.createdAt) })
    .from(users)
    .where(and(eq(users.id, userId), isEnding))
    .for('no key update')
    .then((rows) => rows[0]);

/** Returns false when this email was sent before. */
export const insertPlanEmail = (tx: Db, userId: UserId, stage: string) =>
  tx
    .insert(planEmails)
    .values({ userId, stage })
    .onConflictDoNothing()
    .returning({ id: planEmails.id })
    .then((rows) => rows.length === 1);
