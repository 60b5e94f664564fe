import { describe, expect, it } from 'vitest';
import { listLimits, paging, searchMatchLimit } from './limits.ts';

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

  it('pages by 500 unless asked, and never by more than 1000 [DEC-56]', () => {
    expect(paging).toMatchObject({ defaultLimit: 500, maxLimit: 1000 });
    expect(searchMatchLimit).toBeGreaterThanOrEqual(paging.maxLimit);
  });
});
