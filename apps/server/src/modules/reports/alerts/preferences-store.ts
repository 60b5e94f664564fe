import type { UserId } from '@hakiki/contract/accounts';
import type { AlertPreferences } from '@hakiki/contract/alerts';
import { and, desc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { users } from '../../accounts/read-model.ts';
import { alertPreferences, fraudAlerts } from './tables.ts';

const columns = {
  severities: alertPreferences.severities,
  countries: alertPreferences.countries,
  getsEmail: sql<boolean>`${alertPreferences.emailKey} is not null`,
};

export const findPreferences = (db: Db, userId: UserId): Promise<AlertPreferences | undefined> =>
  db
    .select(columns)
    .from(alertPreferences)
    .where(eq(alertPreferences.userId, userId))
    .then((rows) => rows[0]);

type NewPreferences = Pick<AlertPreferences, 'severities' | 'countries'> & { getsEmail: boolean | undefined };

/** Emails start with alerts that are published after the member asked for them. */
export const upsertPreferences = (
  db: Db,
  userId: UserId,
  { getsEmail, ...filter }: NewPreferences,
): Promise<AlertPreferences> => {
  const { emailKey, emailedUntil } = alertPreferences;
  const started = { emailKey: sql`gen_random_uuid()`, emailedUntil: sql`now()` };
  const continued = {
    emailKey: sql`coalesce(${emailKey}, gen_random_uuid())`,
    emailedUntil: sql`case when ${emailKey} is null then now() else ${emailedUntil} end`,
  };
  return db
    .insert(alertPreferences)
    .values({ userId, ...filter, ...(getsEmail && started) })
    .onConflictDoUpdate({
      target: alertPreferences.userId,
      set: {
        ...filter,
        ...(getsEmail && continued),
        ...(getsEmail === false && { emailKey: null, emailedUntil: null }),
        updatedAt: sql`now()`,
      },
    })
    .returning(columns)
    .then((rows) => rows[0]!);
};

export const deleteEmailKey = (db: Db, key: string) =>
  db.update(alertPreferences).set({ emailKey: null, emailedUntil: null }).where(eq(alertPreferences.emailKey, key));

/** `isEntitled` is an SQL condition on the users row: does its plan include the email? */
const isReachable = (isEntitled: string) => sql`${isNotNull(alertPreferences.emailKey)} and exists (
  select from ${users} where ${users.id} = ${alertPreferences.userId} and ${users.emailVerifiedAt} is not null
    and ${sql.raw(isEntitled)})`;

/** The same rule as `matchesCountries` of the contract; both lists are stored normalised. */
const matchesChoice = sql`${fraudAlerts.severity} = any(${alertPreferences.severities})
  and (${alertPreferences.countries} = '{}' or ${fraudAlerts.affectedCountries} = '{}'
    or ${fraudAlerts.affectedCountries} && ${alertPreferences.countries})`;

export interface AlertEmailPeriod {
  userId: UserId;
  since: string;
  until: string;
}

/**
 * Marks the alerts until a time as sent for a batch of members who have new ones; the caller enqueues an email for
 * each. A member is claimed once a UTC day. Alerts older than a week are not sent any more.
 */
export async function claimEmails(tx: Db, isEntitled: string, until: Date, limit: number): Promise<AlertEmailPeriod[]> {
  const end = until.toISOString();
  const since = sql`greatest(${alertPreferences.emailedUntil}, ${end}::timestamptz - interval '7 days')`;
  const { rows } = await tx.execute<{ userId: string; since: Date | string }>(sql`
    with due as materialized (
      select ${alertPreferences.userId} as user_id, ${since} as since from ${alertPreferences}
      where ${isReachable(isEntitled)} and ${alertPreferences.emailedUntil} < date_trunc('day', ${end}::timestamptz, 'UTC')
        and exists (
          select from ${fraudAlerts} where ${eq(fraudAlerts.status, 'approved')}
            and ${fraudAlerts.publishedAt} > ${since} and ${fraudAlerts.publishedAt} <= ${end} and ${matchesChoice})
      order by ${alertPreferences.userId} limit ${limit}
      for update skip locked)
    update ${alertPreferences} claimed set emailed_until = ${end}
    from due where claimed.user_id = due.user_id
    returning claimed.user_id as "userId", due.since`);
  return rows.map((row) => ({
    userId: row.userId as UserId,
    since: new Date(row.since).toISOString(),
    until: end,
  }));
}

/** Returns undefined for a member who has unsubscribed or whose plan has ended. */
export const findRecipient = (db: Db, isEntitled: string, userId: UserId) =>
  db
    .select({
      email: users.email,
      firstName: users.firstName,
      language: users.language,
      emailKey: sql<string>`${alertPreferences.emailKey}`,
    })
    .from(alertPreferences)
    .innerJoin(users, eq(users.id, alertPreferences.userId))
    .where(and(eq(alertPreferences.userId, userId), isReachable(isEntitled)))
    .then((rows) => rows[0]);

/** The alerts of the period that are still public and match the member's choice, Critical first, then newest first. */
export const listAlertsToSend = (db: Db, { userId, since, until }: AlertEmailPeriod, limit: number) =>
  db
    .select({
      id: fraudAlerts.id,
      title: fraudAlerts.title,
      severity: fraudAlerts.severity,
      countries: fraudAlerts.affectedCountries,
    })
    .from(fraudAlerts)
    .innerJoin(alertPreferences, eq(alertPreferences.userId, userId))
    .where(
      and(
        eq(fraudAlerts.status, 'approved'),
        gt(fraudAlerts.publishedAt, new Date(since)),
        lte(fraudAlerts.publishedAt, new Date(until)),
        matchesChoice,
      ),
    )
    .orderBy(desc(sql`${fraudAlerts.severity} = 'Critical'`), desc(fraudAlerts.publishedAt), desc(fraudAlerts.id))
    .limit(limit);
