import { tiers, userTypes, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { describe, expect, it } from 'vitest';
import { speaking } from '../../../test/context.ts';
import { accountLinks, siteLinks, visitorActions, type NavigationLink } from './navigation.ts';

const everyone = tiers.flatMap((subscriptionTier) => userTypes.map((userType) => ({ subscriptionTier, userType })));
const pathsOf = (links: NavigationLink[]) => links.map(({ path }) => path);
const all = (viewer: { subscriptionTier: Tier; userType: UserType } | null) => [
  ...siteLinks(viewer),
  ...accountLinks(viewer),
];
const whoSees = (path: string) =>
  everyone.filter((viewer) => pathsOf(all(viewer)).some((seen) => seen === path)).map((viewer) => ({ ...viewer }));

describe('links of a visitor', () => {
  it('shows a visitor Providers, Compare, Pricing, Reports and three actions, nothing else [HEADER-16] [HEADER-02] [HEADER-03]', () => {
    expect(all(null)).toEqual([
      { label: 'Providers', path: '/directory' },
      { label: 'Compare', path: '/compare' },
      { label: 'Pricing', path: '/pricing' },
      { label: 'Reports', path: '/reports' },
    ]);
    expect(visitorActions()).toEqual([
      { label: 'Report', path: '/report' },
      { label: 'Log In', path: '/signup?login=true' },
      { label: 'Join Now', path: '/signup' },
    ]);
  });

  it('shows the links in the reader’s language', () => {
    speaking('fr');
    expect(siteLinks(null).map(({ label }) => label)).toEqual(['Prestataires', 'Comparer', 'Tarifs', 'Signalements']);
  });
});

describe.each(everyone)('links of a $userType on $subscriptionTier', (viewer) => {
  const paths = pathsOf(all(viewer));

  it('shows no Pricing, and shows Providers, Compare and Reports [HEADER-02] [HEADER-03] [HEADER-04] [HEADER-05]', () => {
    expect(paths).not.toContain('/pricing');
    expect(paths.slice(0, 3)).toEqual(['/directory', '/compare', '/reports']);
  });

  it('shows News, Dashboard, My Reports and Referrals [HEADER-06] [HEADER-08] [HEADER-09] [HEADER-10]', () => {
    expect(all(viewer)).toEqual(
      expect.arrayContaining([
        { label: 'News', path: '/news' },
        { label: 'Dashboard', path: '/dashboard' },
        { label: 'My Reports', path: '/my-reports' },
        { label: 'Referrals', path: '/referrals' },
      ]),
    );
  });

  it('shows the account page last', () => {
    expect(all(viewer).at(-1)).toEqual({ label: 'Account', path: '/account' });
  });

  it('shows each path once', () => {
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('links for some accounts', () => {
  it('shows RegTech to premium, business and regtech accounts [HEADER-07]', () => {
    expect(whoSees('/regtech')).toEqual(
      everyone.filter((viewer) => viewer.subscriptionTier === 'premium' || viewer.userType !== 'user'),
    );
  });

  it('shows Business Portal to business accounts [HEADER-11]', () => {
    expect(whoSees('/business')).toEqual(everyone.filter(({ userType }) => userType === 'business'));
  });

  it('shows API Access to the tiers premium, api and enterprise [HEADER-12]', () => {
    expect(whoSees('/api')).toEqual(everyone.filter(({ subscriptionTier }) => subscriptionTier !== 'free'));
  });
});
