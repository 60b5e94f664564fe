import type { BusinessId, DocumentId } from '@hakiki/contract/business';
import type { ProviderId } from '@hakiki/contract/directory';
import { and, eq, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../platform/db/by-age.ts';
import type { Db } from '../../platform/db/database.ts';
import { providers } from '../directory/read-model.ts';
import { businessDocuments, businesses, profileChanges } from './tables.ts';

type DecidedStatus = 'approved' | 'rejected';

export interface DocumentVerdict {
  status: DecidedStatus;
  reason?: string | undefined;
  validUntil?: string | undefined;
}

const changeColumns = {
  id: profileChanges.id,
  providerId: profileChanges.providerId,
  providerName: providers.name,
  changes: profileChanges.changes,
  status: profileChanges.status,
  createdAt: profileChanges.createdAt,
  /** The current values of the listing. */
  name: providers.name,
  description: providers.description,
  website: providers.website,
  countries: providers.countries,
  licenseInfo: providers.licenseInfo,
  established: providers.established,
  userCount: providers.userCount,
  securityFeatures: providers.securityFeatures,
  insurance: providers.insurance,
  logoUrl: providers.logoUrl,
};
const selectChanges = (db: Db) =>
  db
    .select(changeColumns)
    .from(profileChanges)
    .innerJoin(providers, eq(providers.id, profileChanges.providerId))
    .$dynamic();

export const listPendingChanges = (db: Db, page: PendingPage) =>
  readPendingPage(
    db,
    selectChanges(db),
    { table: profileChanges, isPending: eq(profileChanges.status, 'pending') },
    page,
  );

export type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number];

export const findProviderOfChange = (tx: Db, id: string) =>
  tx
    .select({ providerId: profileChanges.providerId })
    .from(profileChanges)
    .where(eq(profileChanges.id, id))
    .then((rows) => rows[0]?.providerId);

export const lockChange = (tx: Db, id: string): Promise<ChangeRow | undefined> =>
  selectChanges(tx)
    .where(eq(profileChanges.id, id))
    .for('update', { of: profileChanges })
    .then((rows) => rows[0]);

export const setChangeStatus = (tx: Db, id: string, status: DecidedStatus) =>
  tx
    .update(profileChanges)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(profileChanges.id, id));

const documentColumns = {
  id: businessDocuments.id,
  businessId: businessDocuments.businessId,
  /** The current listing of the business. */
  providerId: sql<ProviderId | null>`coalesce(${businesses.providerId}, ${businessDocuments.providerId})`,
  providerName: sql<string>`coalesce(${providers.name}, ${businesses.companyName}, '')`,
  name: businessDocuments.name,
  kind: businessDocuments.kind,
  type: businessDocuments.type,
  version: businessDocuments.version,
  bytes: businessDocuments.bytes,
  validUntil: businessDocuments.validUntil,
  reason: businessDocuments.reason,
  status: businessDocuments.status,
  createdAt: businessDocuments.createdAt,
};
const selectDocuments = (db: Db) =>
  db
    .select(documentColumns)
    .from(businessDocuments)
    .leftJoin(businesses, eq(businesses.id, businessDocuments.businessId))
    .leftJoin(providers, sql`${providers.id} = coalesce(${businesses.providerId}, ${businessDocuments.providerId})`)
    .$dynamic();

/** Only current versions can be decided. */
export const listDocuments = (db: Db, { status, ...page }: PendingPage & { status: 'pending' | 'approved' }) =>
  readPendingPage(
    db,
    selectDocuments(db),
    {
      table: businessDocuments,
      isPending: and(eq(businessDocuments.status, status), businessDocuments.isCurrent),
    },
    page,
  );

export type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];

export const findBusinessOfDocument = (tx: Db, id: DocumentId): Promise<BusinessId | null | undefined> =>
  tx
    .select({ businessId: businessDocuments.businessId })
    .from(businessDocuments)
    .where(eq(businessDocuments.id, id))
    .then((rows) => rows[0]?.businessId);

export const lockDocument = (tx: Db, id: DocumentId): Promise<DocumentRow | undefined> =>
  selectDocuments(tx)
    .where(eq(businessDocuments.id, id))
    .for('update', { of: businessDocuments })
    .then((rows) => rows[0]);

export const setDocumentVerdict = (tx: Db, id: DocumentId, { status, reason, validUntil }: DocumentVerdict) =>
  tx
    .update(businessDocuments)
    .set({ status, reason: reason || null, validUntil: validUntil ?? null, decidedAt: sql`now()` })
    .where(eq(businessDocuments.id, id));
