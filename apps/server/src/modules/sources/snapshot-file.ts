/**
 * The lists of this installation as a folder that another one imports without the internet: a file of entries for each
 * list whose licence allows copies, and a signed manifest with their hashes.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, zstdDecompressSync } from 'node:zlib';
import * as z from 'zod';
import type { Database, Db } from '../../platform/db/database.ts';
import { createSignature, verifySignature } from '../../platform/signing/minisign.ts';
import type { SigningKey } from '../../platform/signing/signed-note.ts';
import type { IndicatorsService, ListSourceRow } from '../indicators/service.ts';
import { type Importing, type ImportOutcome, MAX_LIST_BYTES } from './importing.ts';
import type { ListSource } from './list-sources.ts';
import { formatSnapshotEntry } from './snapshot-entries.ts';

const MANIFEST_NAME = 'lists.json';
const SIGNATURE_NAME = `${MANIFEST_NAME}.minisig`;

const FileEntry = z.object({
  slug: z.string(),
  name: z.string(),
  licence: z.string(),
  attribution: z.string().nullable(),
  file: z.string().regex(/^[a-z0-9-]+\.ndjson\.zst$/),
  bytes: z.int(),
  sha256: z.string(),
  entries: z.int(),
  /** When the list was last read from its source. */
  listedAt: z.iso.datetime(),
});
type FileEntry = z.infer<typeof FileEntry>;
/** `kind` distinguishes it from the manifest of the open data, which is signed with the same key. */
const Manifest = z.object({
  kind: z.literal('hakiki-lists'),
  version: z.literal(1),
  generatedAt: z.iso.datetime(),
  files: z.array(FileEntry).max(100),
});
type Manifest = z.infer<typeof Manifest>;

export class SnapshotFileError extends Error {}

interface Deps {
  database: Database;
  indicators: Pick<IndicatorsService, 'lists'>;
  sources: readonly ListSource[];
}

/** Omits sources that are turned off, were never read, or may not be copied. */
export const writeSnapshot = (
  { database, indicators: { lists }, sources }: Deps,
  folder: string,
  key: SigningKey,
): Promise<Manifest> =>
  database.transaction(async (tx) => {
    await mkdir(folder, { recursive: true });
    const rows = await lists.listSources(
      tx,
      sources.map(({ slug }) => slug),
    );
    const files: FileEntry[] = [];
    for (const row of rows) {
      if (row.isEnabled && row.mayRepublish && row.lastOkAt) files.push(await writeList({ lists }, tx, folder, row));
    }
    const manifest: Manifest = { kind: 'hakiki-lists', version: 1, generatedAt: new Date().toISOString(), files };
    const content = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
    await writeFile(join(folder, MANIFEST_NAME), content);
    await writeFile(join(folder, SIGNATURE_NAME), createSignature(content, key, `lists of ${manifest.generatedAt}`));
    return manifest;
  });

async function writeList(
  { lists }: Pick<IndicatorsService, 'lists'>,
  tx: Db,
  folder: string,
  row: ListSourceRow,
): Promise<FileEntry> {
  const { slug, name, licence, attribution, lastOkAt } = row;
  const file = `${slug}.ndjson.zst`;
  const output = await open(join(folder, file), 'w', 0o644);
  const hash = createHash('sha256');
  let [bytes, entries] = [0, 0];
  async function* formatEntries() {
    for await (const batch of lists.streamEntries(tx, row)) {
      entries += batch.length;
      yield batch
        .map(({ category, reference, ...entry }) =>
          formatSnapshotEntry({ ...entry, category: category ?? undefined, reference: reference ?? undefined }),
        )
        .join('');
    }
  }
  try {
    await pipeline(Readable.from(formatEntries()), createZstdCompress(), async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.length;
        await output.writeFile(part);
      }
    });
  } finally {
    await output.close();
  }
  const listedAt = lastOkAt!.toISOString();
  return { slug, name, licence, attribution, file, bytes, sha256: hash.digest('hex'), entries, listedAt };
}

export interface ImportedList {
  slug: string;
  entries: number;
  /** `unknown`: this release has no such source. */
  outcome: ImportOutcome | 'unknown';
}

/** Nothing is imported unless the manifest and every file are as they were signed. */
export async function importSnapshot(
  { importing, sources }: { importing: Pick<Importing, 'importList'>; sources: readonly ListSource[] },
  folder: string,
  publicKey: string,
): Promise<ImportedList[]> {
  const { files } = await openManifest(folder, publicKey);
  for (const file of files) await readList(folder, file);
  const imported: ImportedList[] = [];
  for (const file of files) {
    const { slug, entries } = file;
    const source = sources.find((one) => one.slug === slug);
    imported.push({ slug, entries, outcome: source ? await importFile(importing, source, folder, file) : 'unknown' });
  }
  return imported;
}

async function importFile(
  importing: Pick<Importing, 'importList'>,
  source: ListSource,
  folder: string,
  file: FileEntry,
): Promise<ImportOutcome> {
  const content = decompress(await readList(folder, file), file);
  const sha256 = createHash('sha256').update(content).digest('hex');
  // The clock of the other installation may be ahead.
  const listedAt = new Date(Math.min(Date.parse(file.listedAt), Date.now()));
  return importing.importList(source, { content, sha256, format: 'snapshot', listedAt });
}

async function openManifest(folder: string, publicKey: string): Promise<Manifest> {
  const content = await readFile(join(folder, MANIFEST_NAME));
  verifySignature(content, await readFile(join(folder, SIGNATURE_NAME), 'utf8'), publicKey);
  const { success, data } = Manifest.safeParse(JSON.parse(content.toString('utf8')));
  if (!success) throw new SnapshotFileError('The signed manifest is not one of lists.');
  return data;
}

async function readList(folder: string, { file, bytes, sha256 }: FileEntry): Promise<Buffer> {
  const content = await readFile(join(folder, file));
  const found = createHash('sha256').update(content).digest('hex');
  if (content.length !== bytes || found !== sha256)
    throw new SnapshotFileError(`${file} is not the file that was signed.`);
  return content;
}

function decompress(content: Buffer, { file }: FileEntry): Buffer {
  try {
    return zstdDecompressSync(content, { maxOutputLength: MAX_LIST_BYTES });
  } catch (error) {
    throw new SnapshotFileError(`${file} cannot be decompressed.`, { cause: error });
  }
}
