import { describe, expect, it } from 'vitest';
import { computeAccuracy } from './accuracy.ts';

describe('accuracy of a reporter', () => {
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
  ])('a reporter with %i right and %i wrong reports has the accuracy %f', (agreed, disagreed, accuracy) => {
    expect(computeAccuracy({ agreed, disagreed })).toBeCloseTo(accuracy, 2);
  });
});
