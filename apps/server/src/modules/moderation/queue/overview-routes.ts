import { getAdminStats, getOverview } from '@hakiki/contract/overview-admin';
import { handle } from '../../../platform/http/route.ts';
import type { AdminService } from './overview.ts';

export const adminRoutes = ({ admin }: { admin: AdminService }) => [
  handle(getAdminStats, () => admin.getStats()),
  handle(getOverview, () => admin.getOverview()),
];
