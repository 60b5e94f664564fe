/** The overview page of the console, with statistics of all modules. */
import { caseAges } from '@hakiki/contract/admin-values';
import type { AdminStats, Overview } from '@hakiki/contract/overview-admin';
import type { Database } from '../../../platform/db/database.ts';
import type { CasesService } from '../cases/service.ts';
import type { AccountsService } from '../../accounts/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import * as store from './overview-store.ts';

interface Deps {
  database: Database;
  accounts: Pick<AccountsService, 'readCounts' | 'countToday'>;
  cases: Pick<CasesService, 'countSnoozed' | 'getSortingStatus'>;
  directory: Pick<DirectoryService, 'readStateCounts'>;
}

export type AdminService = ReturnType<typeof createAdminService>;

const sumCounts = (counts: readonly { n: number }[]) => counts.reduce((sum, { n }) => sum + n, 0);

export function createAdminService({ database, accounts, cases, directory }: Deps) {
  return {
    async getStats(): Promise<AdminStats> {
      const [userCounts, newUsersToday, providers] = await Promise.all([
        accounts.readCounts(),
        accounts.countToday(),
        directory.readStateCounts(),
      ]);
      const totalUsers = sumCounts(userCounts);
      const premiumUsers = sumCounts(userCounts.filter(({ tier }) => tier === 'premium'));
      return {
        totalUsers,
        newUsersToday,
        totalProviders: sumCounts(providers),
        verifiedProviders: sumCounts(providers.filter(({ verificationStatus }) => verificationStatus === 'Verified')),
        premiumUsers,
        conversionRate: totalUsers === 0 ? 0 : Math.round((100 * premiumUsers) / totalUsers),
      };
    },

    async getOverview(): Promise<Overview> {
      const [days, medianHours, reversals, ages, openByCountry, snoozed, { count, since, isLate }] = await Promise.all([
        store.listDays(database),
        store.readMedianHours(database),
        store.readReversals(database),
        store.listAges(database),
        store.listCountries(database),
        cases.countSnoozed(),
        cases.getSortingStatus(),
      ]);
      return {
        days,
        medianHoursToDecision: medianHours,
        openByAge: caseAges.map((age) => ({ age, n: ages.find((one) => one.age === age)?.n ?? 0 })),
        openByCountry,
        snoozed,
        sorting: { count, since, isLate },
        ...reversals,
      };
    },
  };
}
