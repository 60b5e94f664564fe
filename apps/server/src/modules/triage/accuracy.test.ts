import { describe, expect, it } from 'vitest';
import { accuracyOf } from './accuracy.ts';

describe('the standing of a reporter', () => {
  it.each([
    [5, 0, 0],
    [0, 5, 0],
    [6, 0, 6.46],
    [0, 6, -6.46],
    [7, 3, 0],
    [16, 0, 10],
    [0, 64, -15],
    [85, 15, 8.3],
    [35, 65, -8.3],
  ])('after %i right and %i wrong is %f', (agreed, disagreed, accuracy) => {
    expect(accuracyOf({ agreed, disagreed })).toBeCloseTo(accuracy, 2);
  });
});
