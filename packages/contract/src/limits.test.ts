import { describe, expect, it } from 'vitest';
import { listLimits, minimums, paging, searchMatchLimit } from './limits.ts';

describe('limits', () => {
  it('the page sizes of all lists are defined once [CONST-08]', () => {
    expect(listLimits).toMatchObject({
      reportsPageAlerts: 6,
      reportsPageHighRiskReports: 6,
      dashboardAlerts: 5,
      dashboardReports: 5,
      dashboardProviders: 3,
      homeProviders: 3,
      badges: 3,
    });
  });

  it('lists have 100 items by default, and never more than 200 [DEC-56]', () => {
    expect(paging).toMatchObject({ defaultLimit: 100, maxLimit: 200 });
    expect(searchMatchLimit).toBeGreaterThanOrEqual(paging.maxLimit);
  });

  it('the minimum lengths of texts are defined once [CONST-05]', () => {
    expect(minimums).toEqual({
      scamTitle: 10,
      scamDescription: 50,
      appeal: 20,
      dispute: 20,
      providerDescription: 100,
      providerName: 2,
      providerYear: 1990,
      password: 8,
      phone: 10,
      submitterName: 2,
    });
  });
});
