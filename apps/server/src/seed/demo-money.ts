/**
 * Payments for developers, created through the modules' own services: pending deposits, one with a mistyped reference
 * on the bank statement, a paid plan with its invoice, a requested refund, an unexpected charge, and a referral that
 * needs review. All of it is invented.
 */
import { eq, inArray } from 'drizzle-orm';
import type { Services } from '../app.ts';
import { testAdmin } from '../modules/accounts/profile/administration.ts';
import { userColumns } from '../modules/accounts/present.ts';
import { users } from '../modules/accounts/tables.ts';
import { recordDifference } from '../modules/billing/payments/notices-store.ts';
import { payments } from '../modules/billing/tables.ts';
import { heldReferrals, referralLooks, referrals } from '../modules/billing/referrals/tables.ts';
import type { Db } from '../platform/db/database.ts';
import { toActor } from './signed-in.ts';

const depositors = [
  { firstName: 'Naledi', lastName: 'Demo', email: 'naledi@hakiki.example' },
  { firstName: 'Kwame', lastName: 'Demo', email: 'kwame@hakiki.example' },
  { firstName: 'Ọláyínká', lastName: 'Demo', email: 'olayinka@hakiki.example' },
];
const PAYING = 'paying@hakiki.example';
const REGRETTING = 'regretting@hakiki.example';
const newUsers = [...depositors, { firstName: 'Regretting', lastName: 'Demo', email: REGRETTING }];

export async function seedMoney({ billing }: Pick<Services, 'billing'>, db: Db): Promise<void> {
  if ((await db.$count(payments)) > 0) return;
  const emailVerifiedAt = new Date();
  await db
    .insert(users)
    .values(newUsers.map((person) => ({ ...person, emailVerifiedAt })))
    .onConflictDoNothing();
  const emails = [PAYING, ...newUsers.map(({ email }) => email)];
  const rows = await db.select(userColumns).from(users).where(inArray(users.email, emails));
  const [administrator] = await db.select(userColumns).from(users).where(eq(users.email, testAdmin.email));
  if (!administrator || rows.length < emails.length) return;
  const getActor = (email: string) => toActor(rows.find((row) => row.email === email)!);
  const getUserId = (email: string) => getActor(email).user.id;

  for (const { email } of rows) await billing.subscriptions.upgrade(getActor(email), { method: 'bank_deposit' });
  const { rows: pending } = await billing.deposits.listPending({ order: 'oldest', limit: 100, offset: 0 });
  for (const email of [PAYING, REGRETTING]) {
    const { id } = pending.find((payment) => payment.email === email)!;
    await billing.deposits.decide(toActor(administrator), id, 'confirmed');
  }
  await billing.refunds.request(getActor(REGRETTING));
  await recordDifference(db, {
    kind: 'charge-unexpected',
    subject: 'demo-1000042',
    detail: 'Charged after the agreement was cancelled or replaced.',
    amountCents: 25_000,
    userId: getUserId('kwame@hakiki.example'),
  });
  const [referral] = await db
    .insert(referrals)
    .values({ referrerId: getUserId(PAYING), referredUserId: getUserId('naledi@hakiki.example') })
    .returning({ id: referrals.id });
  const [review] = await db
    .insert(referralLooks)
    .values({ referrerId: getUserId(PAYING) })
    .returning({ id: referralLooks.id });
  await db.insert(heldReferrals).values({ referralId: referral!.id, lookId: review!.id });
}
