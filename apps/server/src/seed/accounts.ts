/** One account of each kind for a developer to log in with. They share the test administrator's password, and never see production. */
import type { Tier, UserType } from '@hakiki/contract/entitlements';
import { testAdmin } from '../modules/accounts/administration.ts';
import { createPasswords } from '../modules/accounts/passwords.ts';
import { users } from '../modules/accounts/tables.ts';
import type { Db } from '../platform/db/database.ts';

interface DemoAccount {
  email: string;
  firstName: string;
  subscriptionTier?: Tier;
  userType?: UserType;
  isModerator?: true;
}

export const demoAccounts: readonly DemoAccount[] = [
  { email: 'free@hakiki.example', firstName: 'Free' },
  { email: 'premium@hakiki.example', firstName: 'Premium', subscriptionTier: 'premium' },
  { email: 'api@hakiki.example', firstName: 'Api', subscriptionTier: 'api' },
  { email: 'enterprise@hakiki.example', firstName: 'Enterprise', subscriptionTier: 'enterprise' },
  { email: 'business@hakiki.example', firstName: 'Business', userType: 'business' },
  { email: 'regtech@hakiki.example', firstName: 'Regtech', userType: 'regtech' },
  { email: 'moderator@hakiki.example', firstName: 'Moderator', isModerator: true },
];
export const demoPassword = testAdmin.password;

/** Accounts that exist stay as they are. */
export async function seedAccounts(db: Db): Promise<void> {
  if ((await db.$count(users)) >= demoAccounts.length) return;
  const passwordHash = await createPasswords().hash(demoPassword);
  const rows = demoAccounts.map((account) => ({
    ...account,
    lastName: 'Demo',
    passwordHash,
    emailVerifiedAt: new Date(),
    subscriptionStatus: account.subscriptionTier ? ('active' as const) : ('inactive' as const),
  }));
  await db.insert(users).values(rows).onConflictDoNothing();
}
