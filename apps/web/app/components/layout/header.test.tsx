import type { User } from '@hakiki/contract/accounts';
import { tiers, userTypes } from '@hakiki/contract/entitlements';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/fake-api.ts';
import { aUser } from '../../../test/factories.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { Header } from './header.tsx';

const users = [
  null,
  ...tiers.flatMap((subscriptionTier) => userTypes.map((userType) => aUser({ subscriptionTier, userType }))),
];

const HELP = 'nav[aria-label="Get help"], nav[aria-label^="Obtenir"]';

/**
 * The header bar and the slide-out menu. The menu starts with Report and the guide for the first hour, and ends with
 * help and languages.
 */
function splitHeader(page: HTMLElement) {
  const menu = page.querySelector<HTMLElement>('#site-menu')!;
  const links = getLinks(page);
  const inMenu = getLinks(menu);
  const help = [...menu.querySelectorAll(`${HELP}, :is(${HELP}) ~ *`)];
  const [report, firstHour, ...menuLinks] = inMenu.slice(0, -help.flatMap(getLinks).length);
  const menuText = getText(menu).replace(help.map(getText).join(' '), '').trim();
  const bar = links.slice(0, -inMenu.length);
  const reportInBar = bar.findIndex(({ href }) => href === report?.href);
  const withoutReport = bar.filter((_, index) => index !== reportInBar);
  return {
    bar,
    reportInBar,
    withoutReport,
    report,
    firstHour,
    menu: menuLinks,
    menuText,
    help: help.flatMap(getLinks),
  };
}

/** Undefined while the user is loading, null for a visitor. */
function renderHeader(user: User | null | undefined, at = '/'): HTMLElement {
  const store = new QueryStore(createFakeApi({}).api);
  if (user !== undefined) store.setInitial(authUser.key, { status: 'ready', data: user });
  return renderOnServer(<Header />, { at, store });
}

describe('the header of a visitor', () => {
  const { bar, withoutReport, menu } = splitHeader(renderHeader(null));

  it('has the home link first [HEADER-01]', () => {
    expect(bar[0]).toEqual({ text: 'Hakiki Verify before you trust. Home', href: '/' });
  });

  it('has exactly these links [HEADER-02] [HEADER-03] [HEADER-04] [HEADER-05] [HEADER-13] [HEADER-14] [HEADER-15] [HEADER-16]', () => {
    expect(bar.slice(1)).toEqual([
      { text: 'Providers', href: '/directory' },
      { text: 'Compare', href: '/compare' },
      { text: 'Pricing', href: '/pricing' },
      { text: 'Reports', href: '/reports' },
      { text: 'Report', href: '/report' },
      { text: 'Log In', href: '/signup?login=true' },
      { text: 'Join Now', href: '/signup' },
    ]);
  });

  it('has the same links in its menu [HEADER-23]', () => {
    expect(menu).toEqual(withoutReport.slice(1));
  });

  it('ends the menu with the help links and the languages [WARN-10] [WARN-16]', () => {
    const helpLinks = (user: User | null) => splitHeader(renderHeader(user, '/reports?page=2')).help;
    const expected = [
      { text: 'Check a link or number', href: '/check' },
      { text: 'All fraud alerts', href: '/alerts' },
      { text: 'Follow a report', href: '/follow' },
      { text: 'Licences by country', href: '/licences' },
      { text: 'English', href: '/reports?page=2' },
      { text: 'Français', href: '/fr/reports?page=2' },
      { text: 'Português', href: '/pt/reports?page=2' },
      { text: 'Kiswahili', href: '/sw/reports?page=2' },
      { text: 'العربية', href: '/ar/reports?page=2' },
    ];
    expect(helpLinks(null)).toEqual(expected);
    expect(helpLinks(aUser())).toEqual(expected);
  });

  it('keeps the language of the page in every link', () => {
    setTestLanguage('fr');
    const french = splitHeader(renderHeader(null, '/fr')).bar;
    expect(french.map(({ href }) => href)).toEqual([
      '/fr',
      '/fr/directory',
      '/fr/compare',
      '/fr/pricing',
      '/fr/reports',
      '/fr/report',
      '/fr/signup?login=true',
      '/fr/signup',
    ]);
  });
});

describe('the header of a member', () => {
  it('has no Pricing and no way to sign up or log in, and keeps Reports and Report [HEADER-04] [HEADER-05] [HEADER-14] [HEADER-15] [DEC-51]', () => {
    const hrefs = splitHeader(renderHeader(aUser())).bar.map(({ href }) => href);
    for (const shown of ['/reports', '/report']) expect(hrefs).toContain(shown);
    for (const hidden of ['/pricing', '/signup', '/signup?login=true']) expect(hrefs).not.toContain(hidden);
  });

  it('logs a member out by a plain link to the server [HEADER-17] [HEADER-24]', () => {
    setTestLanguage('fr');
    const { bar, menu, menuText } = splitHeader(renderHeader(aUser(), '/fr'));
    expect(bar.at(-1)).toEqual({ text: 'Se déconnecter', href: '/api/logout' });
    expect(menu.at(-1)).toEqual({ text: 'Se déconnecter', href: '/api/logout' });
    expect(menuText).toContain('Votre compte');
  });

  it('groups the member’s links under Your Account in the menu [HEADER-24]', () => {
    expect(splitHeader(renderHeader(aUser())).menuText).toMatch(
      /News Your Account Logged in as Amina Dashboard My Reports Referrals Account Log Out$/,
    );
    expect(splitHeader(renderHeader(null)).menuText).not.toContain('Your Account');
  });
});

