import { errors } from '@hakiki/contract/errors';
import { within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { failing, knowing, listed } from '../../../../test/answers.ts';
import { lastToast, onPage, useDevice } from '../../../../test/browser.tsx';
import { aDecision, anAdminUser, anId } from '../../../../test/makers.ts';
import { fieldsOf, linksOf, optionsOf, textOf, valuesOf } from '../../../../test/reading.ts';
import { serverContext } from '../../../../test/context.ts';
import { servedPage, show } from '../../../../test/show.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { prefetch, receive } from '../../../lib/api/use-read.ts';
import { parsePage } from '../parts/address.ts';
import { timelineOf } from '../parts/timeline-read.ts';
import { EndPlanDialog } from './dialogs.tsx';
import { usersReads } from './reads.ts';
import { needsConfirmation, toggledTier, useTierChange } from './tier.ts';
import { UsersTab } from './users.tsx';

const amina = anAdminUser({ lastName: 'Diallo', isAdmin: true, subscriptionTier: 'premium' });
const nameless = anAdminUser({
  id: anId(2),
  firstName: null,
  email: 'nobody@example.org',
  userType: 'regtech',
  subscriptionTier: 'api',
  subscriptionStatus: 'expired',
});
const payment = {
  id: anId(7),
  userId: anId(2),
  email: 'nobody@example.org',
  tier: 'enterprise',
  reference: 'HAKIKI-0007',
  amountCents: 2_500_000,
  createdAt: '2025-03-07T10:00:00Z',
  status: 'pending',
};

/** The tab at an address, when what it shows has been read. */
async function tabAt(query: string, users: Response, payments: Response = listed([])) {
  const at = `/admin?tab=users${query}`;
  const params = new URL(at, 'http://site.example').searchParams;
  const asked: string[] = [];
  const answers = knowing({
    '/api/admin/payments?order=oldest&limit=20': payments,
    [`/api/admin/decisions?subjectId=${amina.id}`]: [aDecision({ subject: 'account', from: 'free', to: 'premium' })],
  });
  const api: Api = (path, init) => {
    asked.push(path);
    return path.startsWith('/api/admin/users') ? Promise.resolve(users) : answers.api(path, init);
  };
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [...usersReads(params), timelineOf(amina.id)]));
  return { page: show(<UsersTab />, { at, store }), asked };
}
const shown = async (...given: Parameters<typeof tabAt>) => (await tabAt(...given)).page;

const buttonsOf = (page: HTMLElement) => [...page.querySelectorAll('button')].map(textOf);
const rowsOf = (page: HTMLElement) => within(page).getAllByRole('row').slice(1);
const offered = (page: HTMLElement, name: string) => optionsOf(page, name).map(([, text]) => text);

