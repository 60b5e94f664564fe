import { describe, expect, it } from 'vitest';
import { barColour, getShownRisk, isAssessed, riskLevels, toRiskLevel, type RiskLevel } from './risk.ts';

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

  it('the shown level is never lower than the average of the scores, and higher only if the team set it so [DEC-05]', () => {
    const show = (score: number) =>
      riskLevels.map((riskScore) =>
        getShownRisk({
          riskScore,
          verificationStatus: 'Verified',
          regulatoryCompliance: score,
          userSatisfaction: score,
          securityMeasures: score,
        }),
      );
    expect(show(80)).toEqual(['Low', 'Medium', 'High']);
    expect(show(79)).toEqual(['Medium', 'Medium', 'High']);
    expect(show(50)).toEqual(['Medium', 'Medium', 'High']);
    expect(show(49)).toEqual(['High', 'High', 'High']);
  });

  it('a provider that nobody assessed has no level, and a flagged or suspended one a high level [DEC-05] [CONST-10]', () => {
    const riskScore = 'Medium';
    expect(getShownRisk({ ...none, riskScore, verificationStatus: 'Pending' })).toBeUndefined();
    expect(getShownRisk({ ...none, riskScore, verificationStatus: 'Flagged' })).toBe('High');
    expect(getShownRisk({ ...none, riskScore, verificationStatus: 'Suspended' })).toBe('High');
  });

  it('a high level that the team has set is shown even without scores, a low one is not [DEC-05]', () => {
    const show = (riskScore: RiskLevel) => getShownRisk({ ...none, riskScore, verificationStatus: 'Pending' });
    expect(riskLevels.map(show)).toEqual([undefined, undefined, 'High']);
  });
});
