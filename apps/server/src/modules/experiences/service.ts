/** Experiences with providers that anyone may share. They name a provider in words and never count in its rating. */
import type { ExperienceId, NewExperience } from '@hakiki/contract/experiences';
import type * as z from 'zod/mini';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import * as store from './store.ts';

export type ExperiencesService = ReturnType<typeof createExperiencesService>;

export type SharedExperience = Pick<
  z.infer<typeof NewExperience>,
  'providerName' | 'rating' | 'experience' | 'issueType'
>;

export function createExperiencesService({ database, audit }: { database: Database; audit: AuditService }) {
  return {
    async listNewest(limit: number) {
      const rows = await store.listApproved(database, limit);
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
    },

    /** For content that was proven to come from a person. It waits for a moderator from here on. */
    async accept(
      tx: Db,
      { providerName, rating, experience, issueType }: SharedExperience,
      promisedId?: ExperienceId,
    ): Promise<ExperienceId> {
      const content = { providerName, rating, experience, issueType };
      const id = await store.insertExperience(tx, { ...content, ...(promisedId && { id: promisedId }) });
      await audit.record(tx, { actor: { kind: 'visitor' }, action: 'experience.submitted', subject: id });
      return id;
    },

    /** A decision may be changed later, but not made twice. */
    async decide(actor: UserActor, id: ExperienceId, decision: 'approved' | 'rejected', reason?: string) {
      await database.transaction(async (tx) => {
        const before = await store.lockStatus(tx, id);
        if (!before) throw notFound('EXPERIENCE_NOT_FOUND');
        if (before === decision) throw new AppError('ALREADY_DECIDED');
        await store.setStatus(tx, id, decision);
        await audit.record(tx, {
          actor: actorOf(actor),
          action: `experience.${decision}`,
          subject: id,
          ...(reason && { reason }),
          detail: { before },
        });
      });
    },
  };
}
