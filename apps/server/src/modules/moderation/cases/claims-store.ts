/** Queries for claims on cases, and for which filings were shown to which moderator. */
import { claimMinutes } from '@hakiki/contract/admin-values';
import type { AlertId } from '@hakiki/contract/alerts';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { fraudAlerts } from '../../reports/alerts/read-model.ts';
import { filings } from '../../intake/read-model.ts';
import { reports } from '../../reports/issues/read-model.ts';
import type { CaseState } from './store.ts';
import { caseClaims, caseFilings, caseReadings, cases } from './tables.ts';

const claimExpiry = sql`now() + ${`${claimMinutes} minutes`}::interval`;

/** Claims a case that is free or has an expired claim, or renews the own claim. False when it is claimed by another. */
export const claim = (tx: Db, caseId: string, userId: string): Promise<boolean> =>
  tx
    .insert(caseClaims)
    .values({ caseId, userId, expiresAt: claimExpiry })
    .onConflictDoUpdate({
      target: caseClaims.caseId,
      set: { userId, expiresAt: claimExpiry, createdAt: sql`now()` },
      setWhere: sql`${caseClaims.userId} = ${userId} or ${caseClaims.expiresAt} <= now()`,
    })
    .returning({ caseId: caseClaims.caseId })
    .then((rows) => rows.length > 0);

const isClaimedBy = (caseId: string, userId: string) =>
  and(eq(caseClaims.caseId, caseId), eq(caseClaims.userId, userId));

/** An expired claim can be renewed as long as nobody else has claimed the case. */
export const renew = (db: Db, caseId: string, userId: string): Promise<boolean> =>
  db
    .update(caseClaims)
    .set({ expiresAt: claimExpiry })
    .where(isClaimedBy(caseId, userId))
    .returning({ caseId: caseClaims.caseId })
    .then((rows) => rows.length > 0);

export const release = (db: Db, caseId: string, userIds: readonly string[]) =>
  db.delete(caseClaims).where(and(eq(caseClaims.caseId, caseId), inArray(caseClaims.userId, [...userIds])));

/** Longer than any transaction, so that the claim is still valid when the transaction ends. */
const MIN_REMAINING_TIME = sql.raw(`interval '1 minute'`);

/** Read before any lock: whether the filing was shown to the first user, and whether one of them has the claim. */
export async function findClaimStatus(
  tx: Db,
  filingId: string,
  userIds: readonly string[],
): Promise<{ caseId: string | null; isShown: boolean; isClaimed: boolean }> {
  const { rows } = await tx.execute<{ caseId: string | null; isShown: boolean; isClaimed: boolean }>(sql`
    select cf.case_id as "caseId",
      exists (select from ${caseReadings} k where k.filing_id = f.id and k.user_id = ${userIds[0] ?? null}) as "isShown",
      exists (
        select from ${caseClaims} k
        where k.case_id = cf.case_id and k.user_id = any(${sql.param(userIds)}::uuid[]) and k.expires_at > now() + ${MIN_REMAINING_TIME}
      ) as "isClaimed"
    from ${filings} f left join ${caseFilings} cf on cf.filing_id = f.id where f.id = ${filingId}`);
  // An alert entered by staff has no filing and no case, and its author knows it.
  return rows[0] ?? { caseId: null, isShown: true, isClaimed: false };
}

export const releaseAll = (tx: Db, userId: string) => tx.delete(caseClaims).where(eq(caseClaims.userId, userId));

/** If one of these users has the claim already, they keep it. Undefined when the case is claimed by another. */
export async function claimForDecision(
  tx: Db,
  caseId: string,
  userIds: readonly string[],
): Promise<{ wasClaimed: boolean } | undefined> {
  const { rows } = await tx.execute<{ wasClaimed: boolean }>(sql`
    with before as (
      select user_id from ${caseClaims} where case_id = ${caseId} and user_id = any(${sql.param(userIds)}::uuid[])
    )
    insert into ${caseClaims} as k (case_id, user_id, expires_at) values (${caseId}, ${userIds[0]}, ${claimExpiry})
    on conflict (case_id) do update
      set user_id = coalesce((select user_id from before), excluded.user_id), expires_at = excluded.expires_at
      where k.user_id = any(${sql.param(userIds)}::uuid[]) or k.expires_at <= now()
    returning exists (select from before) as "wasClaimed"`);
  return rows[0];
}

