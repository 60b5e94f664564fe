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

const BLOCK = 512;
const LONGEST_NAME = 100;
const LONGEST_PREFIX = 155;
/** Position of the operating system in the gzip header, and the value for "unknown". */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/** A long path is stored in two fields, split at a slash. */
function fieldsOf(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= LONGEST_NAME) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= LONGEST_NAME && Buffer.byteLength(prefix) <= LONGEST_PREFIX) return { name, prefix };
  }
  throw new Error(`The path is too long for an archive: ${path}`);
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

/** The ustar format of POSIX.1-1988. */
function headerOf({ path, content, isExecutable }: Entry, seconds: number): Buffer {
  const { name, prefix } = fieldsOf(path);
  const header = Buffer.alloc(BLOCK);
  const put = (text: string, offset: number) => header.write(text, offset, 'utf8');
  put(name, 0);
  put(octal(isExecutable ? 0o755 : 0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(content.length, 11), 124);
  put(octal(seconds, 11), 136);
  put(' '.repeat(8), 148);
  put('0', 156);
  put('ustar\x0000', 257);
  put(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Compares bytes, so that the order does not depend on the locale. */
const byPath = (one: Entry, other: Entry): number => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));

export function archiveOf(entries: readonly Entry[], seconds: number): Buffer {
  const blocks = entries.toSorted(byPath).flatMap((entry) => {
    const padding = Buffer.alloc((BLOCK - (entry.content.length % BLOCK)) % BLOCK);
    return [headerOf(entry, seconds), entry.content, padding];
  });
  const archive = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), {
    level: constants.Z_BEST_COMPRESSION,
  });
  archive[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
  return archive;
}
