/**
 * Files that support a report. A file is announced, uploaded to a link that is valid for a few minutes, cleaned,
 * encrypted and stored; later it is served by such links only. The storage provider cannot read the bytes.
 */
import type { EvidenceFile, EvidenceId } from '@hakiki/contract/filings';
import { evidenceLimits } from '@hakiki/contract/limits';
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

export function createEvidenceService({ database, audit, settings }: Deps) {
  const sealing = createSealing(settings);
  const storage = openStorage(settings.evidence);
  const tickets = createSignedUrls(settings.appSecret);
  const clean = createFileCleaner();

  async function findFileByTicket(purpose: 'upload' | 'download', id: EvidenceId, ticket: string) {
    // A ticket without our signature is rejected before any query.
    if (!tickets.isSigned(purpose, id, ticket)) throw new AppError('LINK_INVALID');
    const file = await store.findFile(database, id);
    const matchesPurpose = file?.isStored === (purpose === 'download');
    if (!file || !matchesPurpose || !tickets.isValid(purpose, id, ticket, file.now)) throw new AppError('LINK_INVALID');
    return file;
  }

  const markStored = (actor: Actor, id: EvidenceId, filingId: string, bytes: number) =>
    database.transaction(async (tx) => {
      await lockFiling(tx, filingId);
      const isBelowLimit = (await store.countStored(tx, filingId)) < evidenceLimits.files;
      if (!isBelowLimit) throw new AppError('LINK_INVALID');
      await store.setStored(tx, id, { bytes, sealedUnder: sealing.files.keyId });
      await audit.record(tx, {
        actor: toAnonymousActor(actor),
        action: 'filing.evidence-added',
        subject: filingId,
        detail: { file: id },
      });
    });

  const present = (
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
  const rotateFile = ({ id, filingId }: store.StoredFileRow): Promise<'renewed' | 'lost'> =>
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

  const keyRotations: KeyRotation[] = [
    rotateSealedColumn(database.db, {
      what: 'names of files',
      table: evidenceFiles,
      id: evidenceFiles.id,
      column: evidenceFiles.sealedName,
      name: 'sealed_name',
      box: sealing.boxes.fileNames,
    }),
    {
      what: 'files of reports',
      ends: 'renewed',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listStoredFiles(database.db, after),
            checkRow: ({ sealedUnder }) => (sealedUnder?.equals(sealing.files.keyId) ? 'current' : 'older'),
            renew: rotateFile,
          },
          renews,
        ),
    },
  ];

  return {
    keyRotations,

    /** For other modules that accept files: all share one queue, which limits the load. */
    clean,

    /** Each link is valid for a few minutes from `now`. */
    async list(filingIds: readonly string[], now: Date): Promise<{ filingId: string; file: EvidenceFile }[]> {
      const files = await store.listFiles(database.db, filingIds);
      return files.map((file) => ({ filingId: file.filingId, file: present(file, now) }));
    },

    announce: (filingId: string, { name, bytes }: { name: string; bytes: number }, now: Date) =>
      database.transaction(async (tx) => {
        await lockFiling(tx, filingId);
        if ((await store.countExpected(tx, filingId)) >= evidenceLimits.files) throw new AppError('TOO_MANY_FILES');
        const id = uuidv7<EvidenceId>();
        await store.insertFile(tx, { id, filingId, sealedName: sealing.sealFileName(name, id), bytes });
        return { id, uploadUrl: tickets.createUrl('upload', id, now) };
      }),

    /** Rejects an invalid link before ten megabytes are read. */
    async checkUploadTicket(id: EvidenceId, ticket: string): Promise<void> {
      await findFileByTicket('upload', id, ticket);
    },

    async store(actor: Actor, id: EvidenceId, ticket: string, upload: Uint8Array): Promise<EvidenceFile> {
      const { filingId, sealedName, now } = await findFileByTicket('upload', id, ticket);
      const { type, bytes } = await clean(upload, filingId).catch(async (error: unknown) => {
        // A link works once: a retry would cost as much again. Another file gets its own link.
        if (error instanceof AppError && error.code === 'FILE_REFUSED') await store.deleteRejected(database.db, id);
        throw error;
      });
      // Of two concurrent uploads by one link, the second must not overwrite the first.
      if (!(await store.claimFile(database.db, id, type))) throw new AppError('LINK_INVALID');
      try {
        await storage.put(id, sealing.files.seal(bytes, id));
        await markStored(actor, id, filingId, bytes.length);
      } catch (error) {
        await store.releaseFile(database.db, id);
        throw error;
      }
      return present({ id, sealedName, type, bytes: bytes.length }, now);
    },

    async read(id: EvidenceId, ticket: string): Promise<StoredFile> {
      const { sealedName, type } = await findFileByTicket('download', id, ticket);
      const sealed = await storage.get(id);
      if (!sealed || !type) throw new Error(`The file ${id} is missing in the storage.`);
      return {
        name: sealing.openFileName(sealedName, id),
        type,
        bytes: new Uint8Array(sealing.files.open(sealed, id)),
      };
    },

    /** Deletes the bytes first, so that no unknown file stays behind. Lock the filing before. */
    async deleteFiles(tx: Db, filingId: string): Promise<void> {
      for (const id of await store.listFileIds(tx, filingId)) await storage.delete(id);
      await store.deleteFiles(tx, filingId);
    },

    /** Deletes the bytes first: they may have arrived without being recorded. */
    async deleteNeverUploaded(): Promise<void> {
      for (const id of await store.listNeverUploaded(database.db)) {
        await storage.delete(id);
        await store.deleteNeverUploaded(database.db, id);
      }
    },
  };
}
