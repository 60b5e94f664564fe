import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/read-model.ts';
import { providers } from '../directory/read-model.ts';
import { fraudAlerts } from '../reports/alerts/read-model.ts';
import { providerWatches } from './tables.ts';

export const listWatches = (db: Db, userId: UserId, limit: number) =>
  db
    .select({
      id: providers.id,
      name: providers.name,
      verificationStatus: providers.verificationStatus,
      watchedAt: providerWatches.createdAt,
      alertCount: sql<number>`(
        select count(*)::int from ${fraudAlerts}
        where ${fraudAlerts.affectedProviderId} = ${providers.id} and ${fraudAlerts.status} = 'approved')`,
    })
    .from(providerWatches)
    .innerJoin(providers, eq(providers.id, providerWatches.providerId))
    .where(eq(providerWatches.userId, userId))
    .orderBy(desc(providerWatches.createdAt), providerWatches.providerId)
    .limit(limit);

export const countWatches = (db: Db, userId: UserId): Promise<number> =>
  db.$count(providerWatches, eq(providerWatches.userId, userId));

const isWatch = (userId: UserId, providerId: ProviderId) =>
  and(eq(providerWatches.userId, userId), eq(providerWatches.providerId, providerId));

export const hasWatch = (db: Db, userId: UserId, providerId: ProviderId): Promise<boolean> =>
  db.$count(providerWatches, isWatch(userId, providerId)).then((count) => count > 0);

/** Starts from the current verdict: only later changes are sent. */
export const insertWatch = (db: Db, userId: UserId, providerId: ProviderId) =>
  db.execute(sql`
    insert into ${providerWatches} (user_id, provider_id, known_status)
    select ${userId}, ${providers.id}, ${providers.verificationStatus} from ${providers} where ${providers.id} = ${providerId}
    on conflict do nothing`);

export const deleteWatch = (db: Db, userId: UserId, providerId: ProviderId) =>
  db.delete(providerWatches).where(isWatch(userId, providerId));

export const deleteByKey = (db: Db, leaveKey: string) =>
  db.delete(providerWatches).where(eq(providerWatches.leaveKey, leaveKey));

export interface ChangedWatch {
  userId: UserId;
  providerId: ProviderId;
  from: VerificationStatus;
  to: VerificationStatus;
}

/**
 * Marks a batch of watches with a changed verdict as known; the caller enqueues an email for each. Starts from the
 * providers changed in the last days, so that it costs nothing while no verdict changes.
 */
export async function claimChanged(tx: Db, limit: number): Promise<ChangedWatch[]> {
  const { rows } = await tx.execute<Record<keyof ChangedWatch, string>>(sql`
    with changed as materialized (
      select w.user_id, w.provider_id, w.known_status, p.verification_status
      from ${providers} p
      join ${providerWatches} w on w.provider_id = p.id and w.known_status <> p.verification_status
      where p.review_state = 'approved' and p.updated_at > now() - interval '7 days'
      order by w.provider_id, w.user_id
      limit ${limit}
      for update of w skip locked)
    update ${providerWatches} w set known_status = changed.verification_status
    from changed where w.user_id = changed.user_id and w.provider_id = changed.provider_id
    returning w.user_id as "userId", w.provider_id as "providerId", changed.known_status as "from", w.known_status as "to"`);
  return rows as unknown as ChangedWatch[];
}

/** Returns undefined if the member no longer watches the provider. */
export const findRecipient = (db: Db, userId: UserId, providerId: ProviderId) =>
  db
    .select({
      email: users.email,
      firstName: users.firstName,
      language: users.language,
      leaveKey: providerWatches.leaveKey,
      name: providers.name,
    })
    .from(providerWatches)
    .innerJoin(users, eq(users.id, providerWatches.userId))
    .innerJoin(providers, eq(providers.id, providerWatches.providerId))
    .where(isWatch(userId, providerId))
    .then((rows) => rows[0]);
