/**
 * Public-key encryption: anybody with the public key can seal a box, only the private key opens it. A box is one HPKE
 * message (RFC 9180, base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM), bound to its purpose and row. It
 * names its recipient's key, so that keys can be rotated while old boxes still open. Layout: version (1), id of the
 * recipient's key (8), encapsulated key of HPKE (32), ciphertext with its tag (16 more than the content). Info of HPKE:
 * `hakiki/sealed-box/v2`. Additional data: version and key id as above, then purpose, a zero byte and the id as text.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';

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
export interface BoxBinding {
  purpose: string;
  id: string;
}

/** The format in the settings: the prefix prevents mixing up the two kinds of keys. */
const formatKey = {
  public: (key: Buffer) => `public-${key.toString('base64url')}`,
  private: (key: Buffer) => `private-${key.toString('base64url')}`,
};

const readKey = (kind: keyof typeof formatKey, text: string): Buffer => {
  const key = Buffer.from(text.slice(kind.length + 1), 'base64url');
  if (key.length !== KEY_BYTES || formatKey[kind](key) !== text) throw new Error(`Not a ${kind} key.`);
  return key;
};

export const isKey = (kind: keyof typeof formatKey, text: string): boolean => {
  try {
    return readKey(kind, text).length === KEY_BYTES;
  } catch {
    return false;
  }
};

const toPrivateKey = (key: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, key]), format: 'der', type: 'pkcs8' });
const toPublicBytes = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
const toPublicKey = (privateKey: Buffer): Buffer => toPublicBytes(createPublicKey(toPrivateKey(privateKey)));

export const toKeyPair = (secret: Buffer): KeyPair => ({
  publicKey: formatKey.public(toPublicKey(secret)),
  privateKey: formatKey.private(secret),
});

export function generateKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('x25519');
  return toKeyPair(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE_PREFIX.length));
}

export const isMatchingPair = ({ publicKey, privateKey }: KeyPair): boolean =>
  toKeyPair(readKey('private', privateKey)).publicKey === publicKey;

const computeKeyId = (publicKey: Buffer): Buffer =>
  createHash('sha256').update(publicKey).digest().subarray(0, KEY_ID_BYTES);

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

const createHeader = (recipient: Buffer): Buffer => Buffer.concat([Buffer.of(VERSION), computeKeyId(recipient)]);

const toAdditionalData = (header: Uint8Array, { purpose, id }: BoxBinding): Buffer =>
  Buffer.concat([header, Buffer.from(`${purpose}\0${id}`)]);

export function createSealer(publicKey: string) {
  const recipient = readKey('public', publicKey);
  const header = createHeader(recipient);

  return async (content: Uint8Array, binding: BoxBinding): Promise<Buffer> => {
    const recipientPublicKey = await suite.kem.deserializePublicKey(recipient);
    // One message for each encapsulated key, so that no nonce is used twice.
    const { enc, ct } = await suite.seal(
      { recipientPublicKey, info: INFO },
      content,
      toAdditionalData(header, binding),
    );
    return Buffer.concat([header, new Uint8Array(enc), new Uint8Array(ct)]);
  };
}

/** Accepts current and earlier private keys. Throws if a box was altered, moved or sealed for another key. */
export function createOpener(privateKeys: readonly string[]) {
  const keys = new Map(
    privateKeys.map((text) => {
      const bytes = readKey('private', text);
      return [computeKeyId(toPublicKey(bytes)).toString('hex'), bytes];
    }),
  );

  return async (sealed: Buffer, binding: BoxBinding): Promise<Buffer> => {
    const recipient = keys.get(sealed.subarray(1, HEADER_BYTES).toString('hex'));
    if (sealed[0] !== VERSION || !recipient) throw new Error('A sealed box is for a key that is not here.');
    try {
      const enc = sealed.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
      const recipientKey = await suite.kem.deserializePrivateKey(recipient);
      const content = await suite.open(
        { recipientKey, enc, info: INFO },
        sealed.subarray(HEADER_BYTES + KEY_BYTES),
        toAdditionalData(sealed.subarray(0, HEADER_BYTES), binding),
      );
      return Buffer.from(content);
    } catch (error) {
      throw new Error('A sealed box cannot be opened.', { cause: error });
    }
  };
}
