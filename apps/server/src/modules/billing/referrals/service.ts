/** Referrals and the credits that they earn. */
import type { UserId } from '@hakiki/contract/accounts';
import { referralReward, automaticReferralLimits } from '@hakiki/contract/referral-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { listReferralReviews, ReferralReview, ReferralReviewId } from '@hakiki/contract/referrals-admin';
import type { listMyReferrals, Referral, ReferralStats } from '@hakiki/contract/referrals';
import type { Database, Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { DecisionsService } from '../../moderation/workflow/service.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
}

export type ReferralsService = ReturnType<typeof createReferralsService>;

interface StatusEdit {
  status: 'approved' | 'rejected';
}

const presentReview = (row: store.ReviewRow): ReferralReview => ({
  id: row.id,
  userId: row.userId,
  email: row.email,
  held: row.held,
  counted: row.counted,
  friends: row.friends.map(({ email, joinedAt }) => ({ email, joinedAt: new Date(joinedAt).toISOString() })),
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export function createReferralsService({ database, decisions }: Deps) {
  /** Credits are worth money, so the review of referrals is a decision on payments. */
  const workflow = decisions.createWorkflow<store.ReviewRow, StatusEdit, StatusEdit>({
    subject: 'payment',
    notFoundCode: 'REFERRALS_NOT_FOUND',
    undecidedStatus: 'pending',
    lockForUpdate: store.lockReview,
    computeChanges: (_, wanted) => wanted,
    publishedTexts: 'nothing',
    saveChanges: (tx, { id }, { status }) => store.decideReview(tx, id, status),
    auditDetail: ({ held }) => ({ referrals: held }),
  });

  return {
    /** Called at sign-up with a code. Ignores unknown codes and further mailboxes of a person invited before. */
    async onSignUpWithCode(tx: Db, userId: UserId, code: string): Promise<void> {
      const inviterId = await store.lockInviter(tx, code);
      if (inviterId) await store.insertReferral(tx, uuidv7(), inviterId, userId);
    },

    /** For the sign-up page of the invited person. */
    describeInvitation: async (code: string) => ({ firstName: await store.findInviterName(database.db, code) }),

    /** Called when the invited person verifies their address. Referrals that come suspiciously fast need a review. */
    async onEmailVerified(tx: Db, userId: UserId): Promise<void> {
      const invitation = await store.lockInvitation(tx, userId);
      if (!invitation) return;
      const { inDay, inWeek } = await store.countUnreviewed(tx, invitation.referrerId);
      if (inDay < automaticReferralLimits.perDay && inWeek < automaticReferralLimits.perWeek) {
        await store.completeReferral(tx, invitation.id);
      } else {
        await store.addToReview(tx, invitation.id, await store.findOrOpenReview(tx, invitation.referrerId));
      }
    },

    /** Marks the oldest rewards as credited, as many as the total of used credits covers. */
    markCredited: async (tx: Db, userId: UserId, credits: number): Promise<void> => {
      await store.setCredited(tx, userId, Math.floor(credits / referralReward));
    },

    getStats: ({ user }: UserActor): Promise<ReferralStats> => store.readStats(database.db, user.id),

    async listReviews(query: QueryOf<typeof listReferralReviews>) {
      const { rows, total } = await store.listOpenReviews(database.db, query);
      return { rows: rows.map(presentReview), total };
    },

    decideReview: (actor: UserActor, id: ReferralReviewId, status: 'approved' | 'rejected'): Promise<ReferralReview> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await workflow.decideFirst(tx, id, { status }, { actor });
        return { ...presentReview(row), status, ...outcome };
      }),

    async listOwn({ user }: UserActor, { limit, offset }: QueryOf<typeof listMyReferrals>): Promise<Referral[]> {
      const rows = await store.listNewest(database.db, user.id, limit, offset);
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
    },
  };
}
