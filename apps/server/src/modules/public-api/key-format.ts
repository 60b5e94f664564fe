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
const SHOWN_ID_LENGTH = 4;

const pattern = new RegExp(
  `^hk_(?<kind>live|test)_(?<publicId>[0-9A-Za-z]{${ID_LENGTH}})(?<secret>[0-9A-Za-z]{${SECRET_LENGTH}})(?<checksum>[0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

const randomText = (length: number): string => Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join('');

function computeChecksum(text: string): string {
  let remaining = crc32(text);
  let checksum = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    checksum = DIGITS[remaining % DIGITS.length] + checksum;
    remaining = Math.floor(remaining / DIGITS.length);
  }
  return checksum;
}

const prefixOf = (isTest: boolean): string => (isTest ? 'hk_test_' : 'hk_live_');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time, so that timing reveals nothing about the secret. */
export const matchesSecret = (secret: string, storedHash: Buffer): boolean =>
  timingSafeEqual(hashSecret(secret), storedHash);

export interface KeyParts {
  isTest: boolean;
  publicId: string;
  secret: string;
}

export const createKeyParts = (isTest: boolean): KeyParts => ({
  isTest,
  publicId: randomText(ID_LENGTH),
  secret: randomText(SECRET_LENGTH),
});

export function formatKey({ isTest, publicId, secret }: KeyParts): string {
  const text = prefixOf(isTest) + publicId + secret;
  return text + computeChecksum(text);
}

/** Returns undefined for text that cannot be a key. */
export function parseKey(text: string): KeyParts | undefined {
  const { kind, publicId, secret, checksum } = pattern.exec(text)?.groups ?? {};
  if (!publicId || !secret || checksum !== computeChecksum(text.slice(0, -CHECKSUM_LENGTH))) return undefined;
  return { isTest: kind === 'test', publicId, secret };
}

export const maskKey = (isTest: boolean, publicId: string): string =>
  `${prefixOf(isTest)}${publicId.slice(0, SHOWN_ID_LENGTH)}…`;
