/** An authenticator app (RFC 6238), written independently of the server's code that checks its codes. */
import { createHmac } from 'node:crypto';

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(secret: string): Buffer {
  let bits = 0n;
  for (const character of secret) bits = (bits << 5n) | BigInt(BASE32_ALPHABET.indexOf(character));
  const bytes = Math.floor((secret.length * 5) / 8);
  return Buffer.from((bits >> BigInt(secret.length * 5 - bytes * 8)).toString(16).padStart(bytes * 2, '0'), 'hex');
}

export function totpCodeAt(secret: string, now: number): string {
  const counter = Buffer.from(
    BigInt(Math.floor(now / 30_000))
      .toString(16)
      .padStart(16, '0'),
    'hex',
  );
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(number).slice(-6).padStart(6, '0');
}
