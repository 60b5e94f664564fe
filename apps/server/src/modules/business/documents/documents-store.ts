import type { BusinessId, DocumentId } from '@hakiki/contract/business';
import type { DocumentKind } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { businessDocuments, businesses, businessMembers } from '../tables.ts';

/** A certificate is valid until the end of its day, in the company's time zone. */
const today = sql`(now() at time zone 'Africa/Johannesburg')::date`;
const isExpired = sql<boolean>`(${businessDocuments.status} = 'approved' and coalesce(${businessDocuments.validUntil} < ${today}, false))`;

const ownColumns = {
  id: businessDocuments.id,
  name: businessDocuments.name,
  kind: businessDocuments.kind,
  type: businessDocuments.type,
  bytes: businessDocuments.bytes,
  version: businessDocuments.version,
  isCurrent: businessDocuments.isCurrent,
  status: businessDocuments.status,
  reason: businessDocuments.reason,
  validUntil: businessDocuments.validUntil,
  isOver: isExpired,
  createdAt: businessDocuments.createdAt,
};

export const listOwn = (db: Db, businessId: BusinessId, limit: number) =>
  db
    .select(ownColumns)
    .from(businessDocuments)
    .where(eq(businessDocuments.businessId, businessId))
    .orderBy(desc(businessDocuments.createdAt), desc(businessDocuments.id))
    .limit(limit);

export type OwnDocumentRow = Awaited<ReturnType<typeof listOwn>>[number];

export const countOwn = (db: Db, businessId: BusinessId): Promise<number> =>
  db.$count(businessDocuments, eq(businessDocuments.businessId, businessId));

export interface NewDocument {
  id: DocumentId;
  name: string;
  kind: DocumentKind;
  type: string;
  bytes: number;
  sha256: Buffer;
  sealedUnder: Buffer;
}

/** Call it under the lock of the business. Earlier documents of this name become older versions. */
export async function insertVersion(tx: Db, businessId: BusinessId, document: NewDocument): Promise<void> {
  const nameKey = document.name.toLowerCase();
  const isSame = and(eq(businessDocuments.businessId, businessId), eq(businessDocuments.nameKey, nameKey));
  const [last] = await tx
    .select({ version: businessDocuments.version })
    .from(businessDocuments)
    .where(isSame)
    .orderBy(desc(businessDocuments.version))
    .limit(1);
  if (last) await tx.update(businessDocuments).set({ isCurrent: false }).where(isSame);
  await tx.insert(businessDocuments).values({ ...document, businessId, nameKey, version: (last?.version ?? 0) + 1 });
}

/** Combined status of the current documents: rejected before expired before pending. */
export type DocumentsStatus = 'verified' | 'rejected' | 'over' | 'pending';

export async function readDocumentsStatus(db: Db, businessId: BusinessId): Promise<DocumentsStatus> {
  const { rows } = await db.execute<{ status: DocumentsStatus }>(sql`
    select case
      when count(*) = 0 then 'pending'
      when bool_or(${businessDocuments.status} = 'rejected') then 'rejected'
      when bool_or(${isExpired}) then 'over'
      when bool_or(${businessDocuments.status} = 'pending') then 'pending'
      else 'verified' end as status
    from ${businessDocuments} where ${businessDocuments.businessId} = ${businessId} and ${businessDocuments.isCurrent}`);
  return rows[0]!.status;
}

export const findFile = (db: Db, id: string) =>
  db
    .select({ id: businessDocuments.id, name: businessDocuments.name, type: businessDocuments.type })
    .from(businessDocuments)
    .where(and(eq(businessDocuments.id, id as DocumentId), isNotNull(businessDocuments.bytes)))
    .then((rows) => rows[0]);

/** Businesses with a current document that has expired. */
export const listExpired = (db: Db, after: BusinessId | undefined, limit: number) =>
  db
    .selectDistinct({ businessId: businesses.id, providerId: businesses.providerId })
    .from(businessDocuments)
    .innerJoin(businesses, eq(businesses.id, businessDocuments.businessId))
    .where(and(businessDocuments.isCurrent, isExpired, after && gt(businesses.id, after)))
    .orderBy(asc(businesses.id))
    .limit(limit) as Promise<{ businessId: BusinessId; providerId: ProviderId | null }[]>;

const hasNoMembers = sql`not exists (select from ${businessMembers} m where m.business_id = ${businesses.id})`;

/** All members have deleted their accounts. */
export const listWithoutMembers = (db: Db, limit: number): Promise<BusinessId[]> =>
  db
    .select({ id: businesses.id })
    .from(businesses)
    .where(hasNoMembers)
    .limit(limit)
    .then((rows) => rows.map(({ id }) => id));

export const listFileIds = (db: Db, businessId: BusinessId): Promise<DocumentId[]> =>
  db
    .select({ id: businessDocuments.id })
    .from(businessDocuments)
    .where(and(eq(businessDocuments.businessId, businessId), isNotNull(businessDocuments.bytes)))
    .then((rows) => rows.map(({ id }) => id));

export const deleteWithoutMembers = (tx: Db, businessId: BusinessId) =>
  tx.delete(businesses).where(and(eq(businesses.id, businessId), hasNoMembers));

const PAGE_SIZE = 500;

/** For key rotation. */
export const listStored = (db: Db, after: string | undefined) =>
  db
    .select({ id: businessDocuments.id, sealedUnder: businessDocuments.sealedUnder })
    .from(businessDocuments)
    .where(and(isNotNull(businessDocuments.bytes), after ? gt(businessDocuments.id, after as DocumentId) : undefined))
    .orderBy(asc(businessDocuments.id))
    .limit(PAGE_SIZE);

/** Locks the row, so that a deleted file is not written again. */
export const lockStored = (tx: Db, id: DocumentId): Promise<boolean> =>
  tx
    .select({ id: businessDocuments.id })
    .from(businessDocuments)
    .where(and(eq(businessDocuments.id, id), isNotNull(businessDocuments.bytes)))
    .for('update')
    .then((rows) => rows.length > 0);

export const setSealedUnder = (tx: Db, id: DocumentId, sealedUnder: Buffer) =>
  tx.update(businessDocuments).set({ sealedUnder }).where(eq(businessDocuments.id, id));
