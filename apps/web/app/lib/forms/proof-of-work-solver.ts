/**
 * Finds the number that the server hid: keys are derived from one number after the other until one begins as it should. WebCrypto
 * does it in a worker, so that it never blocks typing on the main thread.
 */
export interface Challenge {
  parameters: { cost: number; keyLength: number; keyPrefix: string; nonce: string; salt: string };
  signature: string;
}

/** So many are under way at once, which keeps the cores of a phone busy. */
const AT_ONCE = 8;
/** Many times what the server asks for: a challenge without an answer must not work forever. */
const MOST_TRIES = 20_000;
const COUNTER_BYTES = 4;

/** The proof as a form sends it. */
export async function solve(challenge: Challenge): Promise<string> {
  const { cost, keyLength, keyPrefix, nonce, salt } = challenge.parameters;
  const saltBytes = toBytes(salt);
  const nonceBytes = toBytes(nonce);

  async function keyOf(counter: number): Promise<string> {
    const password = new Uint8Array(nonceBytes.length + COUNTER_BYTES);
    password.set(nonceBytes);
    new DataView(password.buffer).setUint32(nonceBytes.length, counter);
    const secret = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations: cost };
    return toHex(new Uint8Array(await crypto.subtle.deriveBits(derivation, secret, keyLength * 8)));
  }

  for (let first = 0; first < MOST_TRIES; first += AT_ONCE) {
    const keys = await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => keyOf(first + place)));
    const place = keys.findIndex((key) => key.startsWith(keyPrefix));
    if (place >= 0) {
      return JSON.stringify({ challenge, solution: { counter: first + place, derivedKey: keys[place] } });
    }
  }
  throw new Error('The challenge has no answer.');
}

const toBytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
