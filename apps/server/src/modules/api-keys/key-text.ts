/**
 * Format of a key: `hk_live_` or `hk_test_`, a public id, a secret, and a checksum over everything before it. Secret
 * scanners recognise it by prefix and checksum, and garbage is rejected without a query.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
/** 62 to the power of 22 is more than 130 bits. */
const SECRET_LENGTH = 22;
const CHECKSUM_LENGTH = 6;
/** Characters of the public id that lists show. */
const SHOWN = 4;

const pattern = new RegExp(
  `^hk_(?<kind>live|test)_(?<publicId>[0-9A-Za-z]{${ID_LENGTH}})(?<secret>[0-9A-Za-z]{${SECRET_LENGTH}})(?<checksum>[0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

const random = (length: number): string => Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join('');

function checksumOf(text: string): string {
  let rest = crc32(text);
  let written = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    written = DIGITS[rest % DIGITS.length] + written;
    rest = Math.floor(rest / DIGITS.length);
  }
  return written;
}

const prefixOf = (isTest: boolean): string => (isTest ? 'hk_test_' : 'hk_live_');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time, so that timing reveals nothing about the secret. */
export const isSecret = (secret: string, kept: Buffer): boolean => timingSafeEqual(hashSecret(secret), kept);

export interface KeyParts {
  isTest: boolean;
  publicId: string;
  secret: string;
}

export const newKeyParts = (isTest: boolean): KeyParts => ({
  isTest,
  publicId: random(ID_LENGTH),
  secret: random(SECRET_LENGTH),
});

export function writeKey({ isTest, publicId, secret }: KeyParts): string {
  const text = prefixOf(isTest) + publicId + secret;
  return text + checksumOf(text);
}

/** Returns undefined for text that cannot be a key. */
export function readKey(given: string): KeyParts | undefined {
  const { kind, publicId, secret, checksum } = pattern.exec(given)?.groups ?? {};
  if (!publicId || !secret || checksum !== checksumOf(given.slice(0, -CHECKSUM_LENGTH))) return undefined;
  return { isTest: kind === 'test', publicId, secret };
}

export const shownKey = (isTest: boolean, publicId: string): string =>
  `${prefixOf(isTest)}${publicId.slice(0, SHOWN)}…`;
