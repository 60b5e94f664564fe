import { errors } from '@hakiki/contract/errors';
import { fireEvent, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { getLastToast, renderHookOnPage, stubStorage } from '../../../../test/hook-page.tsx';
import { aDecision, anAdminUser, anId } from '../../../../test/factories.ts';
import { getFieldNames, getLinks, getOptions, getText, getAttributeValues } from '../../../../test/dom-queries.ts';
import { createServerContext } from '../../../../test/context.ts';
import { renderPageOnServer, renderInBrowser, findToastText } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { parsePage } from '../parts/console-url.ts';
import { timelineQuery } from '../parts/timeline.tsx';
import { PlanDialog } from './dialogs.tsx';
import { Differences } from './differences.tsx';
import { usersTabQueries } from './queries.ts';
import { needsConfirmation, toggleTier, useTierChange } from './tier.ts';
import { UsersTab } from './users.tsx';

const admin = anAdminUser({ lastName: 'Diallo', isAdmin: true, subscriptionTier: 'premium' });
const memberWithoutName = anAdminUser({
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
  tier: 'premium',
  method: 'bank_deposit',
  reference: 'HAKIKI-0007',
  amountCents: 15_000,
  creditsUsed: 100,
  proofAt: null,
  createdAt: '2025-03-07T10:00:00Z',
  status: 'pending',
};

/** Renders the tab at a URL after its data was loaded. */
async function renderTabAt(
  query: string,
  users: Response,
  payments: Response = pagedResponse([]),
  replies: Record<string, unknown> = {},
) {
  const at = `/admin?tab=users${query}`;
  const params = new URL(at, 'http://site.example').searchParams;
  const requests: string[] = [];
  const sent: unknown[] = [];
  const fakeApi = createFakeApi({
    '/api/admin/payments?order=oldest&limit=20': payments,
    '/api/admin/refunds?order=oldest&limit=20': pagedResponse([]),
    '/api/admin/referral-reviews?order=oldest&limit=20': pagedResponse([]),
    '/api/admin/differences?order=oldest&limit=20': pagedResponse([]),
    '/api/admin/invoices?limit=10&offset=0': pagedResponse([]),
    ...replies,
    [`/api/admin/decisions?subjectId=${admin.id}`]: [aDecision({ subject: 'account', from: 'free', to: 'premium' })],
  });
  const api: Api = (path, init) => {
    if (init?.method === 'PUT') {
      sent.push([init.method, path, JSON.parse(init.body as string)]);
      return Promise.resolve(Response.json(admin));
    }
    requests.push(path);
    return path.startsWith('/api/admin/users') ? Promise.resolve(users) : fakeApi.api(path, init);
  };
  const store = new QueryStore(api);
  hydrateStore(
    store,
    await prefetch(createServerContext(api).context, [...usersTabQueries(params), timelineQuery(admin.id)]),
  );
  return { page: renderInBrowser(<UsersTab />, { at, store }), requests, sent };
}
const renderTab = async (...args: Parameters<typeof renderTabAt>) => (await renderTabAt(...args)).page;

const getButtonTexts = (page: HTMLElement) => [...page.querySelectorAll('button')].map(getText);
const getRows = (page: HTMLElement) => within(page).getAllByRole('row').slice(1);
const getOptionTexts = (page: HTMLElement, name: string) => getOptions(page, name).map(([, text]) => text);

describe('the users tab', () => {
  it('shows name and email, type, tier, status, role, joined date and actions [ADMIN-22] [ADMIN-23] [ADMIN-30] [DEC-74]', async () => {
    const page = await renderTab('', pagedResponse([admin, memberWithoutName]));
    expect([...page.querySelectorAll('th')].map(getText)).toEqual([
      'User',
      'Type',
      'Subscription tier',
      'Subscription status',
      'Role',
      'Joined',
      'Actions',
    ]);
    const [first, second] = getRows(page).map(getText);
    expect(first).toMatch(/Amina Diallo amina@example\.org .*User.*Premium.*Active.*Admin.*Mar 7, 2025.*Downgrade$/);
    expect(second).toMatch(/nobody@example\.org .*RegTech.*API.*Expired.*Upgrade$/);
    expect(page.querySelectorAll('[data-subscription="active"][class*="text-verified"]')).toHaveLength(1);
    expect(page.querySelectorAll('[data-subscription="expired"][class*="text-flagged"]')).toHaveLength(1);
  });

  it('shows a free plan as neutral, because red means trouble [DEC-96]', async () => {
    const free = { ...memberWithoutName, subscriptionTier: 'free', subscriptionStatus: 'inactive' };
    const page = await renderTab('', pagedResponse([free]));
    const status = page.querySelector('[data-subscription="inactive"]')!;
    expect([getText(status), status.className]).toEqual(['Free plan', expect.not.stringMatching(/flagged|verified/)]);
  });

  it('searches by email or name and filters by type and plan, in the URL and from page 1 [ADMIN-19] [ADMIN-20] [ADMIN-21] [ADMIN-28] [ADMIN-29] [DEC-71]', async () => {
    const { page, requests } = await renderTabAt(
      '&search=Ann&userType=business&tier=free&page=2',
      pagedResponse([admin], 11),
    );
    expect(requests).toContain(
      '/api/admin/users?search=Ann&limit=10&offset=10&userType=business&subscriptionTier=free',
    );
    expect(getOptionTexts(page, 'userType')).toEqual(['All', 'User', 'Business', 'RegTech']);
    expect(getOptionTexts(page, 'tier')).toEqual(['All', 'Free', 'Premium', 'API', 'Enterprise']);
    const form = page.querySelector('form')!;
    // Every change here leads to a URL without a page.
    expect(getFieldNames(form)).toEqual(['tab', 'search', 'userType', 'tier', 'role']);
    expect(within(form).getByRole('searchbox', { name: 'Search by email or name' })).toBeDefined();
    expect(parsePage(new URLSearchParams('tab=users'))).toBe(1);
  });

  it('shows moderators, filters by role, and offers to give and remove the moderator role, never that of an administrator [VERD-10]', async () => {
    const moderator = anAdminUser({ id: anId(3), firstName: 'Wanjiru', isModerator: true });
    const unverified = anAdminUser({ id: anId(4), firstName: 'Kofi', emailVerified: false });
    const newcomer = anAdminUser({ id: anId(5), firstName: 'Thandi' });
    const { page, requests } = await renderTabAt(
      '&role=moderator',
      pagedResponse([admin, moderator, unverified, newcomer]),
    );
    expect(requests).toContain('/api/admin/users?limit=10&offset=0&role=moderator');
    expect(getOptionTexts(page, 'role')).toEqual(['All', 'Admin', 'Moderator']);
    const getRoleInRow = (text: string) =>
      /Moderator|Admin/.exec(text.replace(/Remove moderator.*|Make moderator.*/, ''))?.[0];
    const rowActions = getRows(page)
      .map(getText)
      .map((text) => [getRoleInRow(text), /(?:Make|Remove) moderator[ a-z]* [A-Z]\w+/.exec(text)?.[0]]);
    expect(rowActions).toEqual([
      ['Admin', undefined],
      ['Moderator', 'Remove moderator role Wanjiru'],
      [undefined, undefined],
      [undefined, 'Make moderator Thandi'],
    ]);
  });

  it('paginates with Previous, numbers and Next, and shows the current range [ADMIN-25] [ADMIN-26] [ADMIN-29]', async () => {
    const page = await renderTab('&search=a&page=2', pagedResponse([admin], 10_000_000));
    const links = getLinks(page.querySelector<HTMLElement>('nav')!);
    expect(links.map(({ text }) => text)).toEqual(['Previous', '1', '2', '3', '1001', 'Next']);
    expect(links[3]?.href).toBe('/admin?tab=users&search=a&page=3');
    expect(getText(page)).toContain('Showing 11 to 20 of 10,000,000 users');
  });

  it('shows no pagination for a single page [ADMIN-27]', async () => {
    const page = await renderTab('', pagedResponse([admin], 10));
    expect(page.querySelector('nav')).toBeNull();
    expect(getText(page)).not.toContain('Showing');
  });

  it('shows an empty, loading and failed list [ADMIN-24]', async () => {
    expect(getText(await renderTab('&search=zzz', pagedResponse([])))).toContain('No users found');
    expect(getText(await renderTab('', errorResponse(500)))).toContain('Could not load the users');
    const loading = renderPageOnServer(UsersTab, { at: '/admin?tab=users' });
    expect(getAttributeValues(loading, 'aria-label')).toContain('Loading users');
  });

  it('opens a menu of the four tiers from the tier cell [DEC-73]', async () => {
    const page = await renderTab('', pagedResponse([memberWithoutName]));
    const menu = page.querySelector<HTMLElement>('details')!;
    expect(getButtonTexts(menu)).toEqual(['Free', 'Premium', 'API', 'Enterprise']);
    expect(getAttributeValues(menu, 'aria-pressed')).toEqual(['false', 'false', 'true', 'false']);
    expect(getAttributeValues(menu, 'aria-label')).toEqual(['API, change the plan of nobody@example.org']);
  });

  it('asks for confirmation before the button ends an api or enterprise plan [DEC-73] [ADMIN-71]', () => {
    expect(
      (['free', 'premium', 'api', 'enterprise'] as const).filter((tier) => needsConfirmation(tier, toggleTier(tier))),
    ).toEqual(['api', 'enterprise']);
    const page = renderPageOnServer(() => (
      <PlanDialog
        change={{ user: memberWithoutName, tier: 'premium' }}
        isSaving={false}
        onClose={() => undefined}
        onConfirm={() => Promise.resolve()}
      />
    ));
    expect(getText(page)).toContain('End the API plan?');
    expect(getButtonTexts(page)).toEqual(['Close', 'Cancel', 'Change to Premium']);
  });

  it('shows an account with its timeline, at a URL', async () => {
    const page = await renderTab(`&open=${admin.id}`, pagedResponse([admin]));
    const dialog = page.querySelector<HTMLElement>('dialog')!;
    expect(getText(dialog)).toContain('Amina Diallo');
    expect(getText(dialog)).toContain('from Free to Premium');
  });
});

describe('a contract plan', () => {
  beforeEach(() => stubStorage());
  const free = anAdminUser({ id: anId(6), firstName: 'Thandi', subscriptionTier: 'free' });
  const openPlanDialog = async (user: typeof free, choice: string) => {
    const { page, sent } = await renderTabAt('', pagedResponse([user]), pagedResponse([]), {});
    await userEvent.click(page.querySelector('summary')!);
    await userEvent.click(within(page.querySelector('details')!).getByRole('button', { name: choice, hidden: true }));
    return { dialog: page.querySelector<HTMLDialogElement>('dialog')!, sent };
  };
  const getDayField = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLInputElement>('Last day of the plan');
  const press = (dialog: HTMLElement, name: string) =>
    userEvent.click(within(dialog).getByRole('button', { name, hidden: true }));
  const oneYearAfter = (from: number) => {
    const date = new Date(from);
    date.setUTCFullYear(date.getUTCFullYear() + 1);
    return new Date(date.getTime() + 7_200_000).toISOString().slice(0, 10);
  };

  it('is given until a day, by default a year ahead [DEC-73]', async () => {
    const { dialog, sent } = await openPlanDialog(free, 'API');
    expect(getText(dialog)).toContain('Give Thandi the API plan?');
    expect(getText(dialog)).toContain('Thandi gets an email 30 days before.');
    expect(getDayField(dialog).value).toBe(oneYearAfter(Date.now()));
    for (const wrong of ['', '2020-01-01', '2099-01-01']) {
      fireEvent.change(getDayField(dialog), { target: { value: wrong } });
      await press(dialog, 'Change to API');
      expect(getText(dialog)).toContain('Please choose a day within the next five years');
    }
    expect(sent).toEqual([]);
    const day = oneYearAfter(Date.now() - 90 * 86_400_000);
    fireEvent.change(getDayField(dialog), { target: { value: day } });
    await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Contract of May');
    await press(dialog, 'Change to API');
    expect(sent).toEqual([
      ['PUT', `/api/admin/users/${free.id}`, { subscriptionTier: 'api', endsOn: day, reason: 'Contract of May' }],
    ]);
  });

  it('is extended when it is chosen again, by default to a year after its current end [DEC-73]', async () => {
    const endsAt = '2027-05-31T21:59:59.000Z';
    const user = {
      ...free,
      subscriptionTier: 'api',
      subscriptionStatus: 'active',
      subscriptionEndsAt: endsAt,
    } as const;
    const { dialog, sent } = await openPlanDialog(user, 'API');
    expect(getText(dialog)).toContain('When does the API plan end?');
    expect(getDayField(dialog).value).toBe('2028-05-31');
    await press(dialog, 'Set the end');
    expect(sent).toEqual([['PUT', `/api/admin/users/${free.id}`, { subscriptionTier: 'api', endsOn: '2028-05-31' }]]);
  });

  it('shows its end in the list, and warns that it ends when it is changed [ADMIN-22] [DEC-73]', async () => {
    const user = {
      ...free,
      subscriptionTier: 'enterprise',
      subscriptionStatus: 'active',
      subscriptionEndsAt: '2027-05-31T21:59:59.000Z',
    } as const;
    expect(getText(getRows(await renderTab('', pagedResponse([user])))[0]!)).toContain('Active until May 31, 2027');
    const { dialog } = await openPlanDialog(user, 'API');
    expect(getText(dialog)).toContain('Thandi pays for Enterprise. The plan becomes API at once');
  });
});

describe('changing a plan', () => {
  beforeEach(() => stubStorage());

  const changeAndRecord = async (reply: Response, tier: 'free' | 'premium' = 'premium', reason?: string) => {
    const sent: unknown[] = [];
    const requests: string[] = [];
    const api: Api = (path, init) => {
      if (init?.method === 'GET') {
        requests.push(path);
        return Promise.resolve(pagedResponse([memberWithoutName]));
      }
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(reply);
    };
    const { result, store } = renderHookOnPage(useTierChange, { api, url: '/admin?tab=users' });
    const [list] = usersTabQueries(new URLSearchParams('tab=users'));
    store.subscribe(list!, () => undefined);
    await result.change({ user: memberWithoutName, tier, reason });
    return { sent, requests };
  };

  it('toggles between premium and free; any other tier becomes premium [ADMIN-30] [ADMIN-31]', () => {
    expect(toggleTier('premium')).toBe('free');
    for (const tier of ['free', 'api', 'enterprise'] as const) expect(toggleTier(tier)).toBe('premium');
  });

  it('shows User Updated and reloads the list [ADMIN-32] [ADMIN-69] [DEC-73]', async () => {
    const { sent, requests } = await changeAndRecord(Response.json(memberWithoutName), 'premium', 'Paid by invoice');
    expect(sent).toEqual([
      ['PUT', `/api/admin/users/${memberWithoutName.id}`, { subscriptionTier: 'premium', reason: 'Paid by invoice' }],
    ]);
    expect(requests).toEqual(['/api/admin/users?limit=10&offset=0']);
    expect(getLastToast()).toMatchObject({ title: 'User Updated', isDestructive: false });
  });

  it('shows the server’s message after an error, and a fallback where there is none [ADMIN-70]', async () => {
    const { message } = errors.USER_NOT_FOUND;
    await changeAndRecord(Response.json({ code: 'USER_NOT_FOUND', message }, { status: 404 }));
    expect(getLastToast()).toMatchObject({ description: 'This account no longer exists.', isDestructive: true });
    await changeAndRecord(errorResponse(502, '<html>'));
    expect(getLastToast()).toMatchObject({
      description: 'Something went wrong. Please try again.',
      isDestructive: true,
    });
  });
});

describe('payments awaiting confirmation', () => {
  it('are listed under the users, each to be confirmed or declined [DEC-77]', async () => {
    const page = await renderTab('&list=payments', pagedResponse([admin]), pagedResponse([payment], 60));
    const section = within(page).getByRole('region', { name: 'Payments awaiting confirmation' });
    expect(getText(section)).toContain(
      'HAKIKI-0007 R150.00 for Premium, Bank deposit, 100 credits used nobody@example.org',
    );
    expect(getText(section)).toMatch(/Mar 7, 2025.* for \d+ days/);
    expect(getText(section)).toContain('No proof of payment yet');
    expect(getText(section)).toContain('The oldest 1 of 60');
    expect(getButtonTexts(section)).toEqual(['Find deposits', 'Confirm', 'Decline']);
    expect(getText(await renderTab('&list=payments', pagedResponse([admin])))).toContain('No payment is waiting.');
  });

  it('are found by a line of the bank statement, with the clues, and decided there [REAL-16]', async () => {
    const line = 'FNB HAKIKl 0007 N BODY 150,00';
    const matches = '/api/admin/payments/matches?line=FNB+HAKIKl+0007+N+BODY+150,00';
    const { page, requests } = await renderTabAt('&list=payments', pagedResponse([admin]), pagedResponse([]), {
      [matches]: [{ payment, clues: ['near-reference', 'amount'] }],
      '/api/admin/payments/matches?line=RENT': [],
    });
    const typed = within(page).getByRole('textbox', { name: 'Line of the bank statement' });
    await userEvent.type(typed, line);
    await userEvent.click(within(page).getByRole('button', { name: 'Find deposits' }));
    const found = await within(page).findByRole('region', { name: 'Possible matches' });
    expect(requests).toContain(matches);
    expect(getText(found)).toContain('similar reference same amount');
    expect(getButtonTexts(found)).toEqual(['Confirm', 'Decline']);
    await userEvent.clear(typed);
    await userEvent.type(typed, 'RENT{Enter}');
    expect(await within(page).findByText('No waiting deposit matches this line.')).toBeDefined();
    await userEvent.type(typed, ' 2{Enter}');
    expect(getText(await within(page).findByRole('alert'))).toContain('Could not search the deposits');
  });
});

describe('requested refunds', () => {
  const makeRefund = (overrides: Record<string, unknown> = {}) => ({
    id: anId(8),
    email: 'nobody@example.org',
    amountCents: 25_000,
    method: 'card_payment',
    paidAt: '2025-03-01T10:00:00Z',
    reference: '1089250',
    createdAt: '2025-03-07T10:00:00Z',
    status: 'asked',
    ...overrides,
  });
  const renderRefunds = async (refundItem: unknown) => {
    const { page } = await renderTabAt('&list=refunds', pagedResponse([admin]), pagedResponse([]), {
      '/api/admin/refunds?order=oldest&limit=20': pagedResponse([refundItem]),
    });
    return within(page).getByRole('region', { name: 'Refund requests' });
  };

  it('explain what happens: the gateway refunds a card, an administrator refunds a deposit', async () => {
    const card = await renderRefunds(makeRefund());
    expect(getText(card)).toContain('R250.00 Paid by Card on Mar 1, 2025, reference 1089250 nobody@example.org');
    expect(getText(card)).toContain('Pay back: PayFast returns R250.00 to the card, Premium ends');
    expect(getButtonTexts(card)).toEqual(['Pay back', 'Decline']);
    const deposit = await renderRefunds(makeRefund({ method: 'bank_deposit', email: null }));
    expect(getText(deposit)).toContain('First pay R250.00 back to their bank account.');
    expect(getText(deposit)).toContain('Account deleted');
    expect(getButtonTexts(deposit)).toEqual(['Mark as refunded', 'Decline']);
    expect(getText(await renderTab('&list=refunds', pagedResponse([admin])))).toContain('No refund requests.');
  });
});

describe('suspicious referrals', () => {
  it('list the friends, and show the credits for accepting them [REF-11]', async () => {
    const referralCheck = {
      id: anId(9),
      userId: anId(2),
      email: 'nobody@example.org',
      held: 2,
      counted: 5,
      friends: [
        { email: 'a1@example.org', joinedAt: '2025-03-07T09:00:00Z' },
        { email: null, joinedAt: '2025-03-07T08:00:00Z' },
      ],
      createdAt: '2025-03-07T10:00:00Z',
      status: 'pending',
    };
    const { page } = await renderTabAt('&list=referrals', pagedResponse([admin]), pagedResponse([]), {
      '/api/admin/referral-reviews?order=oldest&limit=20': pagedResponse([referralCheck]),
    });
    const section = within(page).getByRole('region', { name: 'Invitations to review' });
    expect(getText(section)).toContain(
      'nobody@example.org 2 waiting, 5 already counted a1@example.org Mar 7, 2025 Deleted account Mar 7, 2025',
    );
    expect(getButtonTexts(section)).toEqual(['Accept (100 credits)', 'Reject']);
    expect(getText(await renderTab('&list=referrals', pagedResponse([admin])))).toContain('No invitations to review.');
  });
});

describe('differences between the books and the gateway', () => {
  const difference = {
    id: anId(9),
    kind: 'charge-unexpected',
    detail: 'charge 1089250 on a replaced agreement',
    amountCents: 25_000,
    reference: '1089250',
    email: null,
    note: null,
    createdAt: '2025-03-07T10:00:00Z',
    settledAt: null,
  };

  it('are settled only with a note', async () => {
    const list = '/api/admin/differences?order=oldest&limit=20';
    const sent: unknown[] = [];
    const { api: fakeApi } = createFakeApi({ [list]: pagedResponse([difference]) });
    const store = new QueryStore((path, init) => {
      if (init?.method !== 'PUT') return fakeApi(path, init);
      sent.push([path, JSON.parse(init.body as string)]);
      return Promise.resolve(Response.json({ ...difference, note: 'Paid back by hand.' }));
    });
    const page = within(renderInBrowser(<Differences />, { at: '/admin?tab=users', store, hasToasts: true }));
    expect(getText(await page.findByRole('listitem'))).toMatch(
      /^Unexpected payment charge 1089250 on a replaced agreement R250\.00, 1089250, Mar 7, 2025/,
    );
    await userEvent.click(page.getByRole('button', { name: 'Settle' }));
    const dialog = within(page.getByRole('dialog', { name: 'How was it resolved?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Settle' }));
    expect(sent).toEqual([]);
    expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(dialog.getByRole('textbox'), 'Paid back by hand.');
    await userEvent.click(dialog.getByRole('button', { name: 'Settle' }));
    expect(await findToastText('status')).toBe('Difference Settled');
    expect(sent).toEqual([[`/api/admin/differences/${anId(9)}/settle`, { note: 'Paid back by hand.' }]]);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('show when there are none', async () => {
    expect(getText(await renderTab('&list=differences', pagedResponse([admin])))).toContain('No differences.');
  });
});

it('makes rows focusable by keyboard', async () => {
  const [row] = getRows(await renderTab('', pagedResponse([admin])));
  expect(row?.tabIndex).toBe(0);
});
