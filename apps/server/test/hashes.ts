/**
 * A password's hash takes 40 ms of a processor, on purpose. Where hashing is not what a test is about, it takes the least that
 * argon2 allows; a file about its cost or its time says `useRealHashes()`. Other processes always hash for real.
 */
import crypto, { type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const { argon2 } = crypto;
let isQuick = true;

const quick = (asked: Argon2Parameters): Argon2Parameters => ({ ...asked, memory: 8 * asked.parallelism, passes: 1 });

crypto.argon2 = (algorithm, asked, done) => argon2(algorithm, isQuick ? quick(asked) : asked, done);
syncBuiltinESMExports();

export function useRealHashes(): void {
  beforeAll(() => {
    isQuick = false;
  });
  afterAll(() => {
    isQuick = true;
  });
}
