/** What businesses ask to have changed on their listing, and the documents they send. Nothing takes effect before a moderator agrees. */
import type {
  approveDocument,
  approveProfileChange,
  listDocuments,
  listProfileChanges,
} from '@hakiki/contract/business-admin';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { DecisionsService, Said } from '../decisions/service.ts';
import type { DirectoryService, Profile } from '../directory/service.ts';
import { describe, wantedOf } from './profile.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  decisions: Pick<DecisionsService, 'moderated'>;
  directory: Pick<DirectoryService, 'foresee' | 'hold' | 'setProfile'>;
}

type ProfileChange = ReplyOf<typeof approveProfileChange>;
type BusinessDocument = ReplyOf<typeof approveDocument>;

const presentChange = (row: store.ChangeRow): ProfileChange => ({
  id: row.id,
  providerId: row.providerId,
  providerName: row.providerName,
  changes: describe(wantedOf(row.changes, row), row),
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

const presentDocument = (row: store.DocumentRow): BusinessDocument => ({
  id: row.id,
  providerId: row.providerId,
  providerName: row.providerName,
  name: row.name,
  type: row.type,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export type BusinessService = ReturnType<typeof createBusinessService>;

const statusEditSchema = z.object({ status: z.enum(['approved', 'rejected']) });
type StatusEdit = z.infer<typeof statusEditSchema>;

type HeldChange = store.ChangeRow & { said: Said };

export function createBusinessService({ database, decisions, directory }: Needs) {
  const wantedIf = (change: store.ChangeRow, { status }: StatusEdit): Partial<Profile> =>
    status === 'approved' ? wantedOf(change.changes, change) : {};

  /** The listing of a provider that people are warned of is part of the warning: by another name or address nobody would find it. */
  const changeLife = decisions.moderated<HeldChange, StatusEdit, StatusEdit>({
    subject: 'change',
    unknown: 'CHANGE_NOT_FOUND',
    undecided: 'pending',
    /** The provider is locked first: the one lock order, so that nothing deadlocks. */
    async hold(tx, id) {
      const providerId = await store.findProviderOfChange(tx, id);
      const provider = providerId ? await directory.hold(tx, providerId) : undefined;
      const change = provider && (await store.lockChange(tx, id));
      return change && { ...change, said: provider.said };
    },
    compare: (_, wanted) => wanted,
    async set(tx, change, verdict) {
      await directory.setProfile(tx, change.providerId, wantedIf(change, verdict));
      await store.setChangeStatus(tx, change.id, verdict.status);
    },
    detail: (change) => ({
      provider: change.providerId,
      fields: Object.keys(wantedOf(change.changes, change)).join(', '),
    }),
    warns: {
      titleOf: ({ providerName }) => providerName,
      readEdit: (changes) => statusEditSchema.parse(changes),
      rewrites: wantedIf,
      foresee: async (_, change, verdict) => ({
        provider: await directory.foresee(change.providerId, wantedIf(change, verdict)),
      }),
    },
  });

  const documentLife = decisions.moderated<store.DocumentRow, StatusEdit, StatusEdit>({
    subject: 'document',
    unknown: 'DOCUMENT_NOT_FOUND',
    undecided: 'pending',
    hold: store.lockDocument,
    compare: (_, wanted) => wanted,
    set: (tx, { id }, { status }) => store.setDocumentStatus(tx, id, status),
  });

  return {
    async listPendingChanges(query: QueryOf<typeof listProfileChanges>) {
      const { rows, total } = await store.listPendingChanges(database.db, query);
      return { rows: rows.map(presentChange), total };
    },

    /** Answers what it was about, as it was asked. */
    settleChange: (actor: UserActor, id: string, status: 'approved' | 'rejected'): Promise<ProfileChange> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await changeLife.settle(tx, id, { status }, { actor });
        return { ...presentChange(row), ...(outcome.decisionId && { status }), ...outcome };
      }),

    async listPendingDocuments(query: QueryOf<typeof listDocuments>) {
      const { rows, total } = await store.listPendingDocuments(database.db, query);
      return { rows: rows.map(presentDocument), total };
    },

    settleDocument: (actor: UserActor, id: string, status: 'approved' | 'rejected'): Promise<BusinessDocument> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await documentLife.settle(tx, id, { status }, { actor });
        return { ...presentDocument(row), status, ...outcome };
      }),

    decided: changeLife.decided,
  };
}
