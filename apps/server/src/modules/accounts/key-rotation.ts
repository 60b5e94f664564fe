/** Rows of this module that depend on the application secret. Session tokens do not: they are random. */
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import { createSecretBox } from '../../platform/sealing/secret-box.ts';
import type { DerivedTokens } from '../../platform/derived-token.ts';
import { tryOpen, type KeyRotation, rotateRows } from '../../platform/key-rotation.ts';
import { createBackupCodes } from './factors/backup-codes.ts';
import { AUTHENTICATOR_APP } from './factors/factors.ts';
import { createAppMark, createPasskeyMark } from './factors/factor-marks.ts';
import * as store from './key-rotation-store.ts';

interface Deps {
  database: Database;
  appSecret: AppSecret;
  tokens: DerivedTokens;
  resetTokens: DerivedTokens;
}

export function createKeyRotations({ database: { db }, appSecret, tokens, resetTokens }: Deps): KeyRotation[] {
  const secrets = createSecretBox(appSecret, AUTHENTICATOR_APP);
  const mark = createPasskeyMark(appSecret);
  const appMark = createAppMark(appSecret);
  const backup = createBackupCodes(appSecret);
  const toOutcome = (isSet: boolean) => (isSet ? ('renewed' as const) : ('left' as const));

  return [
    {
      what: 'authenticator apps',
      ends: 'renewed',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listApps(db, after),
            checkRow: ({ id, sealed }) => {
              if (!secrets.isOlder(sealed)) return 'current';
              return tryOpen(() => secrets.open(sealed, id)) === undefined ? 'lost' : 'older';
            },
            renew: async ({ id, sealed, confirmedAt, mark: storedMark }) => {
              const secret = secrets.open(sealed, id);
              const app = confirmedAt && { userId: id, secret, confirmedAt };
              // A mark that none of our keys verifies is not renewed, because it may be forged.
              const isEnrolled = app && appMark.isValid({ ...app, mark: storedMark });
              const renewed = {
                sealedSecret: secrets.seal(secret, id),
                mark: isEnrolled ? appMark.compute(app) : storedMark,
              };
              return toOutcome(await store.renewApp(db, id, sealed, renewed));
            },
          },
          renews,
        ),
    },
    {
      what: 'marks of passkeys',
      ends: 'renewed',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listPasskeys(db, after),
            checkRow: (row) => (mark.isFromEarlierKey(row) ? 'older' : 'current'),
            renew: async (row) => toOutcome(await store.markPasskey(db, row.id, row.mark, mark.compute(row))),
          },
          renews,
        ),
    },
    {
      what: 'mailed links that still work',
      ends: 'expires',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listLinks(db, after),
            checkRow: ({ id, tokenHash }) => (tokens.isOlder(id, tokenHash) ? 'older' : 'current'),
          },
          renews,
        ),
    },
    {
      what: 'resets of a factor that can be stopped',
      ends: 'expires',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listResets(db, after),
            checkRow: ({ id, tokenHash }) => (resetTokens.isOlder(id, tokenHash) ? 'older' : 'current'),
          },
          renews,
        ),
    },
    {
      what: 'backup codes',
      ends: 'kept',
      purpose: 'backup-codes',
      rotate: async () => ({ left: await store.countCodesOfOtherKeys(db, backup.currentPrefix), renewed: 0, lost: 0 }),
    },
  ];
}
