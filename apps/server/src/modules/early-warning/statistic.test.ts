import { describe, expect, it } from 'vitest';
import { countFalseAlarms, listLeadDays, publishedAccuracy } from '../../../test/support/withdrawal-histories.ts';
import { computeLevels } from './statistic.ts';

const computeYearLevels = (people: number, windows = 26) => computeLevels({ people, windows, bySize: null });

describe('error rates of the early warning', () => {
  it('the rule raises at most one false alarm in fifty quiet years of a provider [EARLY-01]', () => {
    const { alarms, years: yearCount } = countFalseAlarms(17, 1200);
    expect(yearCount).toBeGreaterThan(1000);
    expect(yearCount / alarms).toBeGreaterThan(publishedAccuracy.quietYears);
  });

  it('the rule detects a collapse weeks before most people report it [EARLY-01]', () => {
    const leads = listLeadDays(17, 300);
    const found = leads.filter((days) => days !== null).toSorted((one, other) => one - other);
    expect(found.length / leads.length).toBeGreaterThan(publishedAccuracy.foundShare);
    expect(found[Math.floor(found.length / 2)]).toBeGreaterThanOrEqual(publishedAccuracy.medianDays);
  });
});

describe('thresholds of the early warning', () => {
  it('a rise needs at least five people, however quiet the provider was [EARLY-01]', () => {
    expect(computeYearLevels(0)).toEqual({ usual: expect.closeTo(0.05) as number, raiseAt: 5, calmAt: 2 });
  });

  it("the threshold depends on the provider's own past [EARLY-01]", () => {
    expect(computeYearLevels(26).raiseAt).toBeLessThan(12);
    expect(computeYearLevels(260).raiseAt).toBeGreaterThan(20);
    expect(computeYearLevels(260).usual).toBeCloseTo(9, 0);
  });

  it('the threshold is higher for a short past, because it is less certain [EARLY-01]', () => {
    expect([computeYearLevels(0, 0).usual, computeYearLevels(13).usual]).toEqual([0.5, 0.5]);
    expect(computeYearLevels(0, 0).raiseAt).toBeGreaterThan(computeYearLevels(13).raiseAt);
  });

  it("the threshold grows with the provider's size, up to a limit [EARLY-01]", () => {
    const raiseAtForSize = (bySize: number | null) => computeLevels({ people: 0, windows: 0, bySize }).raiseAt;
    expect(raiseAtForSize(2)).toBeGreaterThan(raiseAtForSize(null));
    expect(raiseAtForSize(1e9)).toBe(raiseAtForSize(3));
  });

  it('a watch ends at a lower number than it starts, so that it does not flicker [EARLY-02]', () => {
    for (const people of [0, 5, 26, 78, 260, 2600]) {
      const { usual, raiseAt, calmAt } = computeYearLevels(people);
      expect(calmAt).toBeLessThan(raiseAt - 1);
      expect(calmAt).toBeGreaterThanOrEqual(Math.floor(usual));
    }
  });
});
