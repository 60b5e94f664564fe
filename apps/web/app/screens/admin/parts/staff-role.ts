/** The staff role of a user. Only for the display: the server checks it with each call. */
import type { User } from '@hakiki/contract/accounts';
import type { StaffRole } from '@hakiki/contract/admin-values';
import { useAuth } from '../../../lib/api/auth.ts';

export function getStaffRole({ isAdmin, isModerator }: Pick<User, 'isAdmin' | 'isModerator'>): StaffRole | undefined {
  if (isAdmin) return 'admin';
  return isModerator ? 'moderator' : undefined;
}

export function useStaffRole(): StaffRole | undefined {
  const auth = useAuth();
  return auth.status === 'signed-in' ? getStaffRole(auth.user) : undefined;
}
