/**
 * The right of reply. Members who may write for a listing's business reply to its verdict and to each public report
 * or review about it; within seven days a moderator checks for insults, threats and private data. Payments have no
 * influence, and a reply changes no verdict, rank or report.
 */
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Answerable, listReplies, NewReply, ReplyId } from '@hakiki/contract/replies';
import type { listModeratedReplies, ModeratedReply } from '@hakiki/contract/replies-admin';
import type { ReplyRejectReason } from '@hakiki/contract/reply-values';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import { membershipOf, requireMembership } from '../service.ts';
import type { DecisionsService, MaskableEntity } from '../../moderation/workflow/service.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
}

export type RepliesService = ReturnType<typeof createRepliesService>;

export type ReplyDecision = { status: 'approved' } | { status: 'rejected'; reason: ReplyRejectReason };

export function createRepliesService({ database, audit, decisions }: Deps) {
  const workflow = decisions.createWorkflow<store.LockedReply & { providerName: string }, ReplyDecision, ReplyDecision>(
    {
      subject: 'reply',
      notFoundCode: 'REPLY_NOT_FOUND',
      undecidedStatus: 'pending',
      async lockForUpdate(tx, id) {
        const row = await store.lockReply(tx, id);
        // Checks under the lock that the subject is still public and the business still has the listing.
        const moderated = row && (await store.findModerated(tx, id));
        return moderated && { ...row, providerName: moderated.providerName };
      },
      computeChanges: (_, requested) => requested,
      publishedTexts: ({ text, providerName }, { status }) =>
        status === 'approved' ? [{ field: 'text', text, companyNames: [providerName] }] : [],
      async saveChanges(tx, row, verdict) {
        if (verdict.status === 'approved') await store.endPublished(tx, row);
        await store.setDecision(tx, row.id, verdict);
      },
      auditDetail: ({ providerId, subjectId }) => ({ provider: providerId, repliesTo: subjectId }),
    },
  );

  /** The listing that the caller may write for; undefined without a business or a listing. */
  async function findWritableListing(tx: Db, actor: UserActor) {
    if (!(await membershipOf(tx, actor))) return undefined;
    const { businessId } = await requireMembership(tx, actor, 'editor');
    const providerId = await store.findListing(tx, businessId);
    return providerId && { businessId, providerId };
  }

  return {
    async listOwn(actor: UserActor, page: QueryOf<typeof listReplies>) {
      const membership = await membershipOf(database.db, actor);
      const providerId = membership && (await store.findListing(database.db, membership.businessId));
      return providerId ? store.listAnswerable(database.db, providerId, page) : { rows: [], total: 0 };
    },

    send: (actor: UserActor, { kind, subjectId, text, language }: NewReply): Promise<Answerable> =>
      database.transaction(async (tx) => {
        const listing = await findWritableListing(tx, actor);
        await store.lockSubject(tx, subjectId);
        if (!listing || !(await store.findAnswerable(tx, listing.providerId, { kind, subjectId }))) {
          throw notFound('NOTHING_TO_REPLY_TO');
        }
        const { businessId, providerId } = listing;
        await store.deleteUnpublished(tx, providerId, subjectId);
        const id = await store.insertReply(tx, { businessId, providerId, kind, subjectId, text, language });
        const detail = { business: businessId, repliesTo: subjectId };
        await audit.record(tx, { actor: toAuditActor(actor), action: 'reply.sent', subject: id, detail });
        return (await store.findAnswerable(tx, providerId, { kind, subjectId }))!;
      }),

    /** Any current editor of the listing can withdraw a reply, whoever sent it. */
    withdraw: (actor: UserActor, id: ReplyId): Promise<{ id: ReplyId }> =>
      database.transaction(async (tx) => {
        const listing = await findWritableListing(tx, actor);
        const reply = await store.lockReply(tx, id);
        if (!listing || reply?.providerId !== listing.providerId) throw notFound('REPLY_NOT_FOUND');
        if (reply.status === 'approved') await store.endReply(tx, id);
        else await store.deleteReply(tx, id);
        const detail = { business: listing.businessId, repliesTo: reply.subjectId, before: reply.status };
        await audit.record(tx, { actor: toAuditActor(actor), action: 'reply.withdrawn', subject: id, detail });
        return { id };
      }),

    /** For the data export: every version that the member's business sent, including ended ones. */
    async listForExport(actor: UserActor, limit: number) {
      const membership = await membershipOf(database.db, actor);
      const rows = membership ? await store.listWritten(database.db, membership.businessId, limit) : [];
      return rows.map(({ kind, subjectId, text, status, createdAt }) => ({
        kind,
        subjectId,
        text,
        status,
        createdAt: createdAt.toISOString(),
      }));
    },

    listModerated: (query: QueryOf<typeof listModeratedReplies>) => store.listModerated(database.db, query),

    /** A published reply can still be rejected if private data was overlooked. */
    decide: (actor: UserActor, id: ReplyId, verdict: ReplyDecision): Promise<ModeratedReply> =>
      database.transaction(async (tx) => {
        const row = await workflow.lockForUpdate(tx, id);
        const isOpen = row.status === 'pending' || (row.status === 'approved' && verdict.status === 'rejected');
        if (!isOpen) throw new AppError('ALREADY_DECIDED');
        const grounds = verdict.status === 'rejected' ? { reason: verdict.reason } : {};
        const outcome = await workflow.applyOrPropose(tx, id, verdict, { actor, ...grounds });
        return { ...(await store.findModerated(tx, id))!, ...outcome };
      }),

    /** For masking private data in the published version. */
    maskAdapter: {
      async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
        const row = await store.lockReply(tx, id as ReplyId);
        const moderated = row?.status === 'approved' ? await store.findModerated(tx, row.id) : undefined;
        if (!row || !moderated) return undefined;
        const { providerName, language } = moderated;
        return { status: row.status, title: providerName, language, names: [providerName], texts: { text: row.text } };
      },
      write: async (tx: Db, id: string, { text }: Readonly<Record<string, string>>): Promise<void> => {
        await store.setText(tx, id as ReplyId, text!);
      },
    },

    countOverdue: () => store.countOverdue(database.db),

    /** Purges expired rejected replies; returns their number. */
    purgeExpired: (): Promise<number> => deleteInBatches(() => store.deleteExpiredRejected(database.db)),
  };
}
