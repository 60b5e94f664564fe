/**
 * Sealing for somebody who is not here: whoever has the public key can close a box, and only who has the private one can open it.
 * Each box has a key of its own, agreed between a throw-away pair and the recipient's (X25519, HKDF-SHA256, AES-256-GCM), and is
 * bound to what it is for and to its row. It names its recipient's key, so that keys can be changed while old boxes still open.
 *
 * Layout: version (1), id of the recipient's key (8), throw-away public key (32), tag (16), content.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

const VERSION = 1;
const KEY_ID_BYTES = 8;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + KEY_BYTES;
const CIPHER = 'aes-256-gcm';
/** What stands before the 32 bytes of a key in its standard form (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** What a box is for and which row it stands in. */
export interface Place {
  purpose: string;
  id: string;
}

/** As settings hold them: the word before the dash keeps the two from being taken for each other. */
const written = {
  public: (key: Buffer) => `public-${key.toString('base64url')}`,
  private: (key: Buffer) => `private-${key.toString('base64url')}`,
};

const readKey = (kind: keyof typeof written, text: string): Buffer => {
  const key = Buffer.from(text.slice(kind.length + 1), 'base64url');
  if (key.length !== KEY_BYTES || written[kind](key) !== text) throw new Error(`This is no ${kind} key.`);
  return key;
};

export const isKey = (kind: keyof typeof written, text: string): boolean => {
  try {
    return readKey(kind, text).length === KEY_BYTES;
  } catch {
    return false;
  }
};

const publicFrom = (key: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, key]), format: 'der', type: 'spki' });
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

/** Key and nonce of one box; a nonce is used once because the key is. */
function agree(own: KeyObject, other: KeyObject, recipient: Buffer, throwAway: Buffer) {
  const shared = diffieHellman({ privateKey: own, publicKey: other });
  const salt = Buffer.concat([throwAway, recipient]);
  const material = Buffer.from(hkdfSync('sha256', shared, salt, 'hakiki/sealed-box/v1', KEY_BYTES + IV_BYTES));
  return { key: material.subarray(0, KEY_BYTES), iv: material.subarray(KEY_BYTES) };
}

const boundTo = (header: Buffer, { purpose, id }: Place): Buffer =>
  Buffer.concat([header, Buffer.from(`${purpose}\0${id}`)]);

export function createSealer(publicKey: string) {
  const recipientBytes = readKey('public', publicKey);
  const recipient = publicFrom(recipientBytes);
  const keyId = keyIdOf(recipientBytes);

  return (content: Uint8Array, place: Place): Buffer => {
    const pair = generateKeyPairSync('x25519');
    const throwAway = bytesOfPublic(pair.publicKey);
    const header = Buffer.concat([Buffer.of(VERSION), keyId, throwAway]);
    const { key, iv } = agree(pair.privateKey, recipient, recipientBytes, throwAway);
    const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(boundTo(header, place));
    const hidden = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([header, cipher.getAuthTag(), hidden]);
  };
}

/** With the private keys of now and of before. Throws when a box was altered, moved, or sealed for a key not among them. */
export function createOpener(privateKeys: readonly string[]) {
  const keys = new Map(
    privateKeys.map((text) => {
      const bytes = readKey('private', text);
      const publicKey = publicOf(bytes);
      return [keyIdOf(publicKey).toString('hex'), { own: privateFrom(bytes), publicKey }];
    }),
  );

  return (sealed: Buffer, place: Place): Buffer => {
    const recipient = keys.get(sealed.subarray(1, 1 + KEY_ID_BYTES).toString('hex'));
    if (sealed[0] !== VERSION || !recipient) throw new Error('A sealed box is for a key that is not here.');
    try {
      const header = sealed.subarray(0, HEADER_BYTES);
      const throwAway = header.subarray(1 + KEY_ID_BYTES);
      const { key, iv } = agree(recipient.own, publicFrom(throwAway), recipient.publicKey, throwAway);
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
        .setAAD(boundTo(header, place))
        .setAuthTag(sealed.subarray(HEADER_BYTES, HEADER_BYTES + TAG_BYTES));
      const content = decipher.update(sealed.subarray(HEADER_BYTES + TAG_BYTES));
      return Buffer.concat([content, decipher.final()]);
    } catch (error) {
      throw new Error('A sealed box cannot be opened.', { cause: error });
    }
  };
}
