/** Ten single-use codes for a lost phone, random and long enough that a fast keyed hash protects them. */
import { createHmac, randomBytes } from 'node:crypto';
import { type AppKey, type AppSecret, deriveKeys } from '../../../platform/app-secret.ts';

const CODE_COUNT = 10;
const CODE_LENGTH = 8;

/** Of characters that look alike only one is used; `normalizeCode` replaces the other: 0 for o, 1 for i and l. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export function createBackupCodes(secret: AppSecret) {
  const { current, all } = deriveKeys(secret, 'backup-codes');
  const keyPrefix = ({ id }: AppKey) => `${id.toString('hex')}.`;
  const hashWithKey = ({ key }: AppKey, ownerId: string, plain: string) =>
    createHmac('sha256', key).update(`${ownerId}\0${plain}`).digest('base64url');
  return {
    /** The codes are shown once; only their hashes are stored. */
    issue: (): string[] => {
      const codes = new Set<string>();
      while (codes.size < CODE_COUNT) codes.add(randomCode());
      return [...codes];
    },

    /** Returns undefined for text that cannot be a code. The hash includes the owner, so only they can use the code. */
    hash: (code: string, ownerId: string): string | undefined => {
      const plain = normalizeCode(code);
      return plain && keyPrefix(current) + hashWithKey(current, ownerId, plain);
    },

    /** All hashes under which the code may be stored: hashes from before keys had ids have no prefix. */
    hashes: (code: string, ownerId: string): string[] => {
      const plain = normalizeCode(code);
      if (!plain) return [];
      return all.flatMap((key) => {
        const hash = hashWithKey(key, ownerId, plain);
        return [keyPrefix(key) + hash, hash];
      });
    },

    /** The prefix of hashes made with the current key. */
    currentPrefix: keyPrefix(current),
  };
}

/** Backup codes are longer than the codes of an authenticator app. */
export const isBackupCode = (code: string): boolean => normalizeCode(code) !== undefined;

function randomCode() {
  // 256 is a multiple of 32, so all characters are equally likely.
  const characters = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

const codePattern = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** Accepts what people type: with or without the dash, in capitals, with spaces, with look-alike characters. */
function normalizeCode(code: string) {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return codePattern.test(plain) ? plain : undefined;
}
