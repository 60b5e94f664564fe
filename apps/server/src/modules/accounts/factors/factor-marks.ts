/**
 * A mark is a keyed hash over a factor's owner, its key and the time of its enrolment. It distinguishes a factor that
 * was enrolled on the website from a row that an attacker wrote into the table. Revealing contact data requires a mark
 * and a minimum age; login does not, so that factors from before marks existed still work.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AppSecret, deriveKeys } from '../../../platform/app-secret.ts';

interface EnrolledPasskey {
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
  createdAt: Date;
}
interface EnrolledApp {
  userId: string;
  secret: string;
  confirmedAt: Date;
}

export const createPasskeyMark = (secret: AppSecret) =>
  createMark<EnrolledPasskey>(secret, 'passkey-mark', ({ userId, credentialId, publicKey, createdAt }) => [
    userId,
    credentialId,
    Buffer.from(publicKey).toString('base64url'),
    createdAt.toISOString(),
  ]);

export const createAppMark = (secret: AppSecret) =>
  createMark<EnrolledApp>(secret, 'authenticator-app-mark', ({ userId, secret: shared, confirmedAt }) => [
    userId,
    shared,
    confirmedAt.toISOString(),
  ]);

function createMark<Factor>(secret: AppSecret, purpose: string, toParts: (factor: Factor) => string[]) {
  const { current, all } = deriveKeys(secret, purpose);
  const computeWithKey = (key: Buffer, factor: Factor): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify(toParts(factor)))
      .digest();
  const matchesKey = (key: Buffer, { mark, ...factor }: Marked<Factor>) =>
    mark?.length === 32 && timingSafeEqual(mark, computeWithKey(key, factor as Factor));
  return {
    compute: (factor: Factor): Buffer => computeWithKey(current.key, factor),
    isValid: (row: Marked<Factor>): boolean => all.some(({ key }) => matchesKey(key, row)),
    /** Whether an earlier key made the mark. A mark that no key verifies may be forged and is not renewed. */
    isFromEarlierKey: (row: Marked<Factor>): boolean =>
      !matchesKey(current.key, row) && all.some(({ key }) => matchesKey(key, row)),
  };
}
type Marked<Factor> = Factor & { mark: Buffer | null };
