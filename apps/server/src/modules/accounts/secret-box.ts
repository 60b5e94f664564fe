/**
 * Secrets we must be able to read again, such as what an authenticator app shares with us, kept so that a copy of the database
 * alone gives none of them away. Each is bound to its owner: moved to another account's row it no longer opens.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../../platform/derive-key.ts';

const FORMAT = 'v1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(appSecret: string, purpose: string) {
  const key = deriveKey(appSecret, `secret-box/${purpose}`);
  const bound = (ownerId: string) => Buffer.from(`${FORMAT}\0${ownerId}`);

  return {
    seal(secret: string, ownerId: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(bound(ownerId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${FORMAT}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },

    /** Throws when anything was altered, when it belongs to somebody else, or when the app's secret has changed. */
    open(sealed: string, ownerId: string): string {
      try {
        const [format, body = ''] = sealed.split('.');
        if (format !== FORMAT) throw new Error('The format is unknown.');
        const bytes = Buffer.from(body, 'base64url');
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(bound(ownerId))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error('A sealed secret cannot be opened.', { cause: error });
      }
    },
  };
}
