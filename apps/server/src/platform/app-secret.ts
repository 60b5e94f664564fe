/**
 * The application's secret, of which every other key is made, and how it is changed without losing what lies under it (decision 0023).
 * Everything is written under the secret of now; what was made under the next one or the one before is read all the same, so that
 * processes before and after a change can work side by side.
 */
import { createHash } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

/** Keyed hashes of what we do not have: their keys can be kept when the secret they were made of is gone. */
export const keptPurposes = ['indicator-phone', 'backup-codes'] as const;
export type KeptPurpose = (typeof keptPurposes)[number];

export interface AppSecrets {
  current: string;
  /** Known everywhere before anybody writes with it. */
  next?: string | undefined;
  /** Still read. */
  before?: string | undefined;
  /** Single keys of secrets that are gone, by what they are for. */
  kept?: Partial<Record<KeptPurpose, readonly Buffer[]>>;
}

/** A plain one is the only one. */
export type AppSecret = string | AppSecrets;

export interface AppKey {
  /** Stands beside what the key has sealed, and says nothing about the key. */
  id: Buffer;
  key: Buffer;
}

export interface AppKeys {
  /** Writes. */
  current: AppKey;
  /** Read, the one that writes first. */
  all: readonly AppKey[];
}

export const KEY_ID_BYTES = 4;

const secretsOf = (secret: AppSecret): AppSecrets => (typeof secret === 'string' ? { current: secret } : secret);

const asAppKey = (key: Buffer): AppKey => ({
  id: createHash('sha256').update('hakiki/key-id').update(key).digest().subarray(0, KEY_ID_BYTES),
  key,
});

const keptFor = ({ kept = {} }: AppSecrets, purpose: string): readonly Buffer[] =>
  Object.entries(kept).find(([name]) => name === purpose)?.[1] ?? [];

export function keysFor(secret: AppSecret, purpose: string): AppKeys {
  const secrets = secretsOf(secret);
  const { current, next, before } = secrets;
  const made = [current, next, before].flatMap((one) => (one ? asAppKey(deriveKey(one, purpose)) : []));
  return { current: made[0]!, all: [...made, ...keptFor(secrets, purpose).map(asAppKey)] };
}

/**
 * For hashes that are compared with each other by the database and cannot be made again: the key they were first made with, in every
 * process and at every step of a change.
 */
export function firstKeyFor(secret: AppSecret, purpose: KeptPurpose): Buffer {
  const secrets = secretsOf(secret);
  return keptFor(secrets, purpose)[0] ?? deriveKey(secrets.before ?? secrets.current, purpose);
}

/** How far a change of the secret is: the next one is being made known, the one from before is still read, or neither. */
export function stageOf(secret: AppSecret): 'settled' | 'prepared' | 'overlapping' {
  const { next, before } = secretsOf(secret);
  if (before) return 'overlapping';
  return next ? 'prepared' : 'settled';
}

export const currentSecret = (secret: AppSecret): string => secretsOf(secret).current;

/** As the setting APP_KEYS_KEPT holds them. */
export const writeKept = (purpose: KeptPurpose, key: Buffer): string => `${purpose}:${key.toString('base64url')}`;

export function readKept(text: string): { purpose: KeptPurpose; key: Buffer } | undefined {
  const [name = '', written = ''] = text.split(':');
  const purpose = keptPurposes.find((one) => one === name);
  const key = Buffer.from(written, 'base64url');
  return purpose && key.length === 32 && writeKept(purpose, key) === text ? { purpose, key } : undefined;
}
