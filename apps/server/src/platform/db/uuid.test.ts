import { describe, expect, it } from 'vitest';
import { uuidv7 } from './uuid.ts';

describe('uuidv7', () => {
  it('creates ids with the format and time of RFC 9562', () => {
    const time = Date.UTC(2026, 6, 1) + 3_600_000 * 24 * 365;
    const id = uuidv7(time);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(time);
  });

  it('never repeats an id and always increases, also within a millisecond or when the clock is set back', () => {
    const now = Date.UTC(2028, 0, 1);
    const ids = Array.from({ length: 20_000 }, (_, index) => uuidv7(now - (index % 3) * 1000));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });
});
