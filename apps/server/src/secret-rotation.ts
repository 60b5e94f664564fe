/**
 * Rotation of the application secret (decision 0023): reports which data depends on which secret, renews it, and says
 * when the previous secret can be removed. The operator changes the settings; this service says which, and prevents
 * data loss.
 */
import {
  type AppSecret,
  deriveFirstKey,
  type RetainedPurpose,
  deriveKeys,
  getRotationStage,
  formatRetainedKey,
} from './platform/app-secret.ts';
import type { Database } from './platform/db/database.ts';
import type { KeyRotation, RotationCounts } from './platform/key-rotation.ts';
import type { AuditService } from './modules/audit/service.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  parts: readonly KeyRotation[];
  settings: { appSecret: AppSecret };
}

export type KeyRotationPart = RotationCounts & Pick<KeyRotation, 'what' | 'ends' | 'purpose'>;

export function createKeysService({ database, audit, parts, settings: { appSecret } }: Deps) {
  async function processParts(renews: boolean): Promise<KeyRotationPart[]> {
    const results: KeyRotationPart[] = [];
    for (const { rotate: walkPart, ...part } of parts) results.push({ ...part, ...(await walkPart(renews)) });
    return results;
  }

  const record = (action: 'secret.renewed' | 'secret.retired', operator: string, results: readonly KeyRotationPart[]) =>
    audit.record(database.db, {
      actor: { kind: 'operator', name: operator },
      action,
      detail: { key: toKeyId(appSecret), renewed: results.reduce((sum, { renewed }) => sum + renewed, 0) },
    });

  async function renew(operator: string): Promise<KeyRotationPart[]> {
    const results = await processParts(true);
    if (results.some(({ renewed }) => renewed > 0)) await record('secret.renewed', operator, results);
    return results;
  }

  return {
    stage: getRotationStage(appSecret),

    /** Identifies the current secret without revealing it. */
    id: toKeyId(appSecret),

    inspect: () => processParts(false),

    renew,

    /** Renews once more first, then reports which keys of the previous secret must be retained. */
    async retire(operator: string): Promise<{ parts: KeyRotationPart[]; isFree: boolean; kept: string }> {
      const results = await renew(operator);
      const isFree = results.every(({ ends, left }) => ends === 'kept' || left === 0);
      if (isFree) await record('secret.retired', operator, results);
      const kept = results.flatMap(({ purpose, left }) =>
        purpose && left > 0 ? retainedKeys[purpose](appSecret).map((key) => formatRetainedKey(purpose, key)) : [],
      );
      return { parts: results, isFree, kept: kept.join(',') };
    },
  };
}

const toKeyId = (secret: AppSecret): string => deriveKeys(secret, 'key-id').current.id.toString('hex');

/** Keys of hashes that cannot be computed again, derived so that the secret itself is not needed. */
const retainedKeys: Record<RetainedPurpose, (secret: AppSecret) => readonly Buffer[]> = {
  'indicator-phone': (secret) => [deriveFirstKey(secret, 'indicator-phone')],
  'backup-codes': (secret) =>
    deriveKeys(secret, 'backup-codes')
      .all.slice(1)
      .map(({ key }) => key),
};
