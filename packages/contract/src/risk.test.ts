import { describe, expect, it } from 'vitest';
import { barColour, isAssessed, toRiskLevel } from './risk.ts';

describe('toRiskLevel', () => {
  it.each([
    ['low', 'Low'],
    [' MEDIUM ', 'Medium'],
    ['High', 'High'],
    [0, 'Low'],
    [39, 'Low'],
    ['39.9', 'Low'],
    [40, 'Medium'],
    ['69', 'Medium'],
    [70, 'High'],
    ['100', 'High'],
    [-5, 'Low'],
    [250, 'High'],
  ])('toRiskLevel converts %j to %s [DEC-05] [ENT-08]', (value, level) => {
    expect(toRiskLevel(value)).toBe(level);
  });

  it.each(['', '  ', 'severe', 'NaN'])('toRiskLevel rejects %j instead of guessing [DEC-05]', (value) => {
    expect(() => toRiskLevel(value)).toThrow(RangeError);
  });
});

describe('barColour', () => {
  it.each([
    [100, 'green'],
    [80, 'green'],
    [79, 'yellow'],
    [50, 'yellow'],
    [49, 'red'],
    [0, 'red'],
  ])('barColour shows %i percent in %s', (percent, colour) => {
    expect(barColour(percent)).toBe(colour);
  });
});

describe('the assessment of a provider', () => {
  const none = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };

  it('a provider is assessed as soon as one of the three scores is set', () => {
    expect(isAssessed(none)).toBe(false);
    for (const name of Object.keys(none)) expect(isAssessed({ ...none, [name]: 1 })).toBe(true);
  });
});
