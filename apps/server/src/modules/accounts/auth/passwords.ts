/**
 * Argon2id password hashes. Hashing is the most expensive work that a visitor can cause, so only a few hashes run at
 * the same time, a bounded number wait, and further requests are rejected at once.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { invalidInput } from '../../../platform/app-error.ts';
import { createBoundedQueue } from '../../../platform/bounded-queue.ts';

const MAX_PASSWORD_LENGTH = 200;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const ARGON2_VERSION = 19;

interface Cost {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

const currentCost: Cost = { memoryKib: 19_456, passes: 2, parallelism: 1 };

interface StoredHash extends Cost {
  salt: Buffer;
  tag: Buffer;
}

export interface PasswordOptions {
  /** How many hashes run at the same time. */
  concurrency?: number;
  /** How many more may wait. */
  queueLimit?: number;
}

const deriveTag = promisify(argon2);

export function createPasswords({ concurrency = defaultConcurrency(), queueLimit = 64 }: PasswordOptions = {}) {
  const runQueued = createBoundedQueue(concurrency, queueLimit);
  // A random hash that no password matches; checking against it takes as long as a real check.
  const dummyHash: StoredHash = { ...currentCost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  const computeTag = (password: string, { salt, tag, ...cost }: StoredHash) =>
    runQueued(() =>
      deriveTag('argon2id', {
        message: password.normalize('NFKC'),
        nonce: salt,
        memory: cost.memoryKib,
        passes: cost.passes,
        parallelism: cost.parallelism,
        tagLength: tag.length,
      }),
    );

  return {
    async hash(password: string): Promise<string> {
      if (password.length > MAX_PASSWORD_LENGTH) {
        throw invalidInput({ password: 'PASSWORD_TOO_LONG' });
      }
      const withoutTag = { ...currentCost, salt: randomBytes(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) };
      return encode({ ...withoutTag, tag: await computeTag(password, withoutTag) });
    },

    /** Takes the same time when there is no stored hash, and then returns false. */
    async verify(password: string, stored: string | undefined): Promise<boolean> {
      const isCheckable = stored !== undefined && password.length <= MAX_PASSWORD_LENGTH;
      const expected = isCheckable ? decode(stored) : dummyHash;
      const tag = await computeTag(password.slice(0, MAX_PASSWORD_LENGTH), expected);
      return timingSafeEqual(tag, expected.tag) && isCheckable;
    },
  };
}

/** Whether the hash was made with an earlier cost than the current one. */
export function needsRehash(stored: string): boolean {
  const { memoryKib, passes, parallelism, salt, tag } = decode(stored);
  return (
    memoryKib !== currentCost.memoryKib ||
    passes !== currentCost.passes ||
    parallelism !== currentCost.parallelism ||
    salt.length !== SALT_BYTES ||
    tag.length !== TAG_BYTES
  );
}

/** Half the cores, so that pages are served while people log in; libuv has four threads for this work. */
const defaultConcurrency = () => Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/;

function decode(stored: string): StoredHash {
  const parts = PHC.exec(stored);
  if (!parts) throw new Error('A stored password hash cannot be read.');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function encode({ memoryKib, passes, parallelism, salt, tag }: StoredHash) {
  const cost = `m=${memoryKib},t=${passes},p=${parallelism}`;
  return `$argon2id$v=${ARGON2_VERSION}$${cost}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`;
}

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

export interface PasswordOwner {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

export async function assertStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  if (await isWeakPassword(password, owner)) throw invalidInput({ password: 'PASSWORD_COMMON' });
}

/** Rejects common passwords and those made of the owner's name or address. */
async function isWeakPassword(password: string, owner: PasswordOwner): Promise<boolean> {
  return isDerivedFromOwner(password, owner) || (await isCommonPassword(password));
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Ignores case. */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(normalizeCase(password));
}

/** Loaded at the first use: most processes never need the list. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(normalizeCase));
}

/** Shorter words occur in good passwords by chance. */
const MIN_WORD_LENGTH = 3;

function isDerivedFromOwner(password: string, owner: PasswordOwner) {
  const { email } = owner;
  const [firstName, lastName] = [owner.firstName ?? '', owner.lastName ?? ''];
  const localPart = email.slice(0, Math.max(0, email.lastIndexOf('@')));
  const ownerAddresses = [email, localPart].map(normalizeCase);
  const ownerWords = ['hakiki', email, localPart, firstName, lastName, firstName + lastName, lastName + firstName]
    .map(lettersOnly)
    .filter((word) => word.length >= MIN_WORD_LENGTH);
  return ownerAddresses.includes(normalizeCase(password)) || ownerWords.includes(lettersOnly(password));
}

const normalizeCase = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersOnly = (text: string) => normalizeCase(text).replace(/[^\p{L}\p{M}]/gu, '');

export type Passwords = ReturnType<typeof createPasswords>;
