import type { ProviderId } from '@hakiki/contract/directory';
import {
  type Evidence,
  EVIDENCE_MAX_AGE_DAYS,
  type EvidenceId,
  type EvidencePictureId,
  MAX_EVIDENCE,
} from '@hakiki/contract/evidence';
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminEvidence, DueCheck } from '@hakiki/contract/evidence-admin';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { isoTimeSql } from '../../platform/db/columns.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { evidencePictures, hasPageCondition, providerEvidence } from './tables.ts';

const isOldSql = `e.checked_on < current_date - ${EVIDENCE_MAX_AGE_DAYS}`;
const pictureUrlSql = `(select '/api/evidence-pictures/' || f.id from evidence_pictures f where f.evidence_id = e.id)`;
const publicColumns = `e.id, e.kind, e.country, e.authority, e.reference, e.source_url as "sourceUrl",
    ${pictureUrlSql} as "pictureUrl",
    to_char(e.checked_on, 'YYYY-MM-DD') as "checkedOn", e.checked_by as "checkedBy", ${isOldSql} as "isOld"`;
const adminColumns = `${publicColumns}, ${isoTimeSql('e.created_at')} as "createdAt",
    ${isoTimeSql('e.withdrawn_at')} as "withdrawnAt", e.withdrawn_reason as "withdrawnReason"`;

const publicStatement = prepareStatement({
  name: 'provider-evidence',
  text: `
  select ${publicColumns} from provider_evidence e join providers p on p.id = e.provider_id
  where e.provider_id = $1 and e.withdrawn_at is null and ${hasPageCondition}
  order by e.checked_on desc, e.id limit ${MAX_EVIDENCE}`,
});

/** Empty also for a provider without a page. */
export const listEvidence = (database: Database, id: ProviderId) => database.read<Evidence>(publicStatement, [id]);

const adminStatement = prepareStatement({
  name: 'provider-evidence-admin',
  text: `
  select ${adminColumns} from provider_evidence e where e.provider_id = $1
  order by e.checked_on desc, e.id limit ${MAX_EVIDENCE * 2}`,
});

type Row<Item> = { [Key in keyof Item]: Item[Key] };

export const listForAdmin = (database: Database, id: ProviderId) =>
  database.read<Row<AdminEvidence>>(adminStatement, [id]);

export async function getEvidence(tx: Db, id: EvidenceId): Promise<AdminEvidence> {
  const { rows } = await tx.execute<Row<AdminEvidence>>(
    sql`select ${sql.raw(adminColumns)} from provider_evidence e where e.id = ${id}`,
  );
  return rows[0]!;
}

export const insertEvidence = (tx: Db, evidence: typeof providerEvidence.$inferInsert) =>
  tx.insert(providerEvidence).values(evidence);

/** Undefined if it is of another provider, or was withdrawn. */
export const findEvidence = (tx: Db, providerId: ProviderId, id: EvidenceId) =>
  tx
    .select({ kind: providerEvidence.kind })
    .from(providerEvidence)
    .where(
      and(
        eq(providerEvidence.id, id),
        eq(providerEvidence.providerId, providerId),
        isNull(providerEvidence.withdrawnAt),
      ),
    )
    .then((rows) => rows[0]);

export const findProviderOfEvidence = (tx: Db, id: EvidenceId) =>
  tx
    .select({ providerId: providerEvidence.providerId })
    .from(providerEvidence)
    .where(eq(providerEvidence.id, id))
    .then((rows) => rows[0]?.providerId);

export const withdraw = (tx: Db, id: EvidenceId, reason: string) =>
  tx
    .update(providerEvidence)
    .set({ withdrawnAt: sql`now()`, withdrawnReason: reason })
    .where(eq(providerEvidence.id, id));

/** Deletes pictures that nobody used, and stores this one. A repeated upload of the same person changes nothing. */
export async function insertPicture(tx: Db, picture: typeof evidencePictures.$inferInsert): Promise<boolean> {
  await tx.execute(
    sql`delete from evidence_pictures where evidence_id is null and created_at < now() - interval '1 day'`,
  );
  await tx.insert(evidencePictures).values(picture).onConflictDoNothing();
  const rows = await tx
    .select({ uploadedBy: evidencePictures.uploadedBy })
    .from(evidencePictures)
    .where(eq(evidencePictures.id, picture.id!));
  return rows[0]?.uploadedBy === picture.uploadedBy;
}

/** False if there is no unused picture of this person. */
export const attachPicture = (
  tx: Db,
  { id, evidenceId, uploadedBy }: { id: EvidencePictureId; evidenceId: EvidenceId; uploadedBy: UserId },
): Promise<boolean> =>
  tx
    .update(evidencePictures)
    .set({ evidenceId })
    .where(
      and(
        eq(evidencePictures.id, id),
        eq(evidencePictures.uploadedBy, uploadedBy),
        isNull(evidencePictures.evidenceId),
      ),
    )
    .returning({ id: evidencePictures.id })
    .then((rows) => rows.length > 0);

const pictureStatement = prepareStatement({
  name: 'evidence-picture',
  text: `
  select f.type, f.picture from evidence_pictures f join provider_evidence e on e.id = f.evidence_id
  where f.id = $1 and e.withdrawn_at is null`,
});

export const findPicture = (database: Database, id: EvidencePictureId) =>
  database.read<{ type: string; picture: Buffer }>(pictureStatement, [id]).then((rows) => rows[0]);

/** Whether something speaks for the provider that was seen lately. A warning is no reason to trust it. */
export async function hasRecentEvidence(tx: Db, id: ProviderId): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from provider_evidence e
    where e.provider_id = ${id} and e.withdrawn_at is null and e.kind <> 'warning' and not (${sql.raw(isOldSql)}) limit 1`);
  return rows.length > 0;
}

interface DueRow extends Row<DueCheck> {
  total: number;
}

/**
 * Listed providers whose evidence is missing or old. Of each kind, country and authority the newest check counts.
 * Unchecked verdicts come first, then those by the month of the oldest check, at last the providers without
 * a verdict; among equals the most read first.
 */
export const createDueStatement = (viewsSql: string) =>
  prepareStatement({
    name: 'provider-evidence-due',
    text: `
  with newest as (
    select e.provider_id, max(e.checked_on) as checked_on from provider_evidence e
    where e.withdrawn_at is null group by e.provider_id, e.kind, e.country, e.authority
  ), oldest as (
    select provider_id, min(checked_on) as checked_on from newest group by provider_id
  ), due as (
    select p.id, p.name, p.verification_status, oldest.checked_on, coalesce(v.views, 0) as views
    from providers p left join oldest on oldest.provider_id = p.id left join ${viewsSql} v on v.provider_id = p.id
    where p.review_state = 'approved'
      and (oldest.checked_on is null or oldest.checked_on < current_date - ${EVIDENCE_MAX_AGE_DAYS})
  )
  select id as "providerId", name, verification_status as "verificationStatus",
    to_char(checked_on, 'YYYY-MM-DD') as "checkedOn", views::int, count(*) over ()::int as total
  from due order by verification_status = 'Pending', date_trunc('month', checked_on) nulls first, views desc, checked_on, id limit $1 offset $2`,
  });

export function createDueChecks(database: Database, viewsSql: string) {
  const statement = createDueStatement(viewsSql);
  return async (limit: number, offset: number): Promise<{ rows: DueCheck[]; total: number }> => {
    const rows = await database.read<DueRow>(statement, [limit, offset]);
    return { rows: rows.map(({ total: _, ...due }) => due), total: rows[0]?.total ?? 0 };
  };
}
