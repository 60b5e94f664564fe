/**
 * Public-key encryption: anybody with the public key can seal a box, only the private key opens it. A box is one HPKE
 * message (RFC 9180, base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM), bound to its purpose and row. It
 * names its recipient's key, so that keys can be rotated while old boxes still open. Layout: version (1), id of the
 * recipient's key (8), encapsulated key of HPKE (32), ciphertext with its tag (16 more than the content). Info of HPKE:
 * `hakiki/sealed-box/v2`. Additional data: version and key id as above, then purpose, a zero byte and the id as text.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import { isFirstBox, openFirstBox } from './first-sealed-box.ts';

const VERSION = 2;
const KEY_ID_BYTES = 8;
const KEY_BYTES = 32;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const INFO = Buffer.from('hakiki/sealed-box/v2');
/** The DER headers of a raw X25519 key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** The purpose of a box and the row that contains it. */
export interface Place {
  purpose: string;
  id: string;
}

/** The format in the settings: the prefix prevents mixing up the two kinds of keys. */
const written = {
  public: (key: Buffer) => `public-${key.toString('base64url')}`,
  private: (key: Buffer) => `private-${key.toString('base64url')}`,
};

const readKey = (kind: keyof typeof written, text: string): Buffer => {
  const key = Buffer.from(text.slice(kind.length + 1), 'base64url');
  if (key.length !== KEY_BYTES || written[kind](key) !== text) throw new Error(`Not a ${kind} key.`);
  return key;
};

export const isKey = (kind: keyof typeof written, text: string): boolean => {
  try {
    return readKey(kind, text).length === KEY_BYTES;
  } catch {
    return false;
  }
};

const privateFrom = (key: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, key]), format: 'der', type: 'pkcs8' });
const bytesOfPublic = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
const publicOf = (privateKey: Buffer): Buffer => bytesOfPublic(createPublicKey(privateFrom(privateKey)));

export const pairFrom = (secret: Buffer): KeyPair => ({
  publicKey: written.public(publicOf(secret)),
  privateKey: written.private(secret),
});

export function newPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('x25519');
  return pairFrom(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE_PREFIX.length));
}

export const isPair = ({ publicKey, privateKey }: KeyPair): boolean =>
  pairFrom(readKey('private', privateKey)).publicKey === publicKey;

const keyIdOf = (publicKey: Buffer): Buffer =>
  createHash('sha256').update(publicKey).digest().subarray(0, KEY_ID_BYTES);

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

const headerFor = (recipient: Buffer): Buffer => Buffer.concat([Buffer.of(VERSION), keyIdOf(recipient)]);

const boundTo = (header: Uint8Array, { purpose, id }: Place): Buffer =>
  Buffer.concat([header, Buffer.from(`${purpose}\0${id}`)]);

export function createSealer(publicKey: string) {
  const recipient = readKey('public', publicKey);
  const header = headerFor(recipient);

  return async (content: Uint8Array, place: Place): Promise<Buffer> => {
    const recipientPublicKey = await suite.kem.deserializePublicKey(recipient);
    // One message for each encapsulated key, so that no nonce is used twice.
    const { enc, ct } = await suite.seal({ recipientPublicKey, info: INFO }, content, boundTo(header, place));
    return Buffer.concat([header, new Uint8Array(enc), new Uint8Array(ct)]);
  };
}

/** Accepts current and earlier private keys. Throws if a box was altered, moved or sealed for another key. */
export function createOpener(privateKeys: readonly string[]) {
  const keys = new Map(
    privateKeys.map((text) => {
      const bytes = readKey('private', text);
      const publicKey = publicOf(bytes);
      return [keyIdOf(publicKey).toString('hex'), { bytes, own: privateFrom(bytes), publicKey }];
    }),
  );

  return async (sealed: Buffer, place: Place): Promise<Buffer> => {
    const recipient = keys.get(sealed.subarray(1, HEADER_BYTES).toString('hex'));
    if (!(sealed[0] === VERSION || isFirstBox(sealed)) || !recipient) {
      throw new Error('A sealed box is for a key that is not here.');
    }
    try {
      if (isFirstBox(sealed)) return openFirstBox(sealed, recipient, place);
      const enc = sealed.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
      const recipientKey = await suite.kem.deserializePrivateKey(recipient.bytes);
      const content = await suite.open(
        { recipientKey, enc, info: INFO },
        sealed.subarray(HEADER_BYTES + KEY_BYTES),
        boundTo(sealed.subarray(0, HEADER_BYTES), place),
      );
      return Buffer.from(content);
    } catch (error) {
      throw new Error('A sealed box cannot be opened.', { cause: error });
    }
  };
}
