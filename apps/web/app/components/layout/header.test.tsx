import type { User } from '@hakiki/contract/accounts';
import { tiers, userTypes } from '@hakiki/contract/entitlements';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { knowing } from '../../../test/answers.ts';
import { aUser } from '../../../test/makers.ts';
import { linksOf, textOf } from '../../../test/reading.ts';
import { speaking } from '../../../test/context.ts';
import { served } from '../../../test/show.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { ReadStore } from '../../lib/api/read-store.ts';
import { Header } from './header.tsx';

const people = [
  null,
  ...tiers.flatMap((subscriptionTier) => userTypes.map((userType) => aUser({ subscriptionTier, userType }))),
];

const HELP = 'nav[aria-label="Get help"], nav[aria-label^="Obtenir"]';

/** The header bar and the slide-out menu; help and languages are last in the menu. */
function partsOf(page: HTMLElement) {
  const menu = page.querySelector<HTMLElement>('#site-menu')!;
  const links = linksOf(page);
  const inMenu = linksOf(menu);
  const help = [...menu.querySelectorAll(`${HELP}, :is(${HELP}) ~ *`)];
  const own = inMenu.slice(0, -help.flatMap(linksOf).length);
  const menuText = textOf(menu).replace(help.map(textOf).join(' '), '').trim();
  return { bar: links.slice(0, -inMenu.length), menu: own, menuText, help: help.flatMap(linksOf) };
}

/** Undefined while the user is loading, null for a visitor. */
function headerOf(user: User | null | undefined, at = '/'): HTMLElement {
  const store = new ReadStore(knowing({}).api);
  if (user !== undefined) store.put(authUser.key, { status: 'ready', data: user });
  return served(<Header />, { at, store });
}

describe('the header of a visitor', () => {
  const { bar, menu } = partsOf(headerOf(null));

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
    expect(menu).toEqual(bar.slice(1));
  });

  it('ends the menu with the help links and the languages [WARN-10] [WARN-16]', () => {
    const helped = (user: User | null) => partsOf(headerOf(user, '/reports?page=2')).help;
    const expected = [
      { text: 'I lost money', href: '/first-hour' },
      { text: 'All fraud alerts', href: '/alerts' },
      { text: 'Follow a report', href: '/follow' },
      { text: 'English', href: '/reports?page=2' },
      { text: 'Français', href: '/fr/reports?page=2' },
    ];
    expect(helped(null)).toEqual(expected);
    expect(helped(aUser())).toEqual(expected);
  });

  it('keeps the language of the page in every link', () => {
    speaking('fr');
    const french = partsOf(headerOf(null, '/fr')).bar;
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
  it('has no Pricing and none of the visitor’s actions, and keeps Reports [HEADER-04] [HEADER-05] [HEADER-13] [HEADER-14] [HEADER-15]', () => {
    const hrefs = partsOf(headerOf(aUser())).bar.map(({ href }) => href);
    expect(hrefs).toContain('/reports');
    for (const hidden of ['/pricing', '/report', '/signup', '/signup?login=true']) expect(hrefs).not.toContain(hidden);
  });

  it('logs a member out by a plain link to the server [HEADER-17] [HEADER-24]', () => {
    speaking('fr');
    const { bar, menu, menuText } = partsOf(headerOf(aUser(), '/fr'));
    expect(bar.at(-1)).toEqual({ text: 'Se déconnecter', href: '/api/logout' });
    expect(menu.at(-1)).toEqual({ text: 'Se déconnecter', href: '/api/logout' });
    expect(menuText).toContain('Votre compte');
  });

  it('groups the member’s links under Your Account in the menu [HEADER-24]', () => {
    expect(partsOf(headerOf(aUser())).menuText).toMatch(
      /News Your Account Logged in as Amina Dashboard My Reports Referrals Account Log Out$/,
    );
    expect(partsOf(headerOf(null)).menuText).not.toContain('Your Account');
  });
});

