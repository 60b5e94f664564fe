/** A file of a release: written in parts, hashed on the way, and on the disk when `close` returns. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

export interface WrittenFile {
  name: string;
  bytes: number;
  sha256: string;
  entries: number;
}

export interface OutputFile {
  write: (content: string | Uint8Array, entries?: number) => Promise<void>;
  close: () => Promise<WrittenFile>;
  /** After an error. */
  discard: () => Promise<void>;
}

/** A name that ends in `.gz` is compressed, each part by itself: parts in a row are one gzip file. */
export async function createOutputFile(folder: string, name: string): Promise<OutputFile> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'wx', 0o644);
  const hash = createHash('sha256');
  const isCompressed = name.endsWith('.gz');
  let bytes = 0;
  let entries = 0;
  async function append(part: Uint8Array): Promise<void> {
    hash.update(part);
    bytes += part.length;
    await file.writeFile(part);
  }
  return {
    async write(content, added = 0) {
      entries += added;
      if (content.length === 0) return;
      const part = isCompressed ? await compress(content) : Buffer.from(content);
      await append(part);
    },
    async close() {
      // Nothing at all is no gzip file.
      if (isCompressed && bytes === 0) await append(await compress(''));
      await file.sync();
      await file.close();
      return { name, bytes, sha256: hash.digest('hex'), entries };
    },
    discard: () => file.close().catch(() => undefined),
  };
}
