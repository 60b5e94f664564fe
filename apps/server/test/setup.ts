/** An error printed behind a passing test is a failure nobody looked at. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import './hashes.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  const printed = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(printed, 'unexpected console.error').toEqual([]);
});
