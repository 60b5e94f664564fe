/**
 * What the gateway tells us by itself. Its signed part is stored before it is acknowledged, since after that it never comes again;
 * a job asks the gateway whether it is true, and only then is anything granted.
 */
import { createHash } from 'node:crypto';
import { heldNoticeLimits } from '@hakiki/contract/limits';
import * as z from 'zod';
import { invalid } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import type { AccountsService } from '../accounts/service.ts';
import * as agreementsStore from './agreements-store.ts';
import type { Charges } from './charges.ts';
import type { Gateway, Notification } from './gateway.ts';
import * as store from './notices-store.ts';

/** About a day; the hourly look begins anew with what is left. */
export const settleNoticeJob = defineJob({
  name: 'billing.settle-notice',
  payload: z.object({ noticeId: z.uuid() }),
  retries: { limit: 120, firstPauseSeconds: 5, longestPauseSeconds: 900 },
  atOnce: 4,
});

const BATCH = 500;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  accounts: Pick<AccountsService, 'plans'>;
  charges: Charges;
  gateway: Gateway;
  limiter: Pick<RateLimiter, 'consume'>;
}

export function createNotices({ database, queue, accounts, charges, gateway, limiter }: Needs) {
  type Settled = { outcome: 'taken' | 'ignored' } | { outcome: 'held' | 'refused'; why: string };

  /** The gateway says that a card is not charged any more: whoever pays has cancelled there. */
  const endByBuyer = (noticeId: string, { token, agreementId }: Notification): Promise<void> =>
    database.transaction(async (tx) => {
      if ((await store.lockNotice(tx, noticeId))?.outcome !== 'waiting') return;
      const owner = (await agreementsStore.findFor(tx, { token, agreementId }))?.userId;
      if (owner) await accounts.plans.lock(tx, owner);
      const agreement = await agreementsStore.lockFor(tx, { token, agreementId });
      const wasActive = agreement?.status === 'active';
      if (agreement) await agreementsStore.setEnded(tx, agreement.id, wasActive ? 'buyer' : undefined);
      // One that was replaced is not what the plan runs on.
      if (wasActive && owner) await accounts.plans.stopRenewing(tx, owner);
      await store.settleNotice(tx, noticeId, 'taken');
    });

  const takeCharge = (noticeId: string, { token, agreementId, chargeId, gross, fee }: Notification): Promise<void> =>
    database.transaction(async (tx) => {
      if ((await store.lockNotice(tx, noticeId))?.outcome !== 'waiting') return;
      await charges.take(tx, {
        token,
        agreementId,
        chargeId: chargeId!,
        grossCents: gross!.cents,
        feeCents: fee?.cents ?? 0,
      });
      await store.settleNotice(tx, noticeId, 'taken');
    });

  async function judge(noticeId: string, notification: Notification): Promise<Settled> {
    const { kind, chargeId, gross } = notification;
    if (!notification.isFromGateway)
      return { outcome: 'held', why: 'Came from an address outside the published ranges.' };
    if (kind === 'other') return { outcome: 'held', why: 'Says something that we do not know.' };
    const confirmation = await gateway.confirm(notification);
    if (confirmation === 'unknown') throw new Error('The gateway did not say whether its notification is true.');
    if (confirmation === 'denied') return { outcome: 'refused', why: 'The gateway says that it did not send this.' };
    if (kind === 'cancelled') await endByBuyer(noticeId, notification);
    else if (chargeId && gross) await takeCharge(noticeId, notification);
    else return { outcome: 'held', why: 'A charge without a number or an amount.' };
    return { outcome: 'taken' };
  }

  /**
   * What comes from a foreign address is signed and may still be a flood, when the passphrase has leaked. Beyond the limits it is
   * refused with 429 and not stored: the gateway repeats whatever was not answered by 200, and the nightly list has every
   * genuine charge. Notices from the published ranges are never counted here, so a flood cannot keep them out.
   */
  async function limitHeld({ agreementId, token }: Notification, peer: string): Promise<void> {
    const { ofAddress, ofAgreement, inAll } = heldNoticeLimits;
    await limiter.consume('heldNoticesOfAddress', ofAddress, limitKeyOf(peer));
    await limiter.consume('heldNoticesOfAgreement', ofAgreement, token ?? agreementId ?? '');
    await limiter.consume('heldNotices', inAll, 'all');
  }

  return {
    /** Throws when it could not be stored, so that it comes again. */
    async take(raw: Uint8Array, headers: Headers, peer: string): Promise<{ received: true }> {
      const notification = gateway.verify(raw, headers, peer);
      if ('refused' in notification) throw invalid({ body: 'NOT_SIGNED' });
      const body = Buffer.from(notification.signed);
      const bodyHash = createHash('sha256').update(body).digest();
      if (await store.isNoticeStored(database.db, bodyHash)) return { received: true };
      if (!notification.isFromGateway) await limitHeld(notification, peer);
      await database.transaction(async (tx) => {
        const id = await store.insertNotice(tx, { body, bodyHash, isFromGateway: notification.isFromGateway });
        if (id) await queue.enqueue(tx, settleNoticeJob, { noticeId: id });
      });
      return { received: true };
    },

    /** Idempotent at every step: what was granted is known by the gateway's own number. */
    async settle({ noticeId }: { noticeId: string }): Promise<void> {
      const notice = await store.findNotice(database.db, noticeId);
      if (notice?.outcome !== 'waiting') return;
      const read = gateway.verify(notice.body, new Headers(), '');
      // Signed with a passphrase that was changed meanwhile: the reconciliation finds the charge itself.
      const notification = 'refused' in read ? undefined : { ...read, isFromGateway: notice.isFromGateway };
      const settled: Settled = notification
        ? await judge(noticeId, notification)
        : { outcome: 'held', why: 'Its signature is not right any more.' };
      if (!('why' in settled)) return;
      await database.transaction(async (tx) => {
        await store.settleNotice(tx, noticeId, settled.outcome);
        await store.noteDifference(tx, {
          kind: 'notice-held',
          subject: notification?.chargeId ?? noticeId,
          detail: settled.why,
          amountCents: notification?.gross?.cents,
        });
      });
    },

    /** Idempotent: a charge that is told once more after that is known by its number. */
    async endOld(): Promise<void> {
      await deleteInBatches(() => store.deleteOld(database.db));
    },

    async lookAfterForgotten(): Promise<void> {
      const forgotten = await store.listForgotten(database.db, BATCH);
      for (const { id } of forgotten) {
        await database.transaction((tx) => queue.enqueue(tx, settleNoticeJob, { noticeId: id }));
      }
    },
  };
}
