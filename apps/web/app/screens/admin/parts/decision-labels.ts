/** Labels of stored decision values. A value without a label is shown as stored. */
import { verificationStatuses } from '@hakiki/contract/directory-values';
import { tiers, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { statusLabel } from '../../../components/providers/verdict-badge.tsx';
import { m } from '../../../paraglide/messages.js';

const stateLabels: Record<string, () => string> = {
  pending: m.admin_state_pending,
  approved: m.admin_state_approved,
  rejected: m.admin_state_rejected,
  merged: m.admin_state_merged,
  upheld: m.admin_state_upheld,
  partly: m.admin_state_partly,
  dismissed: m.admin_state_dismissed,
  investigating: m.admin_state_investigating,
  resolved: m.admin_state_resolved,
  open: m.admin_state_open,
  done: m.admin_state_done,
  confirmed: m.admin_state_confirmed,
  declined: m.admin_state_declined,
  shown: m.newsdesk_view_shown,
  hidden: m.newsdesk_view_hidden,
};

const planLabels: Record<Tier, () => string> = {
  free: m.profile_plan_free,
  premium: m.profile_plan_premium,
  api: m.profile_plan_api,
  enterprise: m.profile_plan_enterprise,
};
export const planLabel = (tier: Tier): string => planLabels[tier]();

const userTypeLabels: Record<UserType, () => string> = {
  user: m.users_type_user,
  business: m.users_type_business,
  regtech: m.profile_type_regtech,
};
export const userTypeLabel = (type: UserType): string => userTypeLabels[type]();

/** Label of 'pending', 'Flagged' or 'premium'. */
export function stateLabel(stored: string): string {
  const verdict = verificationStatuses.find((status) => status === stored);
  if (verdict) return statusLabel(verdict);
  const tier = tiers.find((knownTier) => knownTier === stored);
  return tier ? planLabel(tier) : (stateLabels[stored]?.() ?? stored);
}
