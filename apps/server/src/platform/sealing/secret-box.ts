/**
 * Encrypts secrets that we must read again, such as those of authenticator apps, so that a copy of the database alone
 * reveals none of them. Each is bound to its owner: moved to another row it no longer opens.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type AppKey, type AppSecret, KEY_ID_BYTES, keysFor } from '../app-secret.ts';

const FORMAT = 'v1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Uses a key of 32 bytes; the result is 28 bytes longer than the secret. */
export function createByteBox(key: Buffer) {
  const bound = (ownerId: string) => Buffer.from(`${FORMAT}\0${ownerId}`);

  return {
    seal(secret: Uint8Array, ownerId: string): Buffer {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(bound(ownerId));
      const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
    },

    /** Throws if anything was altered, if it belongs to another owner, or if the key has changed. */
    open(sealed: Uint8Array, ownerId: string): Buffer {
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(bound(ownerId))
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
const NAMES_ITS_KEY = 2;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

export type KeyedBox = ReturnType<typeof createKeyedBox>;

/** Derives the key from the application secret and stores its id, so that boxes of earlier secrets open. */
export function createKeyedBox(secret: AppSecret, purpose: string) {
  const { current, all } = keysFor(secret, purpose);
  const boxes = all.map(({ id, key }) => ({ header: headerOf({ id }), box: createByteBox(key) }));
  const header = headerOf(current);
  const writing = createByteBox(current.key);
  const isUnder = (sealed: Uint8Array, one: Buffer) => one.equals(sealed.subarray(0, HEADER_BYTES));

  /** Without an id every key is tried; by chance such a box can also look as if it had one. */
  function openUnnamed(sealed: Uint8Array, ownerId: string): Buffer {
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

    seal: (content: Uint8Array, ownerId: string): Buffer => Buffer.concat([header, writing.seal(content, ownerId)]),

    /** Throws if anything was altered, if it belongs to another owner, or if its secret is no longer known. */
    open(sealed: Uint8Array, ownerId: string): Buffer {
      const named = boxes.find((one) => isUnder(sealed, one.header));
      if (!named) return openUnnamed(sealed, ownerId);
      try {
        return named.box.open(sealed.subarray(HEADER_BYTES), ownerId);
      } catch {
        return openUnnamed(sealed, ownerId);
      }
    },

    /** Whether another secret than the current one is needed to open it. */
    isOlder: (sealed: Uint8Array): boolean => !isUnder(sealed, header),
  };
}

const headerOf = ({ id }: Pick<AppKey, 'id'>): Buffer => Buffer.concat([Buffer.of(NAMES_ITS_KEY), id]);

/** The same for a text column. */
export function createSecretBox(secret: AppSecret, purpose: string) {
  const box = createKeyedBox(secret, `secret-box/${purpose}`);
  const bodyOf = (sealed: string): Buffer => {
    const [format, body = ''] = sealed.split('.');
    // Another format cannot be opened.
    return format === FORMAT ? Buffer.from(body, 'base64url') : Buffer.alloc(0);
  };

  return {
    seal: (content: string, ownerId: string): string =>
      `${FORMAT}.${box.seal(Buffer.from(content), ownerId).toString('base64url')}`,
    open: (sealed: string, ownerId: string): string => box.open(bodyOf(sealed), ownerId).toString('utf8'),
    isOlder: (sealed: string): boolean => box.isOlder(bodyOf(sealed)),
  };
}
