/**
 * The application secret, from which all other keys are derived, and its rotation (decision 0023). Everything is
 * written with the current secret; data of the next or previous secret can still be read, so that processes before and
 * after a change work side by side.
 */
import { createHash } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

/** Keyed hashes of values that we do not store: their keys are retained when the secret is gone. */
export const retainedPurposes = ['indicator-phone', 'backup-codes'] as const;
export type RetainedPurpose = (typeof retainedPurposes)[number];

export interface AppSecrets {
  current: string;
  /** Known to all processes before any of them writes with it. */
  next?: string | undefined;
  /** Only used for reading. */
  before?: string | undefined;
  /** Single keys of deleted secrets, by purpose. */
  kept?: Partial<Record<RetainedPurpose, readonly Buffer[]>>;
}

/** A string is the only secret. */
export type AppSecret = string | AppSecrets;

export interface AppKey {
  /** Stored beside encrypted data; reveals nothing about the key. */
  id: Buffer;
  key: Buffer;
}

export interface AppKeys {
  /** Used for writing. */
  current: AppKey;
  /** Used for reading; the writing key comes first. */
  all: readonly AppKey[];
}

export const KEY_ID_BYTES = 4;

const toSecrets = (secret: AppSecret): AppSecrets => (typeof secret === 'string' ? { current: secret } : secret);

export const toAppKey = (key: Buffer): AppKey => ({
  id: createHash('sha256').update('hakiki/key-id').update(key).digest().subarray(0, KEY_ID_BYTES),
  key,
});

const findRetainedKeys = ({ kept = {} }: AppSecrets, purpose: string): readonly Buffer[] =>
  Object.entries(kept).find(([name]) => name === purpose)?.[1] ?? [];

export function deriveKeys(secret: AppSecret, purpose: string): AppKeys {
  const secrets = toSecrets(secret);
  const { current, next, before } = secrets;
  const derived = [current, next, before].flatMap((one) => (one ? toAppKey(deriveKey(one, purpose)) : []));
  return { current: derived[0]!, all: [...derived, ...findRetainedKeys(secrets, purpose).map(toAppKey)] };
}

/**
 * For hashes that cannot be recomputed and must stay comparable: the key of their first use, at every step of a
 * rotation.
 */
export function deriveFirstKey(secret: AppSecret, purpose: RetainedPurpose): Buffer {
  const secrets = toSecrets(secret);
  return findRetainedKeys(secrets, purpose)[0] ?? deriveKey(secrets.before ?? secrets.current, purpose);
}

/** The stage of a rotation: the next secret is being distributed, the previous one is still read, or neither. */
export function getRotationStage(secret: AppSecret): 'settled' | 'prepared' | 'overlapping' {
  const { next, before } = toSecrets(secret);
  if (before) return 'overlapping';
  return next ? 'prepared' : 'settled';
}

export const currentSecret = (secret: AppSecret): string => toSecrets(secret).current;

/** The format of the setting APP_KEYS_KEPT. */
export const formatRetainedKey = (purpose: RetainedPurpose, key: Buffer): string =>
  `${purpose}:${key.toString('base64url')}`;

export function parseRetainedKey(text: string): { purpose: RetainedPurpose; key: Buffer } | undefined {
  const [name = '', encoded = ''] = text.split(':');
  const purpose = retainedPurposes.find((one) => one === name);
  const key = Buffer.from(encoded, 'base64url');
  return purpose && key.length === 32 && formatRetainedKey(purpose, key) === text ? { purpose, key } : undefined;
}
