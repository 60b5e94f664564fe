/** Makes enrolled factors older. Their age is authenticated, so this needs the server's secret. */
import type { UserId } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import { and, eq, isNotNull } from 'drizzle-orm';
import { AUTHENTICATOR_APP } from '../../src/modules/accounts/factors/factors.ts';
import { createAppMark, createPasskeyMark } from '../../src/modules/accounts/factors/factor-marks.ts';
import { authenticatorApps, passkeys } from '../../src/modules/accounts/tables.ts';
import type { AppSecret } from '../../src/platform/app-secret.ts';
import { readSettings } from '../../src/platform/config/settings.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { createSecretBox } from '../../src/platform/sealing/secret-box.ts';

/** The secret of a server without APP_SECRET. */
const defaultSecret = (): AppSecret => readSettings({ NODE_ENV: 'test', DATABASE_URL: 'postgres://none' }).appSecret;

interface Age {
  appSecret?: AppSecret;
  hours?: number;
}

export async function makeFactorsOlder(
  db: Db,
  userId: UserId,
  { appSecret = defaultSecret(), hours = lifetimes.newFactorHours + 1 }: Age = {},
): Promise<void> {
  const enrolledAt = new Date(Date.now() - hours * 3_600_000);
  const passkeyMark = createPasskeyMark(appSecret);
  for (const row of await db.select().from(passkeys).where(eq(passkeys.userId, userId))) {
    const aged = { createdAt: enrolledAt, mark: passkeyMark.compute({ ...row, createdAt: enrolledAt }) };
    await db.update(passkeys).set(aged).where(eq(passkeys.id, row.id));
  }
  const isConfirmed = and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt));
  for (const { sealedSecret } of await db.select().from(authenticatorApps).where(isConfirmed)) {
    const secret = createSecretBox(appSecret, AUTHENTICATOR_APP).open(sealedSecret, userId);
    const mark = createAppMark(appSecret).compute({ userId, secret, confirmedAt: enrolledAt });
    await db.update(authenticatorApps).set({ confirmedAt: enrolledAt, mark }).where(isConfirmed);
  }
}
