/** Proof of a bank deposit: cleaned like evidence, encrypted, and shown to administrators beside the deposit. */
import type { PaymentId } from '@hakiki/contract/billing';
import type { EvidenceType } from '@hakiki/contract/filing-values';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { AppSecret } from '../../../platform/app-secret.ts';
import type { Database } from '../../../platform/db/database.ts';
import { rotateSealedColumn } from '../../../platform/db/sealed-column.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { KeyRotation } from '../../../platform/key-rotation.ts';
import { createRotatingBox } from '../../../platform/sealing/secret-box.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import * as store from '../store.ts';
import { depositProofs } from '../tables.ts';

/** Detects the type of a file and redraws pictures. Provided by the evidence module, a higher one. */
export type CleanFile = (bytes: Uint8Array, sender: string) => Promise<{ type: EvidenceType; bytes: Buffer }>;

interface Deps {
  database: Database;
  audit: AuditService;
  cleanFile: CleanFile;
  settings: { appSecret: AppSecret };
}

/** A page of files must fit into memory. */
const ROTATION_PAGE_SIZE = 10;

const extensions: Record<EvidenceType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

export function createDepositProofs({ database, audit, cleanFile, settings }: Deps) {
  const box = createRotatingBox(settings.appSecret, 'billing/deposit-proof');

  /** Rejects the upload before ten megabytes are read and redrawn. */
  async function assertDepositPending({ user }: UserActor): Promise<void> {
    const pending = await store.listPending(database.db, user.id);
    if (!pending.some(({ method, amountCents }) => method === 'bank_deposit' && amountCents > 0)) {
      throw new AppError('NO_PENDING_DEPOSIT');
    }
  }

  return {
    assertDepositPending,

    async add(actor: UserActor, upload: Uint8Array): Promise<{ proofAt: string }> {
      await assertDepositPending(actor);
      const { type, bytes } = await cleanFile(upload, actor.user.id);
      return database.transaction(async (tx) => {
        const deposit = await store.lockPendingDeposit(tx, actor.user.id);
        if (!deposit) throw new AppError('NO_PENDING_DEPOSIT');
        const sealed = box.seal(bytes, deposit.id);
        const proofAt = await store.saveProof(tx, { paymentId: deposit.id, type, sealed });
        await audit.record(tx, { actor: toAuditActor(actor), action: 'payment.proof-added', subject: deposit.id });
        return { proofAt: proofAt.toISOString() };
      });
    },

    async read(paymentId: PaymentId) {
      const proof = await store.findProof(database.db, paymentId);
      if (!proof) throw notFound('PAYMENT_NOT_FOUND');
      const { type, sealed, reference } = proof;
      const bytes = new Uint8Array(box.open(sealed, paymentId));
      return { name: `${reference}.${extensions[type]}`, type, bytes };
    },

    keyRotations: [
      rotateSealedColumn(database.db, {
        what: 'proofs of deposits',
        table: depositProofs,
        id: depositProofs.paymentId,
        column: depositProofs.sealed,
        name: 'sealed',
        box,
        pageSize: ROTATION_PAGE_SIZE,
      }),
    ] satisfies KeyRotation[],
  };
}
