/**
 * Files that support a report. A file is announced, uploaded to a link that is valid for a few minutes, cleaned,
 * encrypted and stored; later it is served by such links only. The storage provider cannot read the bytes.
 */
import type { EvidenceFile, EvidenceId } from '@hakiki/contract/filings';
import { evidenceLimits } from '@hakiki/contract/limits';
import { bindDeps } from '../../platform/bind-deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { rotateSealedColumn } from '../../platform/db/sealed-column.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type KeyRotation, rotateRows, tryOpen } from '../../platform/key-rotation.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { type AuditService, toAnonymousActor } from '../audit/service.ts';
import { createSealing, lockFiling } from '../intake/service.ts';
import { createFileCleaner } from './clean-file.ts';
import * as store from './store.ts';
import { evidenceFiles } from './tables.ts';
import { createSignedUrls } from './signed-urls.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  settings: Settings;
}

export interface StoredFile {
  name: string;
  type: EvidenceFile['type'];
  bytes: Uint8Array<ArrayBuffer>;
}

export type EvidenceService = ReturnType<typeof createEvidenceService>;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { settings } = deps;
  const sealing = createSealing(settings);
  const storage = openStorage(settings.evidence);
  const tickets = createSignedUrls(settings.appSecret);
  return { ...deps, sealing, storage, tickets, ...createFileCleaner() };
}

async function findFileByTicket(
  { database, tickets }: Context,
  purpose: 'upload' | 'download',
  id: EvidenceId,
  ticket: string,
) {
  // A ticket without our signature is rejected before any query.
  if (!tickets.isSigned(purpose, id, ticket)) throw new AppError('LINK_INVALID');
  const file = await store.findFile(database, id);
  const isReady = purpose === 'upload' || file?.isStored;
  if (!file || !isReady || !tickets.isValid(purpose, id, ticket, file.now)) throw new AppError('LINK_INVALID');
  return file;
}

interface UploadedFile {
  id: EvidenceId;
  filingId: string;
  sealedName: Buffer;
  type: EvidenceFile['type'];
  content: Uint8Array;
}

/** Finds a stored file of the filing with the same content. Reads only files of the same type and size. */
async function findSameFile({ sealing, storage }: Context, tx: Db, { filingId, type, content }: UploadedFile) {
  for (const file of await store.listStoredAlike(tx, filingId, type, content.length)) {
    const sealed = await storage.get(file.id);
    const stored = sealed && tryOpen(() => sealing.files.open(sealed, file.id));
    if (stored && Buffer.compare(stored, content) === 0) return file;
  }
  return undefined;
}

/**
 * Returns the stored file. A reporter whose reply was lost announces and uploads the same file again: then it is the
 * earlier one, and the copy is deleted.
 */
const markStored = (deps: Context, actor: Actor, upload: UploadedFile) =>
  deps.database.transaction(async (tx) => {
    const { audit, sealing, storage } = deps;
    const { id, filingId, sealedName, content } = upload;
    await lockFiling(tx, filingId);
    const sameFile = await findSameFile(deps, tx, upload);
    if (sameFile) {
      await storage.delete(id);
      await store.deleteNeverUploaded(tx, id);
      return sameFile;
    }
    const isBelowLimit = (await store.countStored(tx, filingId)) < evidenceLimits.files;
    if (!isBelowLimit) throw new AppError('LINK_INVALID');
    await store.setStored(tx, id, { bytes: content.length, sealedUnder: sealing.files.keyId });
    await audit.record(tx, {
      actor: toAnonymousActor(actor),
      action: 'filing.evidence-added',
      subject: filingId,
      detail: { file: id },
    });
    return { id, sealedName };
  });

const present = (
  { sealing, tickets }: Context,
  {
    id,
    sealedName,
    type,
    bytes,
  }: Pick<Awaited<ReturnType<typeof store.listFiles>>[number], 'id' | 'sealedName' | 'type' | 'bytes'>,
  now: Date,
): EvidenceFile => ({
  id: id as EvidenceId,
  name: sealing.openFileName(sealedName, id),
  type: type ?? 'application/pdf',
  bytes,
  url: tickets.createUrl('download', id, now),
});

/** Locks the filing: a file that is purged in the meantime must not be written again. */
const rotateFile = (
  { database, sealing, storage }: Context,
  { id, filingId }: store.StoredFileRow,
): Promise<'renewed' | 'lost'> =>
  database.transaction(async (tx) => {
    await lockFiling(tx, filingId);
    if (!(await store.isStillStored(tx, id))) return 'renewed';
    const sealed = await storage.get(id);
    const content = sealed && tryOpen(() => sealing.files.open(sealed, id));
    if (!sealed || !content) return 'lost';
    if (sealing.files.isOlder(sealed)) await storage.put(id, sealing.files.seal(content, id));
    await store.setSealedUnder(tx, id, sealing.files.keyId);
    return 'renewed';
  });

