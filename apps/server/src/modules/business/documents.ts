/**
 * Documents of a business: checked by name and content, encrypted and stored like evidence, and readable for moderators
 * only. When all current documents are approved, the listing gets the compliance badge, independent of any payment.
 */
import { createHash } from 'node:crypto';
import type { BusinessId, DocumentId, OwnDocument } from '@hakiki/contract/business';
import { documentLimits, documentTypes } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { textLimits } from '@hakiki/contract/limits';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { createRotatingBox } from '../../platform/sealing/secret-box.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { tryOpen, type KeyRotation, rotateRows } from '../../platform/key-rotation.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import { endingKept } from './document-content.ts';
import * as store from './documents-store.ts';
import { membershipOf, membershipOrOwn, requireMembership } from './membership.ts';
import { lockBusiness } from './portal-store.ts';

export interface SentFile {
  name: string;
  bytes: Buffer;
}

interface Needs {
  database: Database;
  audit: AuditService;
  directory: Pick<DirectoryService, 'setCompliance'>;
  filings: Pick<FilingsService, 'cleanFile'>;
  settings: Pick<Settings, 'appSecret' | 'evidence'>;
}

interface Checked extends store.NewDocument {
  sealed: Buffer;
}

const present = (row: store.OwnRow): OwnDocument => ({
  id: row.id,
  name: row.name,
  type: row.type,
  bytes: row.bytes ?? 0,
  version: row.version,
  isCurrent: row.isCurrent,
  status: row.status,
  reason: row.reason,
  validUntil: row.validUntil,
  isOver: row.isOver,
  createdAt: row.createdAt.toISOString(),
});

/** Removes the path that some browsers send. */
const plainName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').trim().slice(-textLimits.title);

const AT_ONCE = 100;