export const isClaimed = (tx: Db, caseId: string): Promise<boolean> =>
  tx
    .select({ caseId: caseClaims.caseId })
    .from(caseClaims)
    .where(and(eq(caseClaims.caseId, caseId), sql`${caseClaims.expiresAt} > now()`))
    .then((rows) => rows.length > 0);

/** Locks the case until the end of the transaction; the query for the next case skips locked rows. */
export const lockCase = (tx: Db, caseId: string): Promise<CaseState> =>
  tx
    .select({ isOpen: cases.isOpen, isAlone: sql<boolean>`${cases.filingCount} = 1` })
    .from(cases)
    .where(eq(cases.id, caseId))
    .for('no key update')
    .then((rows) => rows[0]!);

/** Stores the first time only. */
export const recordShown = (db: Db, userId: string, filingIds: readonly string[]) =>
  filingIds.length === 0
    ? Promise.resolve()
    : db.execute(sql`
        insert into ${caseReadings} (filing_id, user_id)
        select f.id, ${userId} from ${filings} f where f.id = any(${sql.param(filingIds)}::uuid[])
        on conflict do nothing`);

/** Filings that were never shown to this user. */
export async function listNotShown(db: Db, userId: string, filingIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select f.id from ${filings} f
    where f.id = any(${sql.param(filingIds)}::uuid[])
      and not exists (select from ${caseReadings} k where k.filing_id = f.id and k.user_id = ${userId})`);
  return rows.map(({ id }) => id);
}

/** Filings in a case that another moderator has claimed. */
export async function listClaimedByOthers(db: Db, userId: string, filingIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select cf.filing_id as id from ${caseFilings} cf join ${caseClaims} k on k.case_id = cf.case_id
    where cf.filing_id = any(${sql.param(filingIds)}::uuid[]) and k.user_id <> ${userId} and k.expires_at > now()`);
  return rows.map(({ id }) => id);
}

/** Another public alert about the same case, including one that filings of the case were merged into. */
export async function findOtherPublicAlert(tx: Db, filingId: string): Promise<{ id: AlertId } | undefined> {
  const { rows } = await tx.execute<{ id: AlertId }>(sql`
    select published.id
    from ${caseFilings} mine join ${caseFilings} cf on cf.case_id = mine.case_id join ${cases} c on c.id = cf.case_id
      left join ${fraudAlerts} a on a.id = cf.filing_id
      left join ${reports} r on r.id = cf.filing_id
      join ${fraudAlerts} published on published.id = coalesce(a.merged_into, r.fraud_alert_id, a.id) and published.status = 'approved'
    where mine.filing_id = ${filingId} and published.id <> ${filingId}
    order by published.id = a.id desc, a.id = c.lead_id desc, published.decided_at, published.id limit 1`);
  return rows[0];
}

/** Filings of a case that were sent to a moderator, but were never on the screen. */
export const deleteUnseen = (tx: Db, caseId: string, userId: string, seenIds: readonly string[]) =>
  tx.execute(sql`
    delete from ${caseReadings} k using ${caseFilings} cf
    where cf.filing_id = k.filing_id and cf.case_id = ${caseId} and k.user_id = ${userId}
      and k.filing_id <> all(${sql.param(seenIds)}::uuid[])`);

/** After an edit, other moderators have not read the new text. */
export const deleteShown = (tx: Db, filingId: string, { exceptUserId }: { exceptUserId: string }) =>
  tx.delete(caseReadings).where(and(eq(caseReadings.filingId, filingId), ne(caseReadings.userId, exceptUserId)));
