import { tiers, userTypes, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { getAccountLinks, getReportLink, getSiteLinks, getVisitorLinks, type NavigationLink } from './navigation.ts';

const accounts = tiers.flatMap((subscriptionTier) => userTypes.map((userType) => ({ subscriptionTier, userType })));
const toPaths = (links: NavigationLink[]) => links.map(({ path }) => path);
const allLinks = (viewer: { subscriptionTier: Tier; userType: UserType } | null) => [
  ...getSiteLinks(viewer),
  ...getAccountLinks(viewer),
];
const accountsWithLink = (path: string) =>
  accounts.filter((viewer) => toPaths(allLinks(viewer)).some((seen) => seen === path)).map((viewer) => ({ ...viewer }));

describe('links of a visitor', () => {
  it('shows a visitor Providers, Compare, Pricing, Reports and three actions, nothing else [HEADER-16] [HEADER-02] [HEADER-03]', () => {
    expect(allLinks(null)).toEqual([
      { label: 'Providers', path: '/directory' },
      { label: 'Compare', path: '/compare' },
      { label: 'Pricing', path: '/pricing' },
      { label: 'Reports', path: '/reports' },
    ]);
    expect([getReportLink(), ...getVisitorLinks('/')]).toEqual([
      { label: 'Report', path: '/report' },
      { label: 'Log In', path: '/signup?login=true' },
      { label: 'Join Now', path: '/signup' },
    ]);
  });

  it.each([
    ['/compare?providers=a,b', '&next=%2Fcompare%3Fproviders%3Da%2Cb'],
    ['/fr/provider/7?tab=report', '&next=%2Ffr%2Fprovider%2F7%3Ftab%3Dreport'],
    ['/report-scam', '&next=%2Freport-scam'],
    ['/directory', ''],
    ['/reset-password?token=secret', ''],
  ])('the login of %s leads back where something may have been started [DEC-94]', (path, next) => {
    expect(getVisitorLinks(path)[0]?.path).toBe(`/signup?login=true${next}`);
  });

  it('shows the links in the user’s language', () => {
    setTestLanguage('fr');
    expect(getSiteLinks(null).map(({ label }) => label)).toEqual([
      'Prestataires',
      'Comparer',
      'Tarifs',
      'Signalements',
    ]);
  });
});

describe.each(accounts)('links of a $userType on $subscriptionTier', (viewer) => {
  const paths = toPaths(allLinks(viewer));

  it('shows no Pricing, and shows Providers, Compare and Reports [HEADER-02] [HEADER-03] [HEADER-04] [HEADER-05]', () => {
    expect(paths).not.toContain('/pricing');
    expect(paths.slice(0, 3)).toEqual(['/directory', '/compare', '/reports']);
  });

  it('shows News, Dashboard, My Reports and Referrals [HEADER-06] [HEADER-08] [HEADER-09] [HEADER-10]', () => {
    expect(allLinks(viewer)).toEqual(
      expect.arrayContaining([
        { label: 'News', path: '/news' },
        { label: 'Dashboard', path: '/dashboard' },
        { label: 'My Reports', path: '/my-reports' },
        { label: 'Referrals', path: '/referrals' },
      ]),
    );
  });

  it('shows the account page last', () => {
    expect(allLinks(viewer).at(-1)).toEqual({ label: 'Account', path: '/account' });
  });

  it('shows each path once', () => {
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('links for some accounts', () => {
  it('shows RegTech to premium, business and regtech accounts [HEADER-07]', () => {
    expect(accountsWithLink('/regtech')).toEqual(
      accounts.filter((viewer) => viewer.subscriptionTier === 'premium' || viewer.userType !== 'user'),
    );
  });

  it('shows Business Portal to business accounts [HEADER-11]', () => {
    expect(accountsWithLink('/business')).toEqual(accounts.filter(({ userType }) => userType === 'business'));
  });

  it('shows API Access to the tiers premium, api and enterprise [HEADER-12]', () => {
    expect(accountsWithLink('/api')).toEqual(accounts.filter(({ subscriptionTier }) => subscriptionTier !== 'free'));
  });
});
