/** Detects the type of a document by its content and compares it with the file extension. Nothing in it is executed. */
import { findDocumentExtension, documentLimits, type DocumentExtension } from '@hakiki/contract/business-values';

const startsWith = (bytes: Buffer, ...head: number[]): boolean => head.every((byte, index) => bytes[index] === byte);
const containsName = (bytes: Buffer, name: string): boolean => bytes.includes(Buffer.from(name, 'utf16le'));

/** The OLE container of .doc since 1997; its directory contains the names of its streams. Macros are rejected. */
const isWordDocument = (bytes: Buffer): boolean =>
  startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) &&
  containsName(bytes, 'WordDocument') &&
  !containsName(bytes, '_VBA_PROJECT');

const DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02', 'latin1');
/** The end record is followed by a comment of at most this length. */
const MAX_END_BYTES = 22 + 65_535;
const MAX_PARTS = 5000;

/** Returns the names in the directory of a ZIP without unpacking it; undefined if it is none. */
function listZipNames(bytes: Buffer): string[] | undefined {
  if (!startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return undefined;
  const end = bytes.lastIndexOf(DIRECTORY_END);
  if (end < Math.max(0, bytes.length - MAX_END_BYTES) || end + 22 > bytes.length) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let offset = bytes.readUInt32LE(end + 16);
  if (count > MAX_PARTS) return undefined;
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > end || !DIRECTORY_ENTRY.equals(bytes.subarray(offset, offset + 4))) return undefined;
    const nameEnd = offset + 46 + bytes.readUInt16LE(offset + 28);
    names.push(bytes.toString('latin1', offset + 46, nameEnd));
    offset = nameEnd + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  return names;
}

function isWordPackage(bytes: Buffer): boolean {
  const parts = listZipNames(bytes) ?? [];
  return (
    parts.includes('[Content_Types].xml') &&
    parts.includes('word/document.xml') &&
    !parts.some((name) => /vbaproject/i.test(name))
  );
}

const contentChecks: Record<DocumentExtension, (bytes: Buffer) => boolean> = {
  '.pdf': (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-',
  '.doc': isWordDocument,
  '.docx': isWordPackage,
  '.jpg': (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff),
  '.png': (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
};

/** Returns the extension if the content matches it. */
export function detectExtension(name: string, bytes: Buffer): DocumentExtension | undefined {
  const extension = findDocumentExtension(name);
  if (!extension || bytes.length === 0 || bytes.length > documentLimits.fileBytes) return undefined;
  return contentChecks[extension](bytes) ? extension : undefined;
}
