/**
 * Payments for developers, created through the modules' own services: pending deposits, one with a mistyped reference
 * on the bank statement, a paid plan with its invoice, a requested refund, an unexpected charge, and a referral that
 * needs review. All of it is invented.
 */
import type { Services } from '../app.ts';
import { testAdmin } from '../modules/accounts/profile/administration.ts';
import { users } from '../modules/accounts/tables.ts';
import { recordDifference } from '../modules/billing/payments/notices-store.ts';
import { payments } from '../modules/billing/tables.ts';
import { heldReferrals, referralReviews, referrals } from '../modules/billing/referrals/tables.ts';
import type { Db } from '../platform/db/database.ts';
import { findActor } from './signed-in.ts';

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
  await db
    .insert(users)
    .values(newUsers.map((person) => ({ ...person, emailVerifiedAt: new Date() })))
    .onConflictDoNothing();
  const [administrator, paying, regretting, naledi, kwame, olayinka] = await Promise.all(
    [testAdmin.email, PAYING, REGRETTING, ...depositors.map(({ email }) => email)].map((email) => findActor(db, email)),
  );
  if (!administrator || !paying || !regretting || !naledi || !kwame || !olayinka) return;

  for (const actor of [paying, regretting, naledi, kwame, olayinka])
    await billing.subscriptions.upgrade(actor, { method: 'bank_deposit' });
  const { rows: pending } = await billing.deposits.listPending({ order: 'oldest', limit: 100, offset: 0 });
  for (const email of [PAYING, REGRETTING]) {
    const { id } = pending.find((payment) => payment.email === email)!;
    await billing.deposits.decide(administrator, id, { status: 'confirmed' });
  }
  await billing.refunds.request(regretting);
  await recordDifference(db, {
    kind: 'charge-unexpected',
    subject: 'demo-1000042',
    detail: 'Charged after the agreement was cancelled or replaced.',
    amountCents: 25_000,
    userId: kwame.user.id,
  });
  const referrerId = paying.user.id;
  const [referral] = await db
    .insert(referrals)
    .values({ referrerId, referredUserId: naledi.user.id })
    .returning({ id: referrals.id });
  const [review] = await db.insert(referralReviews).values({ referrerId }).returning({ id: referralReviews.id });
  await db.insert(heldReferrals).values({ referralId: referral!.id, reviewId: review!.id });
}
