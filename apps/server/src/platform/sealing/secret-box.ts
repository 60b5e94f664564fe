/**
 * Encrypts secrets that we must read again, such as those of authenticator apps, so that a copy of the database alone
 * reveals none of them. Each is bound to its owner: moved to another row it no longer opens.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type AppKey, type AppSecret, KEY_ID_BYTES, deriveKeys } from '../app-secret.ts';

const FORMAT = 'v1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Uses a key of 32 bytes; the result is 28 bytes longer than the secret. */
export function createByteBox(key: Buffer) {
  const toAdditionalData = (ownerId: string) => Buffer.from(`${FORMAT}\0${ownerId}`);

  return {
    seal(secret: Uint8Array, ownerId: string): Buffer {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(toAdditionalData(ownerId));
      const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },

    /** Throws if anything was altered, if it belongs to another owner, or if the key has changed. */
    open(sealed: Uint8Array, ownerId: string): Buffer {
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(toAdditionalData(ownerId))
          .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const secret = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([secret, decipher.final()]);
      } catch (error) {
        throw new Error('A sealed secret cannot be opened.', { cause: error });
      }
    },
  };
}

/** Marks that the key id follows. Boxes from before key ids start with a random byte. */
const HAS_KEY_ID = 2;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

export type RotatingBox = ReturnType<typeof createRotatingBox>;

/** Derives the key from the application secret and stores its id, so that boxes of earlier secrets open. */
export function createRotatingBox(secret: AppSecret, purpose: string) {
  const { current, all } = deriveKeys(secret, purpose);
  const boxes = all.map(({ id, key }) => ({ header: createHeader({ id }), box: createByteBox(key) }));
  const header = createHeader(current);
  const currentBox = createByteBox(current.key);
  const hasHeader = (sealed: Uint8Array, one: Buffer) => one.equals(sealed.subarray(0, HEADER_BYTES));

  /** Without an id every key is tried; by chance such a box can also look as if it had one. */
  function openWithAnyKey(sealed: Uint8Array, ownerId: string): Buffer {
    for (const { box } of boxes) {
      try {
        return box.open(sealed, ownerId);
      } catch {
        // The next key may match.
      }
    }
    throw new Error('A sealed secret cannot be opened.');
  }

  return {
    /** The id of the key that seals now. */
    keyId: current.id,

    seal: (content: Uint8Array, ownerId: string): Buffer => Buffer.concat([header, currentBox.seal(content, ownerId)]),

    /** Throws if anything was altered, if it belongs to another owner, or if its secret is no longer known. */
    open(sealed: Uint8Array, ownerId: string): Buffer {
      const matching = boxes.find((one) => hasHeader(sealed, one.header));
      if (!matching) return openWithAnyKey(sealed, ownerId);
      try {
        return matching.box.open(sealed.subarray(HEADER_BYTES), ownerId);
      } catch {
        return openWithAnyKey(sealed, ownerId);
      }
    },

    /** Whether another secret than the current one is needed to open it. */
    isOlder: (sealed: Uint8Array): boolean => !hasHeader(sealed, header),
  };
}

const createHeader = ({ id }: Pick<AppKey, 'id'>): Buffer => Buffer.concat([Buffer.of(HAS_KEY_ID), id]);

/** The same for a text column. */
export function createSecretBox(secret: AppSecret, purpose: string) {
  const box = createRotatingBox(secret, `secret-box/${purpose}`);
  const parseBody = (sealed: string): Buffer => {
    const [format, body = ''] = sealed.split('.');
    // Another format cannot be opened.
    return format === FORMAT ? Buffer.from(body, 'base64url') : Buffer.alloc(0);
  };

  return {
    seal: (content: string, ownerId: string): string =>
      `${FORMAT}.${box.seal(Buffer.from(content), ownerId).toString('base64url')}`,
    open: (sealed: string, ownerId: string): string => box.open(parseBody(sealed), ownerId).toString('utf8'),
    isOlder: (sealed: string): boolean => box.isOlder(parseBody(sealed)),
  };
}
