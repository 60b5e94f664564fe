/**
 * A reproducible tar archive: entries sorted by name, one time for all, no owner, and a gzip header without time and
 * system. The compressor is that of the lockfile's Node, so other machines create the same bytes.
 */
import { constants, gzipSync } from 'node:zlib';

export interface Entry {
  path: string;
  content: Buffer;
  isExecutable?: boolean;
}

const BLOCK_BYTES = 512;
const MAX_NAME_LENGTH = 100;
const MAX_PREFIX_LENGTH = 155;
/** Position of the operating system in the gzip header, and the value for "unknown". */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/** A long path is stored in two fields, split at a slash. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= MAX_NAME_LENGTH) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= MAX_NAME_LENGTH && Buffer.byteLength(prefix) <= MAX_PREFIX_LENGTH)
      return { name, prefix };
  }
  throw new Error(`The path is too long for an archive: ${path}`);
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

/** The ustar format of POSIX.1-1988. */
function createHeader({ path, content, isExecutable }: Entry, seconds: number): Buffer {
  const { name, prefix } = splitPath(path);
  const header = Buffer.alloc(BLOCK_BYTES);
  const writeField = (text: string, offset: number) => header.write(text, offset, 'utf8');
  writeField(name, 0);
  writeField(octal(isExecutable ? 0o755 : 0o644, 7), 100);
  writeField(octal(0, 7), 108);
  writeField(octal(0, 7), 116);
  writeField(octal(content.length, 11), 124);
  writeField(octal(seconds, 11), 136);
  writeField(' '.repeat(8), 148);
  writeField('0', 156);
  writeField('ustar\x0000', 257);
  writeField(prefix, 345);
  const checksum = header.reduce((total, byte) => total + byte, 0);
  writeField(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Compares bytes, so that the order does not depend on the locale. */
const compareByPath = (one: Entry, other: Entry): number =>
  Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));

export function createArchive(entries: readonly Entry[], seconds: number): Buffer {
  const blocks = entries.toSorted(compareByPath).flatMap((entry) => {
    const padding = Buffer.alloc((BLOCK_BYTES - (entry.content.length % BLOCK_BYTES)) % BLOCK_BYTES);
    return [createHeader(entry, seconds), entry.content, padding];
  });
  const archive = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), {
    level: constants.Z_BEST_COMPRESSION,
  });
  archive[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
  return archive;
}
