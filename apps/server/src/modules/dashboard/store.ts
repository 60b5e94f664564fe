import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { fraudAlerts } from '../reports/alerts/read-model.ts';
import { providers } from '../directory/read-model.ts';
import { providerVisits } from './tables.ts';

export const insertVisit = (db: Db, userId: UserId, providerId: ProviderId) =>
  db.insert(providerVisits).values({ userId, providerId }).onConflictDoNothing();

/** One row for each provider that the member viewed and whose verified alerts state losses. */
export const listMeanLosses = (db: Db, userId: UserId) =>
  db
    .select({
      riskScore: providers.riskScore,
      verificationStatus: providers.verificationStatus,
      meanCents: sql<number>`avg(${fraudAlerts.lostCents})`.mapWith(Number),
    })
    .from(providerVisits)
    .innerJoin(providers, eq(providers.id, providerVisits.providerId))
    .innerJoin(fraudAlerts, eq(fraudAlerts.affectedProviderId, providers.id))
    .where(and(eq(providerVisits.userId, userId), eq(fraudAlerts.status, 'approved'), isNotNull(fraudAlerts.lostCents)))
    .groupBy(providers.id);

/** Newest day first. */
export const listVisits = (db: Db, userId: UserId, limit: number) =>
  db
    .select({ providerId: providerVisits.providerId, createdAt: providerVisits.createdAt })
    .from(providerVisits)
    .where(eq(providerVisits.userId, userId))
    .orderBy(sql`${providerVisits.createdAt} desc`, providerVisits.providerId)
    .limit(limit);
