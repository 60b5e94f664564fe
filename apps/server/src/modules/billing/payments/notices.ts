/**
 * Receives notifications of the gateway. The signed part is stored before the response, since an acknowledged
 * notification is never repeated; a job asks the gateway to confirm it before anything is granted.
 */
import { createHash } from 'node:crypto';
import { heldNoticeLimits } from '@hakiki/contract/limits';
import * as z from 'zod';
import { invalidInput } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import { toRateLimitKey } from '../../../platform/http/client-ip.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';
import type { AccountsService } from '../../accounts/service.ts';
import * as agreementsStore from '../subscriptions/agreements-store.ts';
import type { Charges } from '../subscriptions/charges.ts';
import type { Gateway, Notification } from './gateway.ts';
import * as store from './notices-store.ts';

/** Retries for about a day; the hourly check enqueues the remaining ones again. */
export const settleNoticeJob = defineJob({
  name: 'billing.settle-notice',
  payload: z.object({ noticeId: z.uuid() }),
  retries: { limit: 120, initialDelaySeconds: 5, maxDelaySeconds: 900 },
  concurrency: 4,
});

const BATCH_SIZE = 500;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  accounts: Pick<AccountsService, 'plans'>;
  charges: Charges;
  gateway: Gateway;
  limiter: Pick<RateLimiter, 'consume'>;
}

export function createNotices({ database, queue, accounts, charges, gateway, limiter }: Deps) {
  type NoticeResult = { outcome: 'taken' | 'ignored' } | { outcome: 'held' | 'refused'; why: string };

  /** The payer has cancelled at the gateway. */
  const applyCancellation = (noticeId: string, { token, agreementId }: Notification): Promise<void> =>
    database.transaction(async (tx) => {
      if ((await store.lockNotice(tx, noticeId))?.outcome !== 'waiting') return;
      const ownerId = (await agreementsStore.findByKey(tx, { token, agreementId }))?.userId;
      if (ownerId) await accounts.plans.lock(tx, ownerId);
      const agreement = await agreementsStore.lockByKey(tx, { token, agreementId });
      const wasActive = agreement?.status === 'active';
      if (agreement) await agreementsStore.setEnded(tx, agreement.id, wasActive ? 'buyer' : undefined);
      // The plan does not depend on an agreement that was replaced.
      if (wasActive && ownerId) await accounts.plans.stopRenewing(tx, ownerId);
      await store.setOutcome(tx, noticeId, 'taken');
    });

  const applyCharge = (noticeId: string, { token, agreementId, chargeId, gross, fee }: Notification): Promise<void> =>
    database.transaction(async (tx) => {
      if ((await store.lockNotice(tx, noticeId))?.outcome !== 'waiting') return;
      await charges.applyCharge(tx, {
        token,
        agreementId,
        chargeId: chargeId!,
        grossCents: gross!.cents,
        feeCents: fee?.cents ?? 0,
      });
      await store.setOutcome(tx, noticeId, 'taken');
    });

  async function processNotification(noticeId: string, notification: Notification): Promise<NoticeResult> {
    const { kind, chargeId, gross } = notification;
    if (!notification.isFromGateway)
      return { outcome: 'held', why: 'Came from an address outside the published ranges.' };
    if (kind === 'other') return { outcome: 'held', why: 'Says something that we do not know.' };
    const confirmation = await gateway.confirm(notification);
    if (confirmation === 'unknown') throw new Error('The gateway did not say whether its notification is true.');
    if (confirmation === 'denied') return { outcome: 'refused', why: 'The gateway says that it did not send this.' };
    if (kind === 'cancelled') await applyCancellation(noticeId, notification);
    else if (chargeId && gross) await applyCharge(noticeId, notification);
    else return { outcome: 'held', why: 'A charge without a number or an amount.' };
    return { outcome: 'taken' };
  }

  /**
   * A notice from an unlisted address is signed and may still be part of a flood, when the passphrase has leaked.
   * Beyond the limits it gets 429 and is not stored: the gateway repeats everything that did not get 200, and the
   * nightly list has every genuine charge. Notices from the published ranges are not counted, so a flood cannot block
   * them.
   */
  async function limitUnlistedSenders({ agreementId, token }: Notification, peer: string): Promise<void> {
    const { ofAddress, ofAgreement, inAll } = heldNoticeLimits;
    await limiter.consume('heldNoticesOfAddress', ofAddress, toRateLimitKey(peer));
    await limiter.consume('heldNoticesOfAgreement', ofAgreement, token ?? agreementId ?? '');
    await limiter.consume('heldNotices', inAll, 'all');
  }

  return {
    /** Throws when it could not be stored, so that the gateway sends it again. */
    async receive(raw: Uint8Array, headers: Headers, peer: string): Promise<{ received: true }> {
      const notification = gateway.verify(raw, headers, peer);
      if ('refused' in notification) throw invalidInput({ body: 'NOT_SIGNED' });
      const body = Buffer.from(notification.signed);
      const bodyHash = createHash('sha256').update(body).digest();
      if (await store.isNoticeStored(database.db, bodyHash)) return { received: true };
      if (!notification.isFromGateway) await limitUnlistedSenders(notification, peer);
      await database.transaction(async (tx) => {
        const id = await store.insertNotice(tx, { body, bodyHash, isFromGateway: notification.isFromGateway });
        if (id) await queue.enqueue(tx, settleNoticeJob, { noticeId: id });
      });
      return { received: true };
    },

    /** Idempotent at every step: a charge is identified by the gateway's number. */
    async process({ noticeId }: { noticeId: string }): Promise<void> {
      const notice = await store.findNotice(database.db, noticeId);
      if (notice?.outcome !== 'waiting') return;
      const verified = gateway.verify(notice.body, new Headers(), '');
      // The passphrase was changed in the meantime: the reconciliation finds the charge.
      const notification = 'refused' in verified ? undefined : { ...verified, isFromGateway: notice.isFromGateway };
      const result: NoticeResult = notification
        ? await processNotification(noticeId, notification)
        : { outcome: 'held', why: 'Its signature is not right any more.' };
      if (!('why' in result)) return;
      await database.transaction(async (tx) => {
        await store.setOutcome(tx, noticeId, result.outcome);
        await store.recordDifference(tx, {
          kind: 'notice-held',
          subject: notification?.chargeId ?? noticeId,
          detail: result.why,
          amountCents: notification?.gross?.cents,
        });
      });
    },

    /** Safe: a charge that is sent again later is identified by its number. */
    async purgeExpired(): Promise<void> {
      await deleteInBatches(() => store.deleteExpired(database.db));
    },

    async requeueUnprocessed(): Promise<void> {
      const unprocessed = await store.listUnprocessed(database.db, BATCH_SIZE);
      for (const { id } of unprocessed) {
        await database.transaction((tx) => queue.enqueue(tx, settleNoticeJob, { noticeId: id }));
      }
    },
  };
}
