/**
 * Secrets we must be able to read again, such as what an authenticator app shares with us, kept so that a copy of the database
 * alone gives none of them away. Each is bound to its owner: moved to another row it no longer opens.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type AppKey, type AppSecret, KEY_ID_BYTES, keysFor } from '../app-secret.ts';

const FORMAT = 'v1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Under a key of 32 bytes: 28 bytes longer than what is sealed. */
export function createByteBox(key: Buffer) {
  const bound = (ownerId: string) => Buffer.from(`${FORMAT}\0${ownerId}`);

  return {
    seal(secret: Uint8Array, ownerId: string): Buffer {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(bound(ownerId));
      const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
    },

    /** Throws when anything was altered, when it belongs to somebody else, or when the key has changed. */
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

/** Says that the id of the key follows. What was sealed before keys had ids begins with chance instead. */
const NAMES_ITS_KEY = 2;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

export type KeyedBox = ReturnType<typeof createKeyedBox>;

/** Under a key made of the app's secret, named before the content: what the secret before has sealed still opens. */
export function createKeyedBox(secret: AppSecret, purpose: string) {
  const { current, all } = keysFor(secret, purpose);
  const boxes = all.map(({ id, key }) => ({ header: headerOf({ id }), box: createByteBox(key) }));
  const header = headerOf(current);
  const writing = createByteBox(current.key);
  const isUnder = (sealed: Uint8Array, one: Buffer) => one.equals(sealed.subarray(0, HEADER_BYTES));

  /** Without a name each key is tried; by chance such a box can also look as if it named one. */
  function openUnnamed(sealed: Uint8Array, ownerId: string): Buffer {
    for (const { box } of boxes) {
      try {
        return box.open(sealed, ownerId);
      } catch {
        // The next one may fit.
      }
    }
    throw new Error('A sealed secret cannot be opened.');
  }

  return {
    /** Of the key that seals now. */
    keyId: current.id,

    seal: (content: Uint8Array, ownerId: string): Buffer => Buffer.concat([header, writing.seal(content, ownerId)]),

    /** Throws when anything was altered, when it belongs to somebody else, or when its secret is not known any more. */
    open(sealed: Uint8Array, ownerId: string): Buffer {
      const named = boxes.find((one) => isUnder(sealed, one.header));
      if (!named) return openUnnamed(sealed, ownerId);
      try {
        return named.box.open(sealed.subarray(HEADER_BYTES), ownerId);
      } catch {
        return openUnnamed(sealed, ownerId);
      }
    },

    /** Whether it would be lost with every secret but the present one. */
    isOlder: (sealed: Uint8Array): boolean => !isUnder(sealed, header),
  };
}

const headerOf = ({ id }: Pick<AppKey, 'id'>): Buffer => Buffer.concat([Buffer.of(NAMES_ITS_KEY), id]);

/** The same for text in a column of text. */
export function createSecretBox(secret: AppSecret, purpose: string) {
  const box = createKeyedBox(secret, `secret-box/${purpose}`);
  const bodyOf = (sealed: string): Buffer => {
    const [format, body = ''] = sealed.split('.');
    // Of another format nothing is left to try.
    return format === FORMAT ? Buffer.from(body, 'base64url') : Buffer.alloc(0);
  };

  return {
    seal: (content: string, ownerId: string): string =>
      `${FORMAT}.${box.seal(Buffer.from(content), ownerId).toString('base64url')}`,
    open: (sealed: string, ownerId: string): string => box.open(bodyOf(sealed), ownerId).toString('utf8'),
    isOlder: (sealed: string): boolean => box.isOlder(bodyOf(sealed)),
  };
}
