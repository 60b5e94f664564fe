/** Navigation links by role. One list serves the header and the mobile menu. */
import type { User } from '@hakiki/contract/accounts';
import { isEntitled, type Tier } from '@hakiki/contract/entitlements';
import { checkPath, firstHourPath, licencesPath } from '@hakiki/contract/site';
import { m } from '../../paraglide/messages.js';

export interface NavigationLink {
  path: `/${string}`;
  label: string;
}

type Viewer = (Pick<User, 'subscriptionTier' | 'userType'> & Partial<Pick<User, 'isModerator'>>) | null;

export function getSiteLinks(viewer: Viewer): NavigationLink[] {
  return [
    { path: '/directory', label: m.nav_providers() },
    { path: '/compare', label: m.nav_compare() },
    ...(viewer ? [] : [{ path: '/pricing', label: m.nav_pricing() } as const]),
    { path: '/reports', label: m.nav_reports() },
    ...(viewer ? [{ path: '/news', label: m.nav_news() } as const] : []),
    ...(viewer && isEntitled(viewer, 'regtech') ? [{ path: '/regtech', label: m.nav_regtech() } as const] : []),
  ];
}

export const getReportLink = (): NavigationLink => ({ path: '/report', label: m.nav_report() });
export const getFirstHourLink = (): NavigationLink => ({ path: firstHourPath, label: m.nav_first_hour() });

/** Links to help, for everybody, in the menu and the footer. */
export const getHelpLinks = (): NavigationLink[] => [
  { path: checkPath, label: m.nav_check() },
  { path: '/alerts', label: m.nav_alerts() },
  { path: '/follow', label: m.nav_follow() },
  { path: licencesPath, label: m.nav_licences() },
];

/** Links to the person's own pages; none for a visitor. */
export function getAccountLinks(viewer: Viewer): NavigationLink[] {
  if (!viewer) return [];
  return [
    { path: '/dashboard', label: m.nav_dashboard() },
    { path: '/my-reports', label: m.nav_my_reports() },
    { path: '/referrals', label: m.nav_referrals() },
    ...(viewer.userType === 'business' ? [{ path: '/business', label: m.nav_business() } as const] : []),
    ...(isEntitled(viewer, 'apiLink') ? [{ path: '/api', label: m.nav_api() } as const] : []),
    ...(viewer.isModerator ? [{ path: '/admin/queue', label: m.nav_moderation() } as const] : []),
    { path: '/account', label: m.nav_account_page() },
  ];
}

/** Pages on which a visitor may have started something. The login leads back to them. */
const startedPages = /^(?:\/..)?\/(?:appeal|compare|provider|report-scam|submit-provider)\b/;

/** A visitor's ways to an account, in the order of the header. */
export const getVisitorLinks = (currentPath: string): NavigationLink[] => [
  {
    path: `/signup?login=true${startedPages.test(currentPath) ? `&next=${encodeURIComponent(currentPath)}` : ''}`,
    label: m.nav_log_in(),
  },
  { path: '/signup', label: m.nav_join() },
];

/** The person's name in the header. */
export const getDisplayName = ({ firstName, email }: Pick<User, 'firstName' | 'email'>): string =>
  firstName || email.split('@')[0] || m.nav_user();

const badgeLabels: Record<Tier, (() => string) | null> = {
  free: null,
  premium: m.tier_premium,
  api: m.tier_api,
  enterprise: m.tier_api,
};

/** The plan's short name; none for the free plan. */
export const getTierBadge = ({ subscriptionTier }: Pick<User, 'subscriptionTier'>): string | undefined =>
  badgeLabels[subscriptionTier]?.();