const createKeyRotations = (deps: Context): KeyRotation[] => [
  rotateSealedColumn(deps.database.db, {
    what: 'names of files',
    table: evidenceFiles,
    id: evidenceFiles.id,
    column: evidenceFiles.sealedName,
    name: 'sealed_name',
    box: deps.sealing.boxes.fileNames,
  }),
  {
    what: 'files of reports',
    ends: 'renewed',
    rotate: (renews) =>
      rotateRows(
        {
          readPage: (after) => store.listStoredFiles(deps.database.db, after),
          checkRow: ({ sealedUnder }) => (sealedUnder?.equals(deps.sealing.files.keyId) ? 'current' : 'older'),
          renew: (arg0) => rotateFile(deps, arg0),
        },
        renews,
      ),
  },
];

/** Each link is valid for a few minutes from `now`. */
async function list(
  deps: Context,
  filingIds: readonly string[],
  now: Date,
): Promise<{ filingId: string; file: EvidenceFile }[]> {
  const files = await store.listFiles(deps.database.db, filingIds);
  return files.map((file) => ({ filingId: file.filingId, file: present(deps, file, now) }));
}

const announce = (
  { database, sealing, tickets }: Context,
  filingId: string,
  { name, bytes }: { name: string; bytes: number },
  now: Date,
) =>
  database.transaction(async (tx) => {
    await lockFiling(tx, filingId);
    if ((await store.countExpected(tx, filingId)) >= evidenceLimits.files) throw new AppError('TOO_MANY_FILES');
    const id = uuidv7<EvidenceId>();
    await store.insertFile(tx, { id, filingId, sealedName: sealing.sealFileName(name, id), bytes });
    return { id, uploadUrl: tickets.createUrl('upload', id, now) };
  });

/** Rejects an invalid link before ten megabytes are read. */
async function checkUploadTicket(deps: Context, id: EvidenceId, ticket: string): Promise<void> {
  await findFileByTicket(deps, 'upload', id, ticket);
}

async function storeFile(
  deps: Context,
  actor: Actor,
  id: EvidenceId,
  ticket: string,
  upload: Uint8Array,
): Promise<EvidenceFile> {
  const file = await findFileByTicket(deps, 'upload', id, ticket);
  const { filingId, sealedName, now } = file;
  // The reporter sends it again because the reply was lost.
  if (file.isStored) return present(deps, { ...file, id }, now);
  const { type, bytes } = await deps.clean(upload, filingId).catch(async (error: unknown) => {
    // A link works once: a retry would cost as much again. Another file gets its own link.
    if (error instanceof AppError && error.code === 'FILE_REFUSED') await store.deleteRejected(deps.database.db, id);
    throw error;
  });
  // Of two concurrent uploads by one link, the second must not overwrite the first.
  if (!(await store.claimFile(deps.database.db, id, type))) throw new AppError('LINK_INVALID');
  try {
    await deps.storage.put(id, deps.sealing.files.seal(bytes, id));
    const stored = await markStored(deps, actor, { id, filingId, sealedName, type, content: bytes });
    return present(deps, { ...stored, type, bytes: bytes.length }, now);
  } catch (error) {
    await store.releaseFile(deps.database.db, id);
    throw error;
  }
}

async function read(deps: Context, id: EvidenceId, ticket: string): Promise<StoredFile> {
  const { sealedName, type } = await findFileByTicket(deps, 'download', id, ticket);
  const sealed = await deps.storage.get(id);
  if (!sealed || !type) throw new Error(`The file ${id} is missing in the storage.`);
  return {
    name: deps.sealing.openFileName(sealedName, id),
    type,
    bytes: new Uint8Array(deps.sealing.files.open(sealed, id)),
  };
}

/** Deletes the bytes first, so that no unknown file stays behind. Lock the filing before. */
async function deleteFiles({ storage }: Context, tx: Db, filingId: string): Promise<void> {
  for (const id of await store.listFileIds(tx, filingId)) await storage.delete(id);
  await store.deleteFiles(tx, filingId);
}

/** Deletes the bytes first: they may have arrived without being recorded. */
async function deleteNeverUploaded({ database, storage }: Context): Promise<void> {
  for (const id of await store.listNeverUploaded(database.db)) {
    await storage.delete(id);
    await store.deleteNeverUploaded(database.db, id);
  }
}

export function createEvidenceService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      list,
      announce,
      checkUploadTicket,
      store: storeFile,
      read,
      deleteFiles,
      deleteNeverUploaded,
    }),
    keyRotations: createKeyRotations(context),
    /** For other modules that accept files: all share one queue, which limits the load. */
    clean: context.clean,
    drawLogo: context.drawLogo,
    drawPicture: context.drawPicture,
  };
}
