/** Experiences with providers that anyone may share. They name a provider in words and never count in its rating. */
import type { approveExperience, DecisionId, listPendingExperiences } from '@hakiki/contract/admin';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { Experience, ExperienceId, NewExperience } from '@hakiki/contract/experiences';
import type * as z from 'zod/mini';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AuditService } from '../audit/service.ts';
import type { DecisionsService, Undone } from '../decisions/service.ts';
import * as store from './store.ts';

export type ExperiencesService = ReturnType<typeof createExperiencesService>;

export type SharedExperience = Pick<
  z.infer<typeof NewExperience>,
  'providerName' | 'rating' | 'experience' | 'issueType'
>;

interface Needs {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'record'>;
}

const present = (row: store.ExperienceRow): Experience => ({
  id: row.id,
  providerName: row.providerName,
  rating: row.rating,
  experience: row.experience,
  issueType: row.issueType,
  createdAt: row.createdAt.toISOString(),
});

type ModeratedExperience = ReplyOf<typeof approveExperience>;

const presentModerated = (row: store.ModeratedRow): ModeratedExperience => ({
  id: row.id,
  providerName: row.providerName,
  rating: row.rating,
  experience: row.experience,
  issueType: row.issueType,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export function createExperiencesService({ database, audit, decisions }: Needs) {
  async function lock(tx: Db, id: ExperienceId) {
    const experience = await store.lockExperience(tx, id);
    if (!experience) throw notFound('EXPERIENCE_NOT_FOUND');
    return experience;
  }

  async function change(
    tx: Db,
    actor: UserActor,
    { id, status: from, createdAt }: store.ModeratedRow,
    to: 'approved' | 'rejected',
    reason?: string,
  ): Promise<DecisionId> {
    await store.setStatus(tx, id as ExperienceId, to);
    const arrived = from === 'pending' && { arrivedAt: createdAt };
    return decisions.record(tx, { actor, subject: 'experience', subjectId: id, from, to, reason, ...arrived });
  }

  return {
    async listNewest(limit: number) {
      const rows = await store.listApproved(database, limit);
      return rows.map(present);
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

    async listPending(query: QueryOf<typeof listPendingExperiences>) {
      const [rows, total] = await Promise.all([store.listPending(database.db, query), store.countPending(database.db)]);
      return { rows: rows.map(presentModerated), total };
    },

    /** From the list of those that wait: whoever comes second learns that somebody was quicker. */
    settle: (actor: UserActor, id: ExperienceId, to: 'approved' | 'rejected'): Promise<ModeratedExperience> =>
      database.transaction(async (tx) => {
        const experience = await lock(tx, id);
        if (experience.status !== 'pending') throw new AppError('ALREADY_DECIDED');
        await change(tx, actor, experience, to);
        return { ...presentModerated(experience), status: to };
      }),

    /** For the desk. */
    decided: {
      lockStatus: (tx: Db, id: string) => lock(tx, id as ExperienceId).then(({ status }) => status),
      async takeBack(tx: Db, actor: UserActor, { id, subjectId, from, to }: Undone) {
        await store.setStatus(tx, subjectId as ExperienceId, 'pending');
        await decisions.record(tx, { actor, subject: 'experience', subjectId, from: to, to: from, reverses: id });
      },
    },
  };
}
