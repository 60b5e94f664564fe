/**
 * A password's hash takes 40 ms of a processor, on purpose. Where hashing is not what a test is about, it takes the least that
 * argon2 allows; a file about its cost or its time says `useRealHashes()`. Other processes always hash for real.
 */
import crypto, { type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const { argon2 } = crypto;

const quick = (asked: Argon2Parameters): Argon2Parameters => ({ ...asked, memory: 8 * asked.parallelism, passes: 1 });

/** Belongs to the process: this file may be loaded again for another file of tests, and there is one `crypto`. */
const shared = globalThis as { quickHashes?: { isOn: boolean } };
if (!shared.quickHashes) {
  const hashes = (shared.quickHashes = { isOn: true });
  crypto.argon2 = (algorithm, asked, done) => argon2(algorithm, hashes.isOn ? quick(asked) : asked, done);
  syncBuiltinESMExports();
}
const hashes = shared.quickHashes;

export function useRealHashes(): void {
  beforeAll(() => {
    hashes.isOn = false;
  });
  afterAll(() => {
    hashes.isOn = true;
  });
}
