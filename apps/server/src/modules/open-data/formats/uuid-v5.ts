import { createHash } from 'node:crypto';

/** A name-based UUID (RFC 9562): the same name always has the same id. */
export function uuidv5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Never changes: the ids of everything that was published derive from it. */
export const HAKIKI_NAMESPACE = '6f1c4f0a-8f0e-4c38-9d3e-3a1c2b7d5e90';
