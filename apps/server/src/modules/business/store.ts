import { eq, sql } from 'drizzle-orm';
import { readWaiting, type WaitingPage } from '../../platform/db/by-age.ts';
import type { Db } from '../../platform/db/database.ts';
import { providers } from '../directory/tables.ts';
import { businessDocuments, profileChanges } from './tables.ts';

type Decided = 'approved' | 'rejected';

const changeColumns = {
  id: profileChanges.id,
  providerId: profileChanges.providerId,
  providerName: providers.name,
  changes: profileChanges.changes,
  status: profileChanges.status,
  createdAt: profileChanges.createdAt,
  /** As they stand. */
  name: providers.name,
  description: providers.description,
  website: providers.website,
  countries: providers.countries,
  licenseInfo: providers.licenseInfo,
};
const selectChanges = (db: Db) =>
  db
    .select(changeColumns)
    .from(profileChanges)
    .innerJoin(providers, eq(providers.id, profileChanges.providerId))
    .$dynamic();

export const listPendingChanges = (db: Db, page: WaitingPage) =>
  readWaiting(db, selectChanges(db), { table: profileChanges, isWaiting: eq(profileChanges.status, 'pending') }, page);

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

export const setChangeStatus = (tx: Db, id: string, status: Decided) =>
  tx
    .update(profileChanges)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(profileChanges.id, id));

const documentColumns = {
  id: businessDocuments.id,
  providerId: businessDocuments.providerId,
  providerName: providers.name,
  name: businessDocuments.name,
  type: businessDocuments.type,
  status: businessDocuments.status,
  createdAt: businessDocuments.createdAt,
};
const selectDocuments = (db: Db) =>
  db
    .select(documentColumns)
    .from(businessDocuments)
    .innerJoin(providers, eq(providers.id, businessDocuments.providerId))
    .$dynamic();

export const listPendingDocuments = (db: Db, page: WaitingPage) =>
  readWaiting(
    db,
    selectDocuments(db),
    { table: businessDocuments, isWaiting: eq(businessDocuments.status, 'pending') },
    page,
  );

export type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];

export const lockDocument = (tx: Db, id: string): Promise<DocumentRow | undefined> =>
  selectDocuments(tx)
    .where(eq(businessDocuments.id, id))
    .for('update', { of: businessDocuments })
    .then((rows) => rows[0]);

export const setDocumentStatus = (tx: Db, id: string, status: Decided) =>
  tx
    .update(businessDocuments)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(businessDocuments.id, id));
