/** How a provider is shown in the console: as the public sees it, and whether it does. */
import type { AdminProvider } from '@hakiki/contract/admin';
import type { Provider, ReviewState } from '@hakiki/contract/directory';

export interface AdminProviderRow extends Provider {
  reviewState: ReviewState;
  createdAt: Date;
}

export const presentAdminProvider = ({ createdAt, ...row }: AdminProviderRow): AdminProvider => ({
  ...row,
  createdAt: createdAt.toISOString(),
});
