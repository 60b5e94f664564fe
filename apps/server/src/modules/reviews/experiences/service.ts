/** Experiences with providers that anyone can share. They name a provider as text and never count in its rating. */
import type { approveExperience, listPendingExperiences } from '@hakiki/contract/experiences-admin';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { Experience, ExperienceId, NewExperience } from '@hakiki/contract/experiences';
import { listCompanyNames } from '@hakiki/contract/private-data';
import { defaultLanguage, type Language } from '@hakiki/contract/site';
import type * as z from 'zod/mini';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { AuditService } from '../../audit/service.ts';
import type { DecisionsService, MaskableEntity } from '../../moderation/workflow/service.ts';
import * as store from './store.ts';

export type ExperiencesService = ReturnType<typeof createExperiencesService>;

export type SharedExperience = Pick<
  z.infer<typeof NewExperience>,
  'providerName' | 'rating' | 'experience' | 'issueType'
>;

interface Deps {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
}

const present = (row: store.ExperienceRow): Experience => ({
  id: row.id,
  providerName: row.providerName,
  rating: row.rating,
  experience: row.experience,
  issueType: row.issueType,
  language: row.language,
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

interface StatusEdit {
  status: 'pending' | 'approved' | 'rejected';
}

export function createExperiencesService({ database, audit, decisions }: Deps) {
  const workflow = decisions.createWorkflow<store.ModeratedRow, StatusEdit, Partial<StatusEdit>>({
    subject: 'experience',
    notFoundCode: 'EXPERIENCE_NOT_FOUND',
    undecidedStatus: 'pending',
    lockForUpdate: (tx, id) => store.lockExperience(tx, id),
    computeChanges: ({ status }, requested) => (requested.status === status ? {} : requested),
    publishedTexts: ({ providerName, experience }, { status }) => {
      if (status !== 'approved') return [];
      const companyNames = listCompanyNames(null, providerName);
      return [
        { field: 'providerName', text: providerName, companyNames },
        { field: 'experience', text: experience, companyNames },
      ];
    },
    saveChanges: (tx, { id }, { status }) => store.setStatus(tx, id, status!),
    undoEdit: { status: 'pending' },
  });

  return {
    async listNewest(limit: number) {
      const rows = await store.listApproved(database, limit);
      return rows.map(present);
    },

    /** Called once the sender has passed the bot check; stores the experience as pending. */
    async accept(
      tx: Db,
      { providerName, rating, experience, issueType }: SharedExperience,
      { id: reservedId, language = defaultLanguage }: { id?: ExperienceId; language?: Language } = {},
    ): Promise<ExperienceId> {
      const content = { providerName, rating, experience, issueType, language };
      const id = await store.insertExperience(tx, { ...content, ...(reservedId && { id: reservedId }) });
      await audit.record(tx, { actor: { kind: 'visitor' }, action: 'experience.submitted', subject: id });
      return id;
    },

    async listPending(query: QueryOf<typeof listPendingExperiences>) {
      const { rows, total } = await store.listPending(database.db, query);
      return { rows: rows.map(presentModerated), total };
    },

    /** Of two concurrent decisions the second fails with a conflict. */
    decide: (actor: UserActor, id: ExperienceId, status: 'approved' | 'rejected'): Promise<ModeratedExperience> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await workflow.decideFirst(tx, id, { status }, { actor });
        return { ...presentModerated(row), status, ...outcome };
      }),

    /** For masking private data. */
    maskAdapter: {
      async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
        const row = await store.lockExperience(tx, id as ExperienceId);
        if (row?.status !== 'approved') return undefined;
        const { status, providerName, experience, language } = row;
        return { status, title: providerName, language, names: [providerName], texts: { experience } };
      },
      write: async (tx: Db, id: string, { experience }: Readonly<Record<string, string>>): Promise<void> => {
        await store.setExperience(tx, id as ExperienceId, experience!);
      },
    },

    moderationAdapter: workflow.adapter,
  };
}
