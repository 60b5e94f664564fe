/** One account of each kind for developers, with the test administrator's password; never in production. */
import { contractTerms, isContractPlan, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { referralReward } from '@hakiki/contract/referral-values';
import { testAdmin } from '../modules/accounts/profile/administration.ts';
import { createPasswords } from '../modules/accounts/auth/passwords.ts';
import { monthsAfter } from '../modules/accounts/plans/plan-months.ts';
import { users } from '../modules/accounts/tables.ts';
import { referrals } from '../modules/billing/referrals/tables.ts';
import type { Db } from '../platform/db/database.ts';

interface DemoAccount {
  email: string;
  firstName: string;
  subscriptionTier?: Tier;
  userType?: UserType;
  isModerator?: true;
  /** The code with which others were invited. */
  referralCode?: string;
  invited?: readonly string[];
}

export const demoAccounts: readonly DemoAccount[] = [
  { email: 'free@hakiki.example', firstName: 'Free' },
  {
    email: 'premium@hakiki.example',
    firstName: 'Premium',
    subscriptionTier: 'premium',
    referralCode: 'DEMDC8DE',
    invited: ['free@hakiki.example', 'business@hakiki.example'],
  },
  // Pays every month: demo-money.ts.
  { email: 'paying@hakiki.example', firstName: 'Paying' },
  { email: 'api@hakiki.example', firstName: 'Api', subscriptionTier: 'api' },
  { email: 'enterprise@hakiki.example', firstName: 'Enterprise', subscriptionTier: 'enterprise' },
  { email: 'business@hakiki.example', firstName: 'Business', userType: 'business' },
  // A member of the business above: demo-business.ts.
  { email: 'editor@hakiki.example', firstName: 'Editor', userType: 'business' },
  { email: 'regtech@hakiki.example', firstName: 'Regtech', userType: 'regtech' },
  { email: 'moderator@hakiki.example', firstName: 'Moderator', isModerator: true },
];
export const demoPassword = testAdmin.password;

/** Existing accounts stay unchanged. */
export async function seedAccounts(db: Db): Promise<void> {
  if ((await db.$count(users)) >= demoAccounts.length) return;
  const passwordHash = await createPasswords().hash(demoPassword);
  const rows = demoAccounts.map(({ invited: _, ...account }) => ({
    ...account,
    lastName: 'Demo',
    passwordHash,
    emailVerifiedAt: new Date(),
    subscriptionStatus: account.subscriptionTier ? ('active' as const) : ('inactive' as const),
    ...(account.subscriptionTier &&
      isContractPlan(account.subscriptionTier) && {
        subscriptionEndsAt: monthsAfter(new Date(), contractTerms.months),
      }),
  }));
  const created = await db
    .insert(users)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email });
  const idByEmail = new Map(created.map(({ id, email }) => [email, id]));
  const invitations = demoAccounts.flatMap(({ email, invited = [] }) =>
    invited.map((invitedEmail) => ({ referrerId: idByEmail.get(email), referredUserId: idByEmail.get(invitedEmail) })),
  );
  for (const { referrerId, referredUserId } of invitations) {
    if (!referrerId || !referredUserId) continue;
    const completed = { status: 'completed', rewardAmount: referralReward, completedAt: new Date() } as const;
    await db.insert(referrals).values({ referrerId, referredUserId, ...completed });
  }
}
