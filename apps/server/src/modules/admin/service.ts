/** The overview of the console: figures of all rooms. */
import type { AdminStats } from '@hakiki/contract/admin';
import type { AccountsService } from '../accounts/service.ts';
import type { DirectoryService } from '../directory/service.ts';

interface Needs {
  accounts: Pick<AccountsService, 'readCounts' | 'countToday'>;
  directory: Pick<DirectoryService, 'readStateCounts'>;
}

export type AdminService = ReturnType<typeof createAdminService>;

const sumOf = (counts: readonly { n: number }[]) => counts.reduce((sum, { n }) => sum + n, 0);

export function createAdminService({ accounts, directory }: Needs) {
  return {
    async getStats(): Promise<AdminStats> {
      const [people, newUsersToday, providers] = await Promise.all([
        accounts.readCounts(),
        accounts.countToday(),
        directory.readStateCounts(),
      ]);
      const totalUsers = sumOf(people);
      const premiumUsers = sumOf(people.filter(({ tier }) => tier === 'premium'));
      return {
        totalUsers,
        newUsersToday,
        totalProviders: sumOf(providers),
        verifiedProviders: sumOf(providers.filter(({ verificationStatus }) => verificationStatus === 'Verified')),
        premiumUsers,
        conversionRate: totalUsers === 0 ? 0 : Math.round((100 * premiumUsers) / totalUsers),
      };
    },
  };
}
