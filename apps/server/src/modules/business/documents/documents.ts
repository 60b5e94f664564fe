/**
 * Documents of a business: checked by name and content, encrypted and stored like evidence, and readable for moderators
 * only. When all current documents are approved, the listing gets the compliance badge, independent of any payment.
 */
import { createHash } from 'node:crypto';
import type { BusinessId, DocumentId, OwnDocument } from '@hakiki/contract/business';
import { type DocumentKind, documentLimits, documentTypes } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { textLimits } from '@hakiki/contract/limits';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, invalidInput, notFound } from '../../../platform/app-error.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { createRotatingBox } from '../../../platform/sealing/secret-box.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { tryOpen, type KeyRotation, rotateRows } from '../../../platform/key-rotation.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import type { EvidenceService } from '../../evidence/service.ts';
import { detectExtension } from './document-content.ts';
import * as store from './documents-store.ts';
import { findMembershipOf, findOrCreateMembership, requireMembership } from '../colleagues/membership.ts';
import { lockBusiness } from '../portal/portal-store.ts';

export interface SentFile {
  name: string;
  bytes: Buffer;
}

interface Deps {
  database: Database;
  audit: AuditService;
  directory: Pick<DirectoryService, 'setCompliance'>;
  evidence: Pick<EvidenceService, 'clean'>;
  settings: Pick<Settings, 'appSecret' | 'evidence'>;
}

interface CheckedFile extends Omit<store.NewDocument, 'kind'> {
  sealed: Buffer;
}

const present = (row: store.OwnDocumentRow): OwnDocument => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
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
const toFileName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').trim().slice(-textLimits.title);

const BATCH_SIZE = 100;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { settings } = deps;
  const storage = openStorage(settings.evidence);
  const box = createRotatingBox(settings.appSecret, 'business/document');
  return { ...deps, storage, box };
}

/** The error contains the name of the file, so that the sender knows which one was rejected. */
async function checkFile(
  { box, evidence }: Context,
  { name: path, bytes }: SentFile,
  sender: string,
): Promise<CheckedFile> {
  const name = toFileName(path);
  const createRejection = (cause?: unknown) =>
    new AppError('DOCUMENT_REFUSED', {
      cause,
      fields: { [name || 'files']: { code: 'FILE_NOT_AS_NAMED' } },
    });
  const extension = detectExtension(name, bytes);
  if (!extension || !name.isWellFormed() || name.includes('\0')) throw createRejection();
  const type = documentTypes[extension];
  const content = type.startsWith('image/')
    ? await evidence.clean(bytes, sender).then(
        (cleaned) => cleaned.bytes,
        (error: unknown) => {
          throw error instanceof AppError && error.code === 'FILE_REFUSED' ? createRejection(error) : error;
        },
      )
    : bytes;
  const id = uuidv7<DocumentId>();
  const sha256 = createHash('sha256').update(content).digest();
  return { id, name, type, bytes: content.length, sha256, sealedUnder: box.keyId, sealed: box.seal(content, id) };
}

/** An account without a business may send: its business is created with the first documents. */
async function assertMaySend({ database }: Context, actor: UserActor): Promise<void> {
  if (await findMembershipOf(database.db, actor)) await requireMembership(database.db, actor, 'editor');
}

/** The badge does not change while a document is pending. */
async function updateBadge(
  { directory }: Context,
  tx: Db,
  businessId: BusinessId,
  providerId: ProviderId | null,
): Promise<void> {
  const status = await store.readDocumentsStatus(tx, businessId);
  if (!providerId || status === 'pending') return;
  await directory.setCompliance(tx, providerId, status === 'verified');
}

const reencryptFile = ({ box, database, storage }: Context, id: DocumentId): Promise<'renewed' | 'lost'> =>
  database.transaction(async (tx) => {
    if (!(await store.lockStored(tx, id))) return 'renewed';
    const sealed = await storage.get(id);
    const content = sealed && tryOpen(() => box.open(sealed, id));
    if (!sealed || !content) return 'lost';
    if (box.isOlder(sealed)) await storage.put(id, box.seal(content, id));
    await store.setSealedUnder(tx, id, box.keyId);
    return 'renewed';
  });