describe('the tab of users', () => {
  it('shows each with name and email, type, tier, status, admin badge, joined date and actions [ADMIN-22] [ADMIN-23] [ADMIN-30] [DEC-74]', async () => {
    const page = await shown('', listed([amina, nameless]));
    expect([...page.querySelectorAll('th')].map(textOf)).toEqual([
      'User',
      'Type',
      'Subscription tier',
      'Subscription status',
      'Role',
      'Joined',
      'Actions',
    ]);
    const [first, second] = rowsOf(page).map(textOf);
    expect(first).toMatch(/Amina Diallo amina@example\.org .*User.*Premium.*Active.*Admin.*Mar 7, 2025.*Downgrade$/);
    expect(second).toMatch(/nobody@example\.org .*RegTech.*API.*Expired.*Upgrade$/);
    expect(page.querySelectorAll('[data-subscription="active"][class*="text-verified"]')).toHaveLength(1);
    expect(page.querySelectorAll('[data-subscription="expired"][class*="text-flagged"]')).toHaveLength(1);
  });

  it('searches by email or name and filters by type and plan, in the address and from page 1 [ADMIN-19] [ADMIN-20] [ADMIN-21] [ADMIN-28] [ADMIN-29] [DEC-71]', async () => {
    const { page, asked } = await tabAt('&search=Ann&userType=business&tier=free&page=2', listed([amina], 11));
    expect(asked).toContain('/api/admin/users?search=Ann&limit=10&offset=10&userType=business&subscriptionTier=free');
    expect(offered(page, 'userType')).toEqual(['All', 'User', 'Business', 'RegTech']);
    expect(offered(page, 'tier')).toEqual(['All', 'Free', 'Premium', 'API', 'Enterprise']);
    const form = page.querySelector('form')!;
    // Whatever is changed here makes an address without a page.
    expect(fieldsOf(form)).toEqual(['tab', 'search', 'userType', 'tier', 'role']);
    expect(within(form).getByRole('searchbox', { name: 'Search by email or name' })).toBeDefined();
    expect(parsePage(new URLSearchParams('tab=users'))).toBe(1);
  });

  it('shows who moderates, finds them by role, and offers to give and take the role, never that of an administrator [VERD-10]', async () => {
    const moderator = anAdminUser({ id: anId(3), firstName: 'Wanjiru', isModerator: true });
    const unverified = anAdminUser({ id: anId(4), firstName: 'Kofi', emailVerified: false });
    const newcomer = anAdminUser({ id: anId(5), firstName: 'Thandi' });
    const { page, asked } = await tabAt('&role=moderator', listed([amina, moderator, unverified, newcomer]));
    expect(asked).toContain('/api/admin/users?limit=10&offset=0&role=moderator');
    expect(offered(page, 'role')).toEqual(['All', 'Admin', 'Moderator']);
    const roleOfRow = (text: string) =>
      /Moderator|Admin/.exec(text.replace(/Take moderator.*|Make moderator.*/, ''))?.[0];
    const acts = rowsOf(page)
      .map(textOf)
      .map((text) => [roleOfRow(text), /(?:Make|Take) moderator[ a-z]* [A-Z]\w+/.exec(text)?.[0]]);
    expect(acts).toEqual([
      ['Admin', undefined],
      ['Moderator', 'Take moderator role Wanjiru'],
      [undefined, undefined],
      [undefined, 'Make moderator Thandi'],
    ]);
  });

  it('pages with Previous, numbers and Next, and says where one is [ADMIN-25] [ADMIN-26] [ADMIN-29]', async () => {
    const page = await shown('&search=a&page=2', listed([amina], 10_000_000));
    const links = linksOf(page.querySelector<HTMLElement>('nav')!);
    expect(links.map(({ text }) => text)).toEqual(['Previous', '1', '2', '3', '1001', 'Next']);
    expect(links[3]?.href).toBe('/admin?tab=users&search=a&page=3');
    expect(textOf(page)).toContain('Showing 11 to 20 of 10,000,000 users');
  });

  it('shows neither pages nor their text where all fit on one [ADMIN-27]', async () => {
    const page = await shown('', listed([amina], 10));
    expect(page.querySelector('nav')).toBeNull();
    expect(textOf(page)).not.toContain('Showing');
  });

  it('says when nobody was found, when it is loading, and when it failed [ADMIN-24]', async () => {
    expect(textOf(await shown('&search=zzz', listed([])))).toContain('No users found');
    expect(textOf(await shown('', failing(500)))).toContain('Could not load the users');
    const loading = servedPage(UsersTab, { at: '/admin?tab=users' });
    expect(valuesOf(loading, 'aria-label')).toContain('Loading users');
  });

  it('opens a menu of the four tiers from the tier cell [DEC-73]', async () => {
    const page = await shown('', listed([nameless]));
    const menu = page.querySelector<HTMLElement>('details')!;
    expect(buttonsOf(menu)).toEqual(['Free', 'Premium', 'API', 'Enterprise']);
    expect(valuesOf(menu, 'aria-pressed')).toEqual(['false', 'false', 'true', 'false']);
    expect(valuesOf(menu, 'aria-label')).toEqual(['API, change the plan of nobody@example.org']);
  });

  it('asks before the button would end an api or enterprise plan [DEC-73] [ADMIN-71]', () => {
    expect(
      (['free', 'premium', 'api', 'enterprise'] as const).filter((tier) => needsConfirmation(tier, toggledTier(tier))),
    ).toEqual(['api', 'enterprise']);
    const page = servedPage(() => (
      <EndPlanDialog
        change={{ user: nameless, tier: 'premium' }}
        isSaving={false}
        onClose={() => undefined}
        onConfirm={() => Promise.resolve()}
      />
    ));
    expect(textOf(page)).toContain('End the API plan?');
    expect(buttonsOf(page)).toEqual(['Close', 'Cancel', 'Change to Premium']);
  });

  it('shows one account with its timeline, at an address', async () => {
    const page = await shown(`&open=${amina.id}`, listed([amina]));
    const dialog = page.querySelector<HTMLElement>('dialog')!;
    expect(textOf(dialog)).toContain('Amina Diallo');
    expect(textOf(dialog)).toContain('from Free to Premium');
  });
});

