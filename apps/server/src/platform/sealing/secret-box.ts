/**
 * Secrets we must be able to read again, such as what an authenticator app shares with us, kept so that a copy of the database
 * alone gives none of them away. Each is bound to its owner: moved to another row it no longer opens.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../derive-key.ts';

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

/** The same for text in a column of text, under a key made of the app's secret. */
export function createSecretBox(appSecret: string, purpose: string) {
  const box = createByteBox(deriveKey(appSecret, `secret-box/${purpose}`));

  return {
    seal: (secret: string, ownerId: string): string =>
      `${FORMAT}.${box.seal(Buffer.from(secret), ownerId).toString('base64url')}`,

    open(sealed: string, ownerId: string): string {
      const [format, body = ''] = sealed.split('.');
      // Of another format nothing is left to try.
      return box.open(format === FORMAT ? Buffer.from(body, 'base64url') : Buffer.alloc(0), ownerId).toString('utf8');
    },
  };
}
