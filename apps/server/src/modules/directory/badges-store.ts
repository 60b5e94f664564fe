import { badgeNames, type BadgeName, type ProviderId } from '@hakiki/contract/directory';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { complianceBadge, givenBadges } from './badges.ts';
import { certifications, providerCertifications } from './tables.ts';

/** Inserts the badge into the catalogue when it is first given. */
export async function addComplianceBadge(tx: Db, providerId: ProviderId): Promise<void> {
  await tx.insert(certifications).values(complianceBadge).onConflictDoNothing();
  await tx
    .insert(providerCertifications)
    .values({ providerId, certificationId: complianceBadge.id })
    .onConflictDoNothing();
}

export const removeComplianceBadge = (tx: Db, providerId: ProviderId) =>
  tx
    .delete(providerCertifications)
    .where(
      and(
        eq(providerCertifications.providerId, providerId),
        eq(providerCertifications.certificationId, complianceBadge.id),
      ),
    );

/** The badges that an administrator gave, in the order of the catalogue. */
export async function listBadges(tx: Db, providerId: ProviderId): Promise<BadgeName[]> {
  const rows = await tx
    .select({ id: providerCertifications.certificationId })
    .from(providerCertifications)
    .where(eq(providerCertifications.providerId, providerId));
  return badgeNames.filter((name) => rows.some(({ id }) => id === givenBadges[name].id));
}

/** Leaves the compliance badge as it is. Inserts a badge into the catalogue when it is first given. */
export async function replaceBadges(tx: Db, providerId: ProviderId, names: readonly BadgeName[]): Promise<void> {
  const ids = badgeNames.map((name) => givenBadges[name].id);
  await tx
    .delete(providerCertifications)
    .where(
      and(eq(providerCertifications.providerId, providerId), inArray(providerCertifications.certificationId, ids)),
    );
  if (names.length === 0) return;
  const badges = names.map((name) => givenBadges[name]);
  await tx.insert(certifications).values(badges).onConflictDoNothing();
  await tx.insert(providerCertifications).values(badges.map(({ id }) => ({ providerId, certificationId: id })));
}
