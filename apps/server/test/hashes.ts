/**
 * A password's hash takes 40 ms of a processor and the work for a public form 300 ms, on purpose. Where that is not what a test is
 * about, both take the least that there is: server and browser are this process. A file about their cost or their time, or about
 * another process, which always does them for real, says `useRealHashes()`.
 */
import crypto, { type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const { argon2, pbkdf2 } = crypto;

const quick = (asked: Argon2Parameters): Argon2Parameters => ({ ...asked, memory: 8 * asked.parallelism, passes: 1 });

/** Belongs to the process: this file may be loaded again for another file of tests, and there is one `crypto`. */
const shared = globalThis as { quickHashes?: { isOn: boolean } };
if (!shared.quickHashes) {
  const hashes = (shared.quickHashes = { isOn: true });
  crypto.argon2 = (algorithm, asked, done) => argon2(algorithm, hashes.isOn ? quick(asked) : asked, done);
  crypto.pbkdf2 = (password, salt, rounds, ...rest) => pbkdf2(password, salt, hashes.isOn ? 1 : rounds, ...rest);
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