async function list({ database }: Context, actor: UserActor): Promise<OwnDocument[]> {
  const membership = await findMembershipOf(database.db, actor);
  if (!membership) return [];
  const rows = await store.listOwn(database.db, membership.businessId, documentLimits.filesPerBusiness);
  return rows.map(present);
}

/** Stores all files or none. */
async function send(
  deps: Context,
  actor: UserActor,
  files: readonly SentFile[],
  kind: DocumentKind = 'other',
): Promise<OwnDocument[]> {
  if (files.length === 0) throw invalidInput({ files: 'FILES_REQUIRED' });
  if (files.length > documentLimits.filesPerRequest) throw invalidInput({ files: 'TOO_MANY_AT_ONCE' });
  await assertMaySend(deps, actor);
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push(await checkFile(deps, file, actor.user.id));
  const businessId = await deps.database.transaction(async (tx) => {
    const membership = await findOrCreateMembership(tx, deps.audit, actor);
    const business = (await lockBusiness(tx, membership.businessId))!;
    if ((await store.countOwn(tx, business.id)) + checked.length > documentLimits.filesPerBusiness) {
      throw new AppError('TOO_MANY_DOCUMENTS');
    }
    for (const { sealed, ...document } of checked) {
      await deps.storage.put(document.id, sealed);
      await store.insertVersion(tx, business.id, { ...document, kind });
      await deps.audit.record(tx, {
        actor: toAuditActor(actor),
        action: 'document.sent',
        subject: document.id,
        detail: { business: business.id },
      });
    }
    await updateBadge(deps, tx, business.id, business.providerId);
    return business.id;
  });
  const rows = await store.listOwn(deps.database.db, businessId, documentLimits.filesPerBusiness);
  return checked.flatMap(({ id }) => rows.filter((row) => row.id === id).map(present));
}

async function read(
  { box, database, storage }: Context,
  id: string,
): Promise<{ name: string; type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const file = await store.findFile(database.db, id);
  if (!file) throw notFound('DOCUMENT_NOT_FOUND');
  const sealed = await storage.get(file.id);
  if (!sealed) throw new Error(`The document ${id} is missing in the storage.`);
  return { name: file.name, type: file.type, bytes: new Uint8Array(box.open(sealed, file.id)) };
}

/** Removes the badge of listings whose documents have expired. */
async function removeExpiredBadges(deps: Context): Promise<number> {
  let processed = 0;
  for (let after: BusinessId | undefined; ;) {
    const page = await store.listExpired(deps.database.db, after, BATCH_SIZE);
    for (const { businessId } of page) {
      await deps.database.transaction(async (tx) => {
        const business = await lockBusiness(tx, businessId);
        if (business) await updateBadge(deps, tx, business.id, business.providerId);
      });
    }
    processed += page.length;
    after = page.at(-1)?.businessId;
    if (!after || page.length < BATCH_SIZE) return processed;
  }
}

/** Deletes the files before the rows, so that no file is left without a row. */
async function deleteAbandoned({ database, storage }: Context): Promise<number> {
  const abandonedIds = await store.listWithoutMembers(database.db, BATCH_SIZE);
  for (const businessId of abandonedIds) {
    await database.transaction(async (tx) => {
      if (!(await lockBusiness(tx, businessId))) return;
      for (const id of await store.listFileIds(tx, businessId)) await storage.delete(id);
      await store.deleteWithoutMembers(tx, businessId);
    });
  }
  return abandonedIds.length;
}

export function createDocuments(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, { updateBadge, list, assertMaySend, send, read, removeExpiredBadges, deleteAbandoned }),
    keyRotations: [
      {
        what: 'documents of businesses',
        ends: 'renewed',
        rotate: (renews) =>
          rotateRows(
            {
              readPage: (after) => store.listStored(context.database.db, after),
              checkRow: ({ sealedUnder }) => (sealedUnder?.equals(context.box.keyId) ? 'current' : 'older'),
              renew: ({ id }) => reencryptFile(context, id),
            },
            renews,
          ),
      },
    ] satisfies KeyRotation[] as KeyRotation[],
  };
}