const plain = ['/directory', '/compare', '/reports', '/news'];
const own = ['/dashboard', '/my-reports', '/referrals'];
const end = ['/account', '/api/logout'];

describe.each([
  ['a free user', {}, [...plain, ...own, ...end], ''],
  ['a premium user', { subscriptionTier: 'premium' }, [...plain, '/regtech', ...own, '/api', ...end], 'Premium'],
  ['an API customer', { subscriptionTier: 'api' }, [...plain, ...own, '/api', ...end], 'API'],
  ['an enterprise', { subscriptionTier: 'enterprise' }, [...plain, ...own, '/api', ...end], 'API'],
  ['a business', { userType: 'business' }, [...plain, '/regtech', ...own, '/business', ...end], ''],
  ['a regtech user', { userType: 'regtech' }, [...plain, '/regtech', ...own, ...end], ''],
  ['a moderator', { isModerator: true }, [...plain, ...own, '/admin/queue', ...end], ''],
  ['an administrator', { isAdmin: true }, [...plain, ...own, ...end], ''],
])('the header of %s', (_who, given, hrefs, badge) => {
  const page = headerOf(aUser(given));
  const { bar, menu } = partsOf(page);

  it('has exactly the links of this account, in bar and menu [HEADER-06] [HEADER-07] [HEADER-08] [HEADER-09] [HEADER-10] [HEADER-11] [HEADER-12] [DEC-51] [DEC-29] [DEC-31] [ROLE-03] [ROLE-08] [ROLE-11]', () => {
    expect(bar.slice(1).map(({ href }) => href)).toEqual(hrefs);
    expect(menu).toEqual(bar.slice(1));
  });

  it('shows the member’s name and plan, in bar and menu [HEADER-19] [HEADER-20] [HEADER-21] [ROLE-04]', () => {
    const named = [...page.querySelectorAll('p')].map(textOf).filter((text) => text.startsWith('Logged in as'));
    expect(named).toEqual(Array(2).fill(`Logged in as Amina ${badge}`.trim()));
  });
});

describe('the name in the header', () => {
  const shown = (given: Record<string, unknown>) => textOf(headerOf(aUser(given)));

  it('falls back to the local part of the email, then to User [HEADER-22]', () => {
    expect(shown({ firstName: 'Thandi' })).toContain('Logged in as Thandi ');
    expect(shown({ firstName: null, email: 'wanjiru.k@example.org' })).toContain('Logged in as wanjiru.k ');
    expect(shown({ firstName: '', email: '' })).toContain('Logged in as User ');
  });

  it('shows neither name nor plan to a visitor [HEADER-21]', () => {
    expect(textOf(headerOf(null))).not.toMatch(/Logged in|Premium|API/);
  });
});

it.each(people)('shows the same links in menu and bar for every account [HEADER-23] (%#)', (user) => {
  const { bar, menu } = partsOf(headerOf(user));
  expect(menu).toEqual(bar.slice(1));
  expect(menu.length).toBeGreaterThan(6);
});

it('marks the link of the current route, and only that [HEADER-18]', () => {
  const marked = (at: string) =>
    [...headerOf(null, at).querySelectorAll('a[aria-current="page"]')]
      .filter((link) => !link.closest('#site-menu'))
      .map(textOf);
  expect(marked('/directory')).toEqual(['Providers']);
  expect(marked('/directory?page=2')).toEqual(['Providers']);
  expect(marked('/reports')).toEqual(['Reports']);
  expect(marked('/')).toEqual([]);
});

describe('the header while the user is loading', () => {
  it('shows the visitor’s header with a spinner', () => {
    expect(partsOf(headerOf(undefined)).bar).toEqual(partsOf(headerOf(null)).bar);
    expect(within(headerOf(undefined)).getByRole('status')).toBeDefined();
    expect(within(headerOf(null)).queryByRole('status')).toBeNull();
  });

  it('shows the member’s links after the user was loaded', () => {
    expect(partsOf(headerOf(aUser())).bar.map(({ href }) => href)).toContain('/dashboard');
  });
});
