/**
 * Finds the counter that the server chose: derives keys from one counter after the other until one has the expected
 * prefix. Runs in a worker, so that it never blocks typing on the main thread.
 */
export interface Challenge {
  parameters: { cost: number; keyLength: number; keyPrefix: string; nonce: string; salt: string };
  signature: string;
}

/** Derivations in parallel, to use all cores of a phone. */
const PARALLEL_DERIVATIONS = 8;
/** Many times what the server expects: a challenge without a solution must end. */
const MAX_TRIES = 20_000;
const COUNTER_BYTES = 4;

/** Returns the proof as a form sends it. */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const { cost, keyLength, keyPrefix, nonce, salt } = challenge.parameters;
  const saltBytes = toBytes(salt);
  const nonceBytes = toBytes(nonce);

  async function deriveKey(counter: number): Promise<string> {
    const password = new Uint8Array(nonceBytes.length + COUNTER_BYTES);
    password.set(nonceBytes);
    new DataView(password.buffer).setUint32(nonceBytes.length, counter);
    const secret = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations: cost };
    return toHex(new Uint8Array(await crypto.subtle.deriveBits(derivation, secret, keyLength * 8)));
  }

  for (let firstCounter = 0; firstCounter < MAX_TRIES; firstCounter += PARALLEL_DERIVATIONS) {
    const keys = await Promise.all(
      Array.from({ length: PARALLEL_DERIVATIONS }, (_, index) => deriveKey(firstCounter + index)),
    );
    const index = keys.findIndex((key) => key.startsWith(keyPrefix));
    if (index >= 0) {
      return JSON.stringify({ challenge, solution: { counter: firstCounter + index, derivedKey: keys[index] } });
    }
  }
  throw new Error('The challenge has no solution.');
}

const toBytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
