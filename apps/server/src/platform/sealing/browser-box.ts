/**
 * Encrypts for one page in one browser with Web Crypto: the page generates a P-256 key pair and sends only the public
 * key, so nobody in between can open the box. Layout: version (1), ephemeral public key, uncompressed (65), content,
 * tag (16). Key and nonce: ECDH of the two keys (32 bytes), then HKDF-SHA256 with the salt `ephemeral key ‖ page's key`
 * and the info `hakiki/browser-box/v1` to 44 bytes: 32 for AES-256-GCM, 12 for its nonce, which is used once because
 * the key is. Additional data: version, ephemeral key, then purpose, a zero byte and the id as text.
 */
import { createCipheriv, createECDH, ECDH, hkdfSync } from 'node:crypto';
import type { BoxBinding } from './sealed-box.ts';

const VERSION = 1;
const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

function readPoint(publicKey: string): Buffer {
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== POINT_BYTES || point.toString('base64url') !== publicKey) throw new Error('Not a point.');
  // Throws if the point is not on the curve.
  ECDH.convertKey(point, CURVE);
  return point;
}

/** The format of `crypto.subtle.exportKey('raw', …)`, in base64url. */
export function isBrowserKey(publicKey: string): boolean {
  try {
    return readPoint(publicKey).length === POINT_BYTES;
  } catch {
    return false;
  }
}

export function sealForBrowser(publicKey: string, content: Uint8Array, { purpose, id }: BoxBinding): Buffer {
  const recipient = readPoint(publicKey);
  const pair = createECDH(CURVE);
  const ephemeralKey = pair.generateKeys();
  const salt = Buffer.concat([ephemeralKey, recipient]);
  const sharedSecret = pair.computeSecret(recipient);
  const keyMaterial = Buffer.from(
    hkdfSync('sha256', sharedSecret, salt, 'hakiki/browser-box/v1', KEY_BYTES + IV_BYTES),
  );
  const [key, iv] = [keyMaterial.subarray(0, KEY_BYTES), keyMaterial.subarray(KEY_BYTES)];
  const header = Buffer.concat([Buffer.of(VERSION), ephemeralKey]);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.concat([header, Buffer.from(`${purpose}\0${id}`)]),
  );
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([header, ciphertext, cipher.getAuthTag()]);
}
