import { describe, expect, it } from 'vitest';
import { listLimits, minimums, paging, searchMatchLimit } from './limits.ts';

describe('limits', () => {
  it('has the sizes of all lists in one place [CONST-08]', () => {
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

  it('pages by 100 unless asked, and never by more than 200 [DEC-56]', () => {
    expect(paging).toMatchObject({ defaultLimit: 100, maxLimit: 200 });
    expect(searchMatchLimit).toBeGreaterThanOrEqual(paging.maxLimit);
  });

  it('has the least a person must write in one place [CONST-05]', () => {
    expect(minimums).toEqual({
      scamTitle: 10,
      scamDescription: 50,
      appeal: 20,
      providerDescription: 100,
      providerName: 2,
      providerYear: 1990,
      password: 8,
      phone: 10,
      submitterName: 2,
    });
  });
});
