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
} from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import type { KeyRotation, RotationCounts } from '../../platform/key-rotation.ts';
import type { AuditService } from '../audit/service.ts';

interface Needs {
  database: Database;
  audit: AuditService;
  parts: readonly KeyRotation[];
  settings: { appSecret: AppSecret };
}

export type KeysPart = RotationCounts & Pick<KeyRotation, 'what' | 'ends' | 'purpose'>;

export function createKeysService({ database, audit, parts, settings: { appSecret } }: Needs) {
  async function walk(renews: boolean): Promise<KeysPart[]> {
    const walked: KeysPart[] = [];
    for (const { rotate: walkPart, ...part } of parts) walked.push({ ...part, ...(await walkPart(renews)) });
    return walked;
  }

  const record = (action: 'secret.renewed' | 'secret.retired', operator: string, walked: readonly KeysPart[]) =>
    audit.record(database.db, {
      actor: { kind: 'operator', name: operator },
      action,
      detail: { key: idOf(appSecret), renewed: walked.reduce((sum, { renewed }) => sum + renewed, 0) },
    });

  async function renew(operator: string): Promise<KeysPart[]> {
    const walked = await walk(true);
    if (walked.some(({ renewed }) => renewed > 0)) await record('secret.renewed', operator, walked);
    return walked;
  }

  return {
    stage: getRotationStage(appSecret),

    /** Identifies the current secret without revealing it. */
    id: idOf(appSecret),

    look: () => walk(false),

    renew,

    /** Renews once more first, then reports which keys of the previous secret must be retained. */
    async retire(operator: string): Promise<{ parts: KeysPart[]; isFree: boolean; kept: string }> {
      const walked = await renew(operator);
      const isFree = walked.every(({ ends, left }) => ends === 'kept' || left === 0);
      if (isFree) await record('secret.retired', operator, walked);
      const kept = walked.flatMap(({ purpose, left }) =>
        purpose && left > 0 ? keptKeys[purpose](appSecret).map((key) => formatRetainedKey(purpose, key)) : [],
      );
      return { parts: walked, isFree, kept: kept.join(',') };
    },
  };
}

const idOf = (secret: AppSecret): string => deriveKeys(secret, 'key-id').current.id.toString('hex');

/** Keys of hashes that cannot be computed again, derived so that the secret itself is not needed. */
const keptKeys: Record<RetainedPurpose, (secret: AppSecret) => readonly Buffer[]> = {
  'indicator-phone': (secret) => [deriveFirstKey(secret, 'indicator-phone')],
  'backup-codes': (secret) =>
    deriveKeys(secret, 'backup-codes')
      .all.slice(1)
      .map(({ key }) => key),
};
