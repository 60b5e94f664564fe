/** Authenticator app codes: RFC 6238 with the parameters that every app supports (SHA-1, six digits, 30 seconds). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ISSUER = 'Hakiki';
const SECRET_BYTES = 20;
const DIGITS = 6;
const STEP_SECONDS = 30;
/** How many steps the clock of a phone may be off, in both directions. */
const TOLERATED_STEPS = 1;

/** In Base32, which people can also type into their app. */
export const createTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** The content of the QR code. */
export function totpUri(secret: string, email: string): string {
  const label = `${ISSUER}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${ISSUER}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

/** Returns the step of the code. The caller stores it and passes it in the next time, so that a code works once. */
export function verifyTotp(secret: string, code: string, now: number, lastUsedStep?: number): number | undefined {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return undefined;
  const current = stepAt(now);
  let matched: number | undefined;
  for (let step = current - TOLERATED_STEPS; step <= current + TOLERATED_STEPS; step += 1) {
    const isUsed = lastUsedStep !== undefined && step <= lastUsedStep;
    const isEqual = timingSafeEqual(Buffer.from(computeCode(secret, step)), Buffer.from(typed));
    if (isEqual && !isUsed) matched ??= step;
  }
  return matched;
}

const stepAt = (now: number) => Math.floor(now / 1000 / STEP_SECONDS);

function computeCode(secret: string, step: number) {
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Works only for multiples of five bytes, which need no padding. */
function toBase32(bytes: Buffer) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((group) => BASE32.charAt(Number.parseInt(group, 2))).join('');
}

function fromBase32(text: string) {
  const values = Array.from(text, (letter) => BASE32.indexOf(letter));
  if (values.includes(-1)) throw new Error('A TOTP secret is not base32.');
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2)));
}