export function createDocuments({ database, audit, directory, filings, settings }: Needs) {
  const storage = openStorage(settings.evidence);
  const box = createRotatingBox(settings.appSecret, 'business/document');

  /** The error contains the name of the file, so that the sender knows which one was rejected. */
  async function check({ name: given, bytes }: SentFile, sender: string): Promise<Checked> {
    const name = plainName(given);
    const refusal = (cause?: unknown) =>
      new AppError('DOCUMENT_REFUSED', {
        cause,
        fields: { [name || 'files']: { code: 'FILE_NOT_AS_NAMED' } },
      });
    const ending = endingKept(name, bytes);
    if (!ending || !name.isWellFormed() || name.includes('\0')) throw refusal();
    const type = documentTypes[ending];
    const kept = type.startsWith('image/')
      ? await filings.cleanFile(bytes, sender).then(
          (cleaned) => cleaned.bytes,
          (error: unknown) => {
            throw error instanceof AppError && error.code === 'FILE_REFUSED' ? refusal(error) : error;
          },
        )
      : bytes;
    const id = uuidv7<DocumentId>();
    const sha256 = createHash('sha256').update(kept).digest();
    return { id, name, type, bytes: kept.length, sha256, sealedUnder: box.keyId, sealed: box.seal(kept, id) };
  }

  /** An account without a business may send: its business is created with the first documents. */
  async function assertMaySend(actor: UserActor): Promise<void> {
    if (await membershipOf(database.db, actor)) await requireMembership(database.db, actor, 'editor');
  }

  /** The badge does not change while a document is pending. */
  async function updateBadge(tx: Db, businessId: BusinessId, providerId: ProviderId | null): Promise<void> {
    const standing = await store.readStanding(tx, businessId);
    if (!providerId || standing === 'pending') return;
    await directory.setCompliance(tx, providerId, standing === 'verified');
  }

  const renewFile = (id: DocumentId): Promise<'renewed' | 'lost'> =>
    database.transaction(async (tx) => {
      if (!(await store.lockStored(tx, id))) return 'renewed';
      const sealed = await storage.get(id);
      const content = sealed && tryOpen(() => box.open(sealed, id));
      if (!sealed || !content) return 'lost';
      if (box.isOlder(sealed)) await storage.put(id, box.seal(content, id));
      await store.setSealedUnder(tx, id, box.keyId);
      return 'renewed';
    });

  return {
    updateBadge,

    async list(actor: UserActor): Promise<OwnDocument[]> {
      const membership = await membershipOf(database.db, actor);
      if (!membership) return [];
      const rows = await store.listOwn(database.db, membership.businessId, documentLimits.kept);
      return rows.map(present);
    },

    /** Rejects members who may not send documents, before their files are read. */
    assertMaySend,

    /** Stores all files or none. */
    async send(actor: UserActor, files: readonly SentFile[]): Promise<OwnDocument[]> {
      if (files.length === 0) throw invalidInput({ files: 'FILES_REQUIRED' });
      if (files.length > documentLimits.filesAtOnce) throw invalidInput({ files: 'TOO_MANY_AT_ONCE' });
      await assertMaySend(actor);
      const checked: Checked[] = [];
      for (const file of files) checked.push(await check(file, actor.user.id));
      const businessId = await database.transaction(async (tx) => {
        const membership = await membershipOrOwn(tx, audit, actor);
        const business = (await lockBusiness(tx, membership.businessId))!;
        if ((await store.countOwn(tx, business.id)) + checked.length > documentLimits.kept) {
          throw new AppError('TOO_MANY_DOCUMENTS');
        }
        for (const { sealed, ...document } of checked) {
          await storage.put(document.id, sealed);
          await store.insertVersion(tx, business.id, document);
          await audit.record(tx, {
            actor: actorOf(actor),
            action: 'document.sent',
            subject: document.id,
            detail: { business: business.id },
          });
        }
        await updateBadge(tx, business.id, business.providerId);
        return business.id;
      });
      const rows = await store.listOwn(database.db, businessId, documentLimits.kept);
      return checked.flatMap(({ id }) => rows.filter((row) => row.id === id).map(present));
    },

    async read(id: string): Promise<{ name: string; type: string; bytes: Uint8Array<ArrayBuffer> }> {
      const file = await store.findFile(database.db, id);
      if (!file) throw notFound('DOCUMENT_NOT_FOUND');
      const sealed = await storage.get(file.id);
      if (!sealed) throw new Error(`The document ${id} is missing in the storage.`);
      return { name: file.name, type: file.type, bytes: new Uint8Array(box.open(sealed, file.id)) };
    },

    /** Removes the badge of listings whose documents have expired. */
    async endBadges(): Promise<number> {
      let ended = 0;
      for (let after: BusinessId | undefined; ;) {
        const page = await store.listEnded(database.db, after, AT_ONCE);
        for (const { businessId } of page) {
          await database.transaction(async (tx) => {
            const business = await lockBusiness(tx, businessId);
            if (business) await updateBadge(tx, business.id, business.providerId);
          });
        }
        ended += page.length;
        after = page.at(-1)?.businessId;
        if (!after || page.length < AT_ONCE) return ended;
      }
    },

    /** Deletes the files before the rows, so that no file is left without a row. */
    async forgetDeserted(): Promise<number> {
      const deserted = await store.listDeserted(database.db, AT_ONCE);
      for (const businessId of deserted) {
        await database.transaction(async (tx) => {
          if (!(await lockBusiness(tx, businessId))) return;
          for (const id of await store.listFilesOf(tx, businessId)) await storage.delete(id);
          await store.deleteDeserted(tx, businessId);
        });
      }
      return deserted.length;
    },

    underSecret: [
      {
        what: 'documents of businesses',
        ends: 'renewed',
        rotate: (renews) =>
          rotateRows(
            {
              readPage: (after) => store.listStored(database.db, after),
              checkRow: ({ sealedUnder }) => (sealedUnder?.equals(box.keyId) ? 'current' : 'older'),
              renew: ({ id }) => renewFile(id),
            },
            renews,
          ),
      },
    ] satisfies KeyRotation[] as KeyRotation[],
  };
}
