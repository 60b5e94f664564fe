/** Labels of accounts. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import type { StaffRole } from '@hakiki/contract/admin-values';
import { m } from '../../../paraglide/messages.js';

/** Undefined if only the email address is known. */
export const getFullName = ({ firstName, lastName }: AdminUser): string | undefined =>
  [firstName, lastName].filter(Boolean).join(' ') || undefined;

const roleLabels: Record<StaffRole, () => string> = { admin: m.users_admin, moderator: m.users_moderator };
export const roleLabel = (role: StaffRole): string => roleLabels[role]();

const subscriptionLabels: Record<AdminUser['subscriptionStatus'], () => string> = {
  active: m.users_status_active,
  pending: m.users_status_pending,
  cancelled: m.users_status_cancelled,
  expired: m.users_status_expired,
  inactive: m.users_status_inactive,
};

/** A free account without a subscription is not called inactive. */
export const subscriptionLabel = ({
  subscriptionTier,
  subscriptionStatus,
}: Pick<AdminUser, 'subscriptionTier' | 'subscriptionStatus'>): string =>
  subscriptionTier === 'free' && subscriptionStatus === 'inactive'
    ? m.dashboard_status_free()
    : subscriptionLabels[subscriptionStatus]();
