/**
 * Ten single-use codes for the day the phone is lost. They are random and long enough that a fast keyed hash protects them;
 * guessing is held back by the rate limit.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { type AppKey, type AppSecret, keysFor } from '../../platform/app-secret.ts';

const CODE_COUNT = 10;
const CODE_LENGTH = 8;

/** Of characters that look alike only one is used, and `normalised` takes the other for it: 0 for o, 1 for i and l. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export function createBackupCodes(secret: AppSecret) {
  const { current, all } = keysFor(secret, 'backup-codes');
  const named = ({ id }: AppKey) => `${id.toString('hex')}.`;
  const hashUnder = ({ key }: AppKey, ownerId: string, plain: string) =>
    createHmac('sha256', key).update(`${ownerId}\0${plain}`).digest('base64url');
  return {
    /** To be shown once; only the hashes are kept. */
    issue: (): string[] => {
      const codes = new Set<string>();
      while (codes.size < CODE_COUNT) codes.add(randomCode());
      return [...codes];
    },

    /** Undefined for what cannot be a code. The owner is part of the hash: nobody's code works for somebody else. */
    hash: (code: string, ownerId: string): string | undefined => {
      const plain = normalised(code);
      return plain && named(current) + hashUnder(current, ownerId, plain);
    },

    /** As which it may be kept; none for what cannot be a code. Before keys had names, hashes stood alone. */
    hashes: (code: string, ownerId: string): string[] => {
      const plain = normalised(code);
      if (!plain) return [];
      return all.flatMap((key) => {
        const hash = hashUnder(key, ownerId, plain);
        return [named(key) + hash, hash];
      });
    },

    /** With what a hash under the present secret begins. */
    currentName: named(current),
  };
}

/** Whether somebody typed what can only be a backup code: codes of an app are shorter. */
export const isBackupCode = (code: string): boolean => normalised(code) !== undefined;

function randomCode() {
  // 256 is a multiple of 32, so every character is as likely as any other.
  const characters = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

const aCode = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** As people type it: with or without the dash, in capitals, with spaces, with the wrong one of two look-alikes. */
function normalised(code: string) {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return aCode.test(plain) ? plain : undefined;
}
