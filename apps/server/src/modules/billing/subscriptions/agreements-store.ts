/** Card agreements: which user is charged every month, and the status of each agreement. */
import type { UserId } from '@hakiki/contract/accounts';
import { and, asc, desc, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { cardAgreements } from '../tables.ts';

export type AgreementRow = typeof cardAgreements.$inferSelect;
export type EndReason =
  | 'user'
  | 'buyer'
  | 'administrator'
  | 'deleted'
  | 'expired'
  | 'replaced'
  | 'refunded'
  | 'unexpected';

export const insertAgreement = (
  tx: Db,
  values: Pick<typeof cardAgreements.$inferInsert, 'userId' | 'firstCents' | 'monthlyCents' | 'isTest'>,
) =>
  tx
    .insert(cardAgreements)
    .values(values)
    .returning({ id: cardAgreements.id })
    .then((rows) => rows[0]!.id);

export const findActive = (db: Db, userId: UserId) =>
  db
    .select()
    .from(cardAgreements)
    .where(and(eq(cardAgreements.userId, userId), eq(cardAgreements.status, 'active')))
    .then(firstRow);

interface AgreementKey {
  token?: string | undefined;
  agreementId?: string | undefined;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The gateway passes on any id that was entered with a payment, such as an invoice number of another shop on the same
 * account. PostgreSQL rejects a comparison with text that is no UUID (22P02), so such an id counts as unknown.
 */
const parseAgreementId = ({ agreementId }: AgreementKey): string | undefined =>
  agreementId && UUID.test(agreementId) ? agreementId : undefined;

/** A renewal is found by the gateway's token, a first charge by our id. */
const selectByKey = (db: Db, { token, agreementId }: AgreementKey) =>
  db
    .select()
    .from(cardAgreements)
    .where(
      or(
        token ? eq(cardAgreements.token, token) : undefined,
        agreementId ? eq(cardAgreements.id, agreementId) : undefined,
      ),
    )
    .orderBy(desc(token ? sql`coalesce(${cardAgreements.token} = ${token}, false)` : cardAgreements.id))
    .limit(1)
    .$dynamic();

function selectAgreement(db: Db, input: AgreementKey) {
  const key: AgreementKey = { token: input.token, agreementId: parseAgreementId(input) };
  return (key.token ?? key.agreementId) ? selectByKey(db, key) : undefined;
}

export const findByKey = async (db: Db, key: AgreementKey) => firstRow((await selectAgreement(db, key)) ?? []);
export const lockByKey = async (tx: Db, key: AgreementKey) =>
  firstRow((await selectAgreement(tx, key)?.for('update')) ?? []);

export const lockById = (tx: Db, id: string) => lockByKey(tx, { agreementId: id });

export const activate = (tx: Db, id: string, token: string | undefined) =>
  tx
    .update(cardAgreements)
    .set({ status: 'active', ...(token && { token }) })
    .where(eq(cardAgreements.id, id));

export const setToken = (tx: Db, id: string, token: string) =>
  tx.update(cardAgreements).set({ token }).where(eq(cardAgreements.id, id));

export const setNextCharge = (tx: Db, id: string, chargeDate: Date) =>
  tx
    .update(cardAgreements)
    .set({
      nextChargeOn: sql`(${chargeDate.toISOString()}::timestamptz at time zone 'Africa/Johannesburg')::date`,
      failedSince: null,
    })
    .where(eq(cardAgreements.id, id));

/** Only the first failure in a row is stored. Returns true for the first. */
export const markFailed = (tx: Db, id: string) =>
  tx
    .update(cardAgreements)
    .set({ failedSince: sql`now()` })
    .where(and(eq(cardAgreements.id, id), sql`${cardAgreements.failedSince} is null`))
    .returning({ id: cardAgreements.id })
    .then((rows) => rows.length === 1);

/** Marks agreements that must not charge any more. An agreement whose checkout was never finished cannot charge. */
export const markEnding = (tx: Db, target: { userId: UserId; but?: string } | { id: string }, endReason: EndReason) =>
  tx
    .update(cardAgreements)
    .set({ status: 'ending', endAskedAt: sql`now()`, endReason })
    .where(
      and(
        'id' in target ? eq(cardAgreements.id, target.id) : eq(cardAgreements.userId, target.userId),
        'but' in target && target.but ? ne(cardAgreements.id, target.but) : undefined,
        or(
          eq(cardAgreements.status, 'active'),
          and(eq(cardAgreements.status, 'started'), isNotNull(cardAgreements.token)),
        ),
      ),
    )
    .returning({ id: cardAgreements.id });

export const setEnded = (tx: Db, id: string, endReason?: EndReason) =>
  tx
    .update(cardAgreements)
    .set({
      status: 'ended',
      ...(endReason && { endReason }),
      endAskedAt: sql`coalesce(${cardAgreements.endAskedAt}, now())`,
    })
    .where(and(eq(cardAgreements.id, id), ne(cardAgreements.status, 'ended')))
    .returning({ id: cardAgreements.id })
    .then((rows) => rows.length === 1);

export const findById = (db: Db, id: string) =>
  db.select().from(cardAgreements).where(eq(cardAgreements.id, id)).then(firstRow);

/** Active agreements whose charge is a day overdue. */
export const listOverdue = (db: Db, after: string, limit: number) =>
  db
    .select()
    .from(cardAgreements)
    .where(
      and(
        eq(cardAgreements.status, 'active'),
        eq(cardAgreements.isTest, false),
        isNotNull(cardAgreements.token),
        lt(cardAgreements.nextChargeOn, sql`(now() at time zone 'Africa/Johannesburg')::date`),
        sql`${cardAgreements.id} > ${after}`,
      ),
    )
    .orderBy(asc(cardAgreements.id))
    .limit(limit);

/** Active agreements whose next charge is near enough to be skipped now. */
export const listDueSoon = (db: Db, after: string, limit: number) =>
  db
    .select()
    .from(cardAgreements)
    .where(
      and(
        eq(cardAgreements.status, 'active'),
        isNotNull(cardAgreements.userId),
        isNotNull(cardAgreements.token),
        sql`${cardAgreements.nextChargeOn} between (now() at time zone 'Africa/Johannesburg')::date + 1
          and (now() at time zone 'Africa/Johannesburg')::date + 5`,
        sql`${cardAgreements.id} > ${after}`,
      ),
    )
    .orderBy(asc(cardAgreements.id))
    .limit(limit);

/** Agreements whose end was requested and not yet confirmed by the gateway. */
export const listEnding = (db: Db, limit: number) =>
  db
    .select({
      id: cardAgreements.id,
      userId: cardAgreements.userId,
      isLate: sql<boolean>`${cardAgreements.endAskedAt} < now() - interval '1 day'`,
    })
    .from(cardAgreements)
    .where(eq(cardAgreements.status, 'ending'))
    .orderBy(asc(cardAgreements.endAskedAt))
    .limit(limit);
