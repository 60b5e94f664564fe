/** Reviews by members. A review is public and counts in its provider's rating once it is approved. */
import type { approveReview, listPendingReviews } from '@hakiki/contract/reviews-admin';
import type { ProviderId } from '@hakiki/contract/directory';
import type { listProviderReviews, NewReview, Review, ReviewId, ReviewSummary } from '@hakiki/contract/reviews';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type * as z from 'zod/mini';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { toAuditActor, type AuditService } from '../audit/service.ts';
import type { DecisionsService, LockedRow, MaskableEntity, NoticeSql } from '../moderation/workflow/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import * as store from './store.ts';

export type ReviewsService = ReturnType<typeof createReviewsService>;

interface Deps {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  directory: DirectoryService;
  noticeSql: Pick<NoticeSql, 'reply'>;
}

const present = (row: store.ReviewRow): Review => ({
  id: row.id,
  rating: row.rating,
  experience: row.experience,
  issueType: row.issueType,
  userLocation: row.userLocation,
  language: row.language,
  createdAt: row.createdAt.toISOString(),
});

type ModeratedReview = ReplyOf<typeof approveReview>;

const presentModerated = (row: store.ModeratedRow): ModeratedReview => ({
  id: row.id,
  providerId: row.providerId,
  providerName: row.providerName,
  rating: row.rating,
  experience: row.experience,
  issueType: row.issueType,
  userLocation: row.userLocation,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

interface StatusEdit {
  status: 'pending' | 'approved' | 'rejected';
}

interface LockedReview extends LockedRow {
  id: ReviewId;
  providerId: ProviderId;
  rating: number;
  experience: string;
  providerName: string;
}

export function createReviewsService({ database, audit, decisions, directory, noticeSql }: Deps) {
  const listApproved = store.createApprovedReviews(database, noticeSql);

  /** Runs under the provider's lock, so that the counts and the provider's rating agree. */
  async function updateCounts(tx: Db, providerId: ProviderId, rating: number, isApproved: boolean) {
    if (isApproved) await store.incrementCount(tx, providerId, rating);
    else await store.decrementCount(tx, providerId, rating);
    await directory.setRating(tx, providerId, await store.readRating(tx, providerId));
  }

  const workflow = decisions.createWorkflow<LockedReview, StatusEdit, Partial<StatusEdit>>({
    subject: 'review',
    notFoundCode: 'REVIEW_NOT_FOUND',
    undecidedStatus: 'pending',
    /** Locks the provider before the review, like all code that locks both, so that moderators never deadlock. */
    async lockForUpdate(tx, id) {
      const providerId = await store.findProviderId(tx, id);
      if (!providerId) return undefined;
      await directory.lock(tx, providerId);
      const review = await store.lockReview(tx, id);
      return review && { ...review, id, providerId };
    },
    computeChanges: ({ status }, requested) => (requested.status === status ? {} : requested),
    publishedTexts: ({ experience, providerName }, { status }) =>
      status === 'approved' ? [{ field: 'experience', text: experience, companyNames: [providerName] }] : [],
    saveChanges: (tx, { id }, { status }) => store.setStatus(tx, id, status!),
    async afterChange(tx, { providerId, rating }, { from, to }) {
      if (to === 'approved' || from === 'approved') await updateCounts(tx, providerId, rating, to === 'approved');
    },
    undoEdit: { status: 'pending' },
  });

  return {
    /** The total is the maintained count of the provider: reviews are never recounted. */
    async listByProvider(providerId: ProviderId, { sort, limit, offset }: QueryOf<typeof listProviderReviews>) {
      const { reviewCount } = await directory.getListingStatus(providerId);
      const rows = await listApproved(providerId, sort, limit, offset);
      return { rows: rows.map((row) => ({ ...present(row), reply: row.reply })), total: reviewCount };
    },

    async getSummary(providerId: ProviderId): Promise<ReviewSummary> {
      const summary = await store.findSummary(database, providerId);
      if (!summary) throw notFound('PROVIDER_NOT_FOUND');
      return summary;
    },

    async submit(actor: UserActor, providerId: ProviderId, review: z.infer<typeof NewReview>) {
      await directory.assertListed(providerId);
      return database.transaction(async (tx) => {
        const row = await store.insertReview(tx, { ...review, providerId, userId: actor.user.id });
        if (!row) throw new AppError('REVIEW_EXISTS');
        await audit.record(tx, { actor: toAuditActor(actor), action: 'review.submitted', subject: row.id });
        return { ...present(row), status: 'pending' as const };
      });
    },

    async listPending(query: QueryOf<typeof listPendingReviews>) {
      const { rows, total } = await store.listPending(database.db, query);
      return { rows: rows.map(presentModerated), total };
    },

    /** Of two concurrent decisions the second fails with a conflict. */
    decide: (actor: UserActor, id: ReviewId, status: 'approved' | 'rejected'): Promise<ModeratedReview> =>
      database.transaction(async (tx) => {
        const { row: _, ...outcome } = await workflow.decideFirst(tx, id, { status }, { actor });
        return { ...presentModerated(await store.findModerated(tx, id)), ...outcome };
      }),

    /** For masking private data. */
    maskAdapter: {
      async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
        const row = await store.lockReview(tx, id as ReviewId);
        if (row?.status !== 'approved') return undefined;
        const { status, providerName, experience, language } = row;
        return { status, title: providerName, language, names: [providerName], texts: { experience } };
      },
      write: async (tx: Db, id: string, { experience }: Readonly<Record<string, string>>): Promise<void> => {
        await store.setExperience(tx, id as ReviewId, experience!);
      },
    },

    moderationAdapter: workflow.adapter,
  };
}