describe('changing a plan', () => {
  beforeEach(() => useDevice());

  const after = async (answer: Response, tier: 'free' | 'premium' = 'premium', reason?: string) => {
    const sent: unknown[] = [];
    const asked: string[] = [];
    const api: Api = (path, init) => {
      if (init?.method === 'GET') {
        asked.push(path);
        return Promise.resolve(listed([nameless]));
      }
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(answer);
    };
    const { hooked, store } = onPage(useTierChange, { api, at: '/admin?tab=users' });
    const [list] = usersReads(new URLSearchParams('tab=users'));
    store.subscribe(list!, () => undefined);
    await hooked.change({ user: nameless, tier, reason });
    return { sent, asked };
  };

  it('toggles between premium and free; any other tier becomes premium [ADMIN-30] [ADMIN-31]', () => {
    expect(toggledTier('premium')).toBe('free');
    for (const tier of ['free', 'api', 'enterprise'] as const) expect(toggledTier(tier)).toBe('premium');
  });

  it('says User Updated and reads the list again [ADMIN-32] [ADMIN-69] [DEC-73]', async () => {
    const { sent, asked } = await after(Response.json(nameless), 'premium', 'Paid by invoice');
    expect(sent).toEqual([
      ['PUT', `/api/admin/users/${nameless.id}`, { subscriptionTier: 'premium', reason: 'Paid by invoice' }],
    ]);
    expect(asked).toEqual(['/api/admin/users?limit=10&offset=0']);
    expect(lastToast()).toMatchObject({ title: 'User Updated', isDestructive: false });
  });

  it('shows the server’s message when it failed, and a sentence where there is none [ADMIN-70]', async () => {
    const { message } = errors.USER_NOT_FOUND;
    await after(Response.json({ code: 'USER_NOT_FOUND', message }, { status: 404 }));
    expect(lastToast()).toMatchObject({ description: 'This account no longer exists.', isDestructive: true });
    await after(failing(502, '<html>'));
    expect(lastToast()).toMatchObject({ description: 'Something went wrong. Please try again.', isDestructive: true });
  });
});

describe('payments awaiting confirmation', () => {
  it('stand under the users, each to be confirmed or declined [DEC-77]', async () => {
    const page = await shown('', listed([amina]), listed([payment], 60));
    const section = page.querySelector<HTMLElement>('section')!;
    expect(within(section).queryAllByRole('heading', { level: 3 }).map(textOf)).toEqual([
      'Payments awaiting confirmation',
    ]);
    expect(textOf(section)).toContain('HAKIKI-0007 R25,000.00 for Enterprise nobody@example.org');
    expect(textOf(section)).toContain('The oldest 1 of 60');
    expect(buttonsOf(section)).toEqual(['Confirm', 'Decline']);
    expect(textOf(await shown('', listed([amina])))).toContain('No payment is waiting.');
  });
});

it('rows can be reached with the keyboard', async () => {
  const [row] = rowsOf(await shown('', listed([amina])));
  expect(row?.tabIndex).toBe(0);
});
