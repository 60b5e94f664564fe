/** Detects the type of a document by its content and compares it with the file extension. Nothing in it is executed. */
import { documentEndingOf, documentLimits, type DocumentEnding } from '@hakiki/contract/business-values';

const startsWith = (bytes: Buffer, ...head: number[]): boolean => head.every((byte, place) => bytes[place] === byte);
const holds = (bytes: Buffer, name: string): boolean => bytes.includes(Buffer.from(name, 'utf16le'));

/** The OLE container of .doc since 1997; its directory contains the names of its streams. Macros are rejected. */
const isWordDocument = (bytes: Buffer): boolean =>
  startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) &&
  holds(bytes, 'WordDocument') &&
  !holds(bytes, '_VBA_PROJECT');

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY = Buffer.from('PK\x01\x02', 'latin1');
/** The end record is followed by a comment of at most this length. */
const LONGEST_END = 22 + 65_535;
const MOST_PARTS = 5000;

/** Returns the names in the directory of a ZIP without unpacking it; undefined if it is none. */
function partsOf(bytes: Buffer): string[] | undefined {
  if (!startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return undefined;
  const end = bytes.lastIndexOf(END_OF_DIRECTORY);
  if (end < Math.max(0, bytes.length - LONGEST_END) || end + 22 > bytes.length) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let place = bytes.readUInt32LE(end + 16);
  if (count > MOST_PARTS) return undefined;
  const names: string[] = [];
  for (let part = 0; part < count; part += 1) {
    if (place + 46 > end || !ENTRY.equals(bytes.subarray(place, place + 4))) return undefined;
    const nameEnd = place + 46 + bytes.readUInt16LE(place + 28);
    names.push(bytes.toString('latin1', place + 46, nameEnd));
    place = nameEnd + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32);
  }
  return names;
}

function isWordPackage(bytes: Buffer): boolean {
  const parts = partsOf(bytes) ?? [];
  return (
    parts.includes('[Content_Types].xml') &&
    parts.includes('word/document.xml') &&
    !parts.some((name) => /vbaproject/i.test(name))
  );
}

const keeps: Record<DocumentEnding, (bytes: Buffer) => boolean> = {
  '.pdf': (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-',
  '.doc': isWordDocument,
  '.docx': isWordPackage,
  '.jpg': (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff),
  '.png': (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
};

/** Returns the extension if the content matches it. */
export function endingKept(name: string, bytes: Buffer): DocumentEnding | undefined {
  const ending = documentEndingOf(name);
  if (!ending || bytes.length === 0 || bytes.length > documentLimits.fileBytes) return undefined;
  return keeps[ending](bytes) ? ending : undefined;
}
