/** Fails a test that prints an error. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { useCheapHashes } from './support/cheap-hashes.ts';

useCheapHashes();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  const printed = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(printed, 'unexpected console.error').toEqual([]);
});
