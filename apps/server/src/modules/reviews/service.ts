/** Reviews by people who may give them. A review is public, and counts in its provider's rating, once it was approved. */
import type { approveReview, DecisionId, listPendingReviews } from '@hakiki/contract/admin';
import type { ProviderId } from '@hakiki/contract/directory';
import type { listProviderReviews, NewReview, Review, ReviewId, ReviewSummary } from '@hakiki/contract/reviews';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type * as z from 'zod/mini';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { Deciders, DecisionsService, Grounds, Undone } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import * as store from './store.ts';

export type ReviewsService = ReturnType<typeof createReviewsService>;

interface Needs {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'record'>;
  directory: DirectoryService;
}

const present = (row: store.ReviewRow): Review => ({
  id: row.id,
  rating: row.rating,
  experience: row.experience,
  issueType: row.issueType,
  userLocation: row.userLocation,
  createdAt: row.createdAt.toISOString(),
});

type ModeratedReview = ReplyOf<typeof approveReview>;

const presentModerated = (row: store.ModeratedRow): ModeratedReview => ({
  id: row.id,
  providerId: row.providerId as ProviderId,
  providerName: row.providerName,
  rating: row.rating,
  experience: row.experience,
  issueType: row.issueType,
  userLocation: row.userLocation,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export function createReviewsService({ database, audit, decisions, directory }: Needs) {
  /** Under the provider's lock: the counts, and what stands on the provider, are of the same reviews. */
  async function moveCounts(tx: Db, providerId: ProviderId, rating: number, isApproved: boolean) {
    if (isApproved) await store.addToCounts(tx, providerId, rating);
    else await store.takeFromCounts(tx, providerId, rating);
    await directory.setRating(tx, providerId, await store.readStanding(tx, providerId));
  }

  /**
   * The provider is locked before the review, by everybody who locks both, so that moderators wait for each other and never for
   * ever.
   */
  async function lock(tx: Db, id: ReviewId) {
    const providerId = await store.findProviderId(tx, id);
    if (!providerId) throw notFound('REVIEW_NOT_FOUND');
    await directory.lock(tx, providerId);
    const review = await store.lockReview(tx, id);
    if (!review) throw notFound('REVIEW_NOT_FOUND');
    return { ...review, id, providerId };
  }

  /** The only way in which a review changes. */
  async function change(
    tx: Db,
    { id, providerId, rating, status: from, createdAt }: Awaited<ReturnType<typeof lock>>,
    to: 'pending' | 'approved' | 'rejected',
    by: Deciders & Grounds & { reverses?: DecisionId },
  ): Promise<DecisionId> {
    await store.setStatus(tx, id, to);
    if (to === 'approved' || from === 'approved') await moveCounts(tx, providerId, rating, to === 'approved');
    const arrived = from === 'pending' && { arrivedAt: createdAt };
    return decisions.record(tx, { ...by, subject: 'review', subjectId: id, from, to, ...arrived });
  }

  return {
    /** The total is the count kept on the provider: a popular provider's reviews are never recounted. */
    async listOfProvider(providerId: ProviderId, { sort, limit, offset }: QueryOf<typeof listProviderReviews>) {
      const { reviewCount } = await directory.getStanding(providerId);
      const rows = await store.listApproved(database, providerId, sort, limit, offset);
      return { rows: rows.map(present), total: reviewCount };
    },

    async getSummary(providerId: ProviderId): Promise<ReviewSummary> {
      const summary = await store.findSummary(database, providerId);
      if (!summary) throw notFound('PROVIDER_NOT_FOUND');
      return summary;
    },

    async submit(actor: UserActor, providerId: ProviderId, review: z.infer<typeof NewReview>) {
      await directory.requireListed(providerId);
      return database.transaction(async (tx) => {
        const row = await store.insertReview(tx, { ...review, providerId, userId: actor.user.id });
        if (!row) throw new AppError('REVIEW_EXISTS');
        await audit.record(tx, { actor: actorOf(actor), action: 'review.submitted', subject: row.id });
        return { ...present(row), status: 'pending' as const };
      });
    },

    async listPending(query: QueryOf<typeof listPendingReviews>) {
      const [rows, total] = await Promise.all([store.listPending(database.db, query), store.countPending(database.db)]);
      return { rows: rows.map(presentModerated), total };
    },

    /** From the list of those that wait: whoever comes second learns that somebody was quicker. */
    settle: (actor: UserActor, id: ReviewId, decision: 'approved' | 'rejected'): Promise<ModeratedReview> =>
      database.transaction(async (tx) => {
        const review = await lock(tx, id);
        if (review.status !== 'pending') throw new AppError('ALREADY_DECIDED');
        await change(tx, review, decision, { actor });
        return presentModerated(await store.findModerated(tx, id));
      }),

    /** For the desk. */
    decided: {
      lockStatus: (tx: Db, id: string) => lock(tx, id as ReviewId).then(({ status }) => status),
      async takeBack(tx: Db, actor: UserActor, { id, subjectId }: Undone) {
        await change(tx, await lock(tx, subjectId as ReviewId), 'pending', { actor, reverses: id });
      },
    },
  };
}
