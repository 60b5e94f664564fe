/**
 * A password hash takes 40 ms of CPU and the proof of work of a public form 300 ms, on purpose. Tests use the cheapest
 * parameters for both, since server and browser share this process. A file about their cost or timing, or one that
 * starts other processes, which always use the real parameters, calls `useRealHashes()`.
 */
import crypto, { type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const { argon2, pbkdf2 } = crypto;

const toCheapParameters = (parameters: Argon2Parameters): Argon2Parameters => ({
  ...parameters,
  memory: 8 * parameters.parallelism,
  passes: 1,
});

/** Stored on globalThis: vitest loads this file once per test file, but there is only one `crypto`. */
const shared = globalThis as { quickHashes?: { isOn: boolean } };
if (!shared.quickHashes) {
  const hashes = (shared.quickHashes = { isOn: true });
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, hashes.isOn ? toCheapParameters(parameters) : parameters, callback);
  crypto.pbkdf2 = (password, salt, rounds, ...rest) => pbkdf2(password, salt, hashes.isOn ? 1 : rounds, ...rest);
  syncBuiltinESMExports();
}
const hashes = shared.quickHashes;

/** Before each file: an `afterAll` that throws keeps the earlier ones from running, also the one of `useRealHashes`. */
export function useCheapHashes(): void {
  hashes.isOn = true;
}

export function useRealHashes(): void {
  beforeAll(() => {
    hashes.isOn = false;
  });
  afterAll(useCheapHashes);
}
