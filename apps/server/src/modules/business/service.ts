/** What businesses ask to have changed on their listing, and the documents they send. Nothing takes effect before a moderator agrees. */
import type { approveDocument, approveProfileChange, listDocuments, listProfileChanges } from '@hakiki/contract/admin';
import type { ProviderId } from '@hakiki/contract/directory';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { DecisionsService } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import { describe, wantedOf } from './profile.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  decisions: Pick<DecisionsService, 'record'>;
  directory: Pick<DirectoryService, 'lock' | 'setProfile'>;
}

type ProfileChange = ReplyOf<typeof approveProfileChange>;
type BusinessDocument = ReplyOf<typeof approveDocument>;

const presentChange = (row: store.ChangeRow): ProfileChange => ({
  id: row.id,
  providerId: row.providerId as ProviderId,
  providerName: row.providerName,
  changes: describe(wantedOf(row.changes, row), row),
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

const presentDocument = (row: store.DocumentRow): BusinessDocument => ({
  id: row.id,
  providerId: row.providerId as ProviderId,
  providerName: row.providerName,
  name: row.name,
  type: row.type,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export type BusinessService = ReturnType<typeof createBusinessService>;

export function createBusinessService({ database, decisions, directory }: Needs) {
  return {
    async listPendingChanges(query: QueryOf<typeof listProfileChanges>) {
      const [rows, total] = await Promise.all([
        store.listPendingChanges(database.db, query),
        store.countPendingChanges(database.db),
      ]);
      return { rows: rows.map(presentChange), total };
    },

    /** The provider is locked first, as everywhere. Answers what it was about, as it was asked. */
    settleChange: (actor: UserActor, id: string, to: 'approved' | 'rejected'): Promise<ProfileChange> =>
      database.transaction(async (tx) => {
        const providerId = await store.findProviderOfChange(tx, id);
        if (!providerId) throw notFound('CHANGE_NOT_FOUND');
        await directory.lock(tx, providerId as ProviderId);
        const change = await store.lockChange(tx, id);
        if (!change) throw notFound('CHANGE_NOT_FOUND');
        const { status: from, createdAt: arrivedAt } = change;
        if (from !== 'pending') throw new AppError('ALREADY_DECIDED');
        const wanted = wantedOf(change.changes, change);
        if (to === 'approved') await directory.setProfile(tx, providerId as ProviderId, wanted);
        await store.setChangeStatus(tx, id, to);
        const detail = { provider: providerId, fields: Object.keys(wanted).join(', ') };
        await decisions.record(tx, { actor, subject: 'change', subjectId: id, from, to, arrivedAt, detail });
        return { ...presentChange(change), status: to };
      }),

    async listPendingDocuments(query: QueryOf<typeof listDocuments>) {
      const [rows, total] = await Promise.all([
        store.listPendingDocuments(database.db, query),
        store.countPendingDocuments(database.db),
      ]);
      return { rows: rows.map(presentDocument), total };
    },

    settleDocument: (actor: UserActor, id: string, to: 'approved' | 'rejected'): Promise<BusinessDocument> =>
      database.transaction(async (tx) => {
        const document = await store.lockDocument(tx, id);
        if (!document) throw notFound('DOCUMENT_NOT_FOUND');
        const { status: from, createdAt: arrivedAt } = document;
        if (from !== 'pending') throw new AppError('ALREADY_DECIDED');
        await store.setDocumentStatus(tx, id, to);
        await decisions.record(tx, { actor, subject: 'document', subjectId: id, from, to, arrivedAt });
        return { ...presentDocument(document), status: to };
      }),
  };
}