const commonLinks = ['/directory', '/compare', '/reports', '/news'];
const personalLinks = ['/dashboard', '/my-reports', '/referrals'];
const lastLinks = ['/account', '/api/logout'];

describe.each([
  ['a free user', {}, [...commonLinks, ...personalLinks, ...lastLinks], ''],
  [
    'a premium user',
    { subscriptionTier: 'premium' },
    [...commonLinks, '/regtech', ...personalLinks, '/api', ...lastLinks],
    'Premium',
  ],
  ['an API customer', { subscriptionTier: 'api' }, [...commonLinks, ...personalLinks, '/api', ...lastLinks], 'API'],
  [
    'an enterprise',
    { subscriptionTier: 'enterprise' },
    [...commonLinks, ...personalLinks, '/api', ...lastLinks],
    'API',
  ],
  [
    'a business',
    { userType: 'business' },
    [...commonLinks, '/regtech', ...personalLinks, '/business', ...lastLinks],
    '',
  ],
  ['a regtech user', { userType: 'regtech' }, [...commonLinks, '/regtech', ...personalLinks, ...lastLinks], ''],
  ['a moderator', { isModerator: true }, [...commonLinks, ...personalLinks, '/admin/queue', ...lastLinks], ''],
  ['an administrator', { isAdmin: true }, [...commonLinks, ...personalLinks, ...lastLinks], ''],
])('the header of %s', (_who, given, hrefs, badge) => {
  const page = renderHeader(aUser(given));
  const { withoutReport, menu } = splitHeader(page);

  it('has exactly the links of this account, in bar and menu [HEADER-06] [HEADER-07] [HEADER-08] [HEADER-09] [HEADER-10] [HEADER-11] [HEADER-12] [DEC-51] [DEC-29] [DEC-31] [ROLE-03] [ROLE-08] [ROLE-11]', () => {
    expect(withoutReport.slice(1).map(({ href }) => href)).toEqual(hrefs);
    expect(menu).toEqual(withoutReport.slice(1));
  });

  it('shows the member’s name and plan, in bar and menu [HEADER-19] [HEADER-20] [HEADER-21] [ROLE-04]', () => {
    const nameTexts = [...page.querySelectorAll('p')].map(getText).filter((text) => text.startsWith('Logged in as'));
    expect(nameTexts).toEqual(Array(2).fill(`Logged in as Amina ${badge}`.trim()));
  });
});

describe('the name in the header', () => {
  const shown = (given: Record<string, unknown>) => getText(renderHeader(aUser(given)));

  it('falls back to the local part of the email, then to User [HEADER-22]', () => {
    expect(shown({ firstName: 'Thandi' })).toContain('Logged in as Thandi ');
    expect(shown({ firstName: null, email: 'wanjiru.k@example.org' })).toContain('Logged in as wanjiru.k ');
    expect(shown({ firstName: '', email: '' })).toContain('Logged in as User ');
  });

  it('shows neither name nor plan to a visitor [HEADER-21]', () => {
    expect(getText(renderHeader(null))).not.toMatch(/Logged in|Premium|API/);
  });
});

it.each(users)('shows the same links in menu and bar for every account [HEADER-23] (%#)', (user) => {
  const { withoutReport, menu } = splitHeader(renderHeader(user));
  expect(menu).toEqual(withoutReport.slice(1));
  expect(menu.length).toBeGreaterThanOrEqual(6);
});

it.each(users)(
  'offers Report to everyone, and beside it the first hour in the menu [HEADER-13] [DEC-51] (%#)',
  (user) => {
    const { report, firstHour, bar, reportInBar } = splitHeader(renderHeader(user));
    expect([report, firstHour]).toEqual([
      { text: 'Report', href: '/report' },
      { text: 'I lost money', href: '/first-hour' },
    ]);
    expect(bar[reportInBar]).toEqual(report);
  },
);

it('marks the link of the current route, and only that [HEADER-18]', () => {
  const currentLinks = (at: string) =>
    [...renderHeader(null, at).querySelectorAll('a[aria-current="page"]')]
      .filter((link) => !link.closest('#site-menu'))
      .map(getText);
  expect(currentLinks('/directory')).toEqual(['Providers']);
  expect(currentLinks('/directory?page=2')).toEqual(['Providers']);
  expect(currentLinks('/reports')).toEqual(['Reports']);
  expect(currentLinks('/')).toEqual([]);
});

describe('the header while the user is loading', () => {
  it('shows the visitor’s header with a spinner', () => {
    expect(splitHeader(renderHeader(undefined)).bar).toEqual(splitHeader(renderHeader(null)).bar);
    expect(within(renderHeader(undefined)).getByRole('status')).toBeDefined();
    expect(within(renderHeader(null)).queryByRole('status')).toBeNull();
  });

  it('shows the member’s links after the user was loaded', () => {
    expect(splitHeader(renderHeader(aUser())).bar.map(({ href }) => href)).toContain('/dashboard');
  });
});
