/**
 * Opens boxes of version 1, which were sealed before boxes used HPKE (decision 0041). New boxes never have this format;
 * delete this file when no such row is left (docs/runbooks/reporters.md). Layout: version (1), id of the recipient's
 * key (8), ephemeral X25519 public key (32), tag (16), content. Key and nonce: HKDF-SHA256 of the shared secret with
 * the salt `ephemeral key ‖ recipient's key` and the info `hakiki/sealed-box/v1`. Additional data: the header, then
 * purpose, a zero byte and the id as text.
 */
import { createDecipheriv, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';

const VERSION = 1;
const KEY_ID_BYTES = 8;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + KEY_BYTES;
/** The DER header of a raw X25519 key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

export const isV1Box = (sealed: Uint8Array): boolean => sealed[0] === VERSION;

export function openV1Box(
  sealed: Buffer,
  recipient: { privateKey: KeyObject; publicKey: Buffer },
  { purpose, id }: { purpose: string; id: string },
): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES);
  const ephemeral = header.subarray(1 + KEY_ID_BYTES);
  const sharedSecret = diffieHellman({
    privateKey: recipient.privateKey,
    publicKey: createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, ephemeral]), format: 'der', type: 'spki' }),
  });
  const salt = Buffer.concat([ephemeral, recipient.publicKey]);
  const keyMaterial = Buffer.from(hkdfSync('sha256', sharedSecret, salt, 'hakiki/sealed-box/v1', KEY_BYTES + IV_BYTES));
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyMaterial.subarray(0, KEY_BYTES),
    keyMaterial.subarray(KEY_BYTES),
    {
      authTagLength: TAG_BYTES,
    },
  )
    .setAAD(Buffer.concat([header, Buffer.from(`${purpose}\0${id}`)]))
    .setAuthTag(sealed.subarray(HEADER_BYTES, HEADER_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES + TAG_BYTES)), decipher.final()]);
}
