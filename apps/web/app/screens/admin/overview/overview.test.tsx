import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { getLastToast, stubStorage } from '../../../../test/hook-page.tsx';
import { anAdminProvider, anAdminUser, anId, aProposal } from '../../../../test/factories.ts';
import { getFacts, getLinks, getText } from '../../../../test/dom-queries.ts';
import { createServerContext } from '../../../../test/context.ts';
import { renderPageOnServer, renderInBrowser } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { overviewQueries } from './queries.ts';
import { OverviewTab } from './overview.tsx';
import { providersQuery } from '../providers/queries.ts';
import { ListingChanges, Reviews } from '../providers/sections.tsx';
import { Payments, Refunds } from '../users/payments.tsx';
import { usersQuery } from '../users/queries.ts';

const stats = {
  totalUsers: 12_345,
  newUsersToday: 12,
  totalProviders: 250,
  verifiedProviders: 80,
  premiumUsers: 617,
  conversionRate: 5,
};
const overview = {
  days: [
    { day: '2025-03-06', arrived: 40, decided: 20 },
    { day: '2025-03-07', arrived: 10, decided: 30 },
  ],
  medianHoursToDecision: 7.25,
  openByAge: [
    { age: 'fresh', n: 5 },
    { age: 'due', n: 2 },
    { age: 'overdue', n: 1 },
  ],
  openByCountry: [{ country: 'kenya', n: 6 }],
  snoozed: 2,
  sorting: { count: 3, since: '2025-03-07T10:00:00Z', isLate: true },
  decisions: 200,
  reversed: 3,
};
const message = {
  id: anId(9),
  name: 'Thabo',
  email: 'thabo@example.org',
  company: 'Kwetu Coins',
  phone: null,
  subject: 'Enterprise plan',
  message: 'Please call us.',
  createdAt: '2025-03-07T10:00:00Z',
  status: 'open',
};
const money = {
  receivedCents: 1_250_050,
  refundedCents: 25_000,
  paidPlans: 48,
  cardPlans: 40,
  waitingDeposits: 3,
  askedRefunds: 1,
  openDifferences: 2,
  overdueInvoices: 4,
  provenAt: '2025-03-07T01:00:00Z',
};
const allDone = { mail: true, backup: true, people: true, starter: true, providers: true, news: true };
const allReplies = {
  '/api/admin/first-steps': allDone,
  '/api/admin/money': money,
  '/api/admin/stats': stats,
  '/api/admin/fraud-alerts/counts': { pending: 7, approved: 3, rejected: 2, merged: 0 },
  '/api/admin/overview': overview,
  '/api/admin/proposals?order=oldest': [
    aProposal(),
    aProposal({ id: anId(2), isOwn: true, takesEffectAt: '2025-03-08T10:00:00Z' }),
  ],
  '/api/admin/contact-messages?order=oldest&limit=20': () => pagedResponse([message]),
  '/api/admin/users?limit=10&offset=0': () => pagedResponse([anAdminUser()], 42),
  '/api/admin/providers?limit=10&offset=0': () => pagedResponse([anAdminProvider()], 17),
};

const createReplies = (overrides: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...allReplies, ...overrides }).map(([path, reply]) => [
      path,
      typeof reply === 'function' ? (reply as () => unknown)() : reply,
    ]),
  );

async function renderOverview(overrides: Record<string, unknown> = {}): Promise<HTMLElement> {
  const { api } = createFakeApi(createReplies(overrides));
  const store = new QueryStore(api);
  const noFilter = new URLSearchParams();
  const reads = [...overviewQueries, usersQuery(noFilter), providersQuery(noFilter)];
  hydrateStore(store, await prefetch(createServerContext(api).context, reads));
  return renderPageOnServer(OverviewTab, { at: '/admin', store });
}
const getSection = (page: HTMLElement, title: string) =>
  within(page).getByRole('heading', { level: 3, name: title }).closest('section')!;
const getButtonTexts = (page: HTMLElement) => [...page.querySelectorAll('button')].map(getText);

describe('the overview', () => {
  it('shows the money of the month, links to the open work, and shows when the books were last verified', async () => {
    const section = getSection(await renderOverview(), 'Money this month');
    expect(getFacts(section)).toEqual([
      ['Received', 'R12,500.50'],
      ['Paid back', 'R250.00'],
      ['Paid plans', '48 40 by card'],
      ['Waiting deposits', '3'],
      ['Refund requests', '1'],
      ['Open differences', '2'],
      ['Overdue invoices', '4'],
    ]);
    expect(new Set(getLinks(section).map(({ href }) => href))).toEqual(new Set(['/admin?tab=users']));
    expect(getText(section)).toContain('The books were last checked on Mar 7, 2025.');
    const withoutCheck = await renderOverview({ '/api/admin/money': { ...money, provenAt: null } });
    expect(getText(withoutCheck)).toContain('The books have not been checked yet');
    expect(getText(await renderOverview({ '/api/admin/money': errorResponse(500) }))).toContain(
      'Could not load the financial figures',
    );
  });

  it('greets the administrator of a new installation with the next steps and marks which are done [FILL-04]', async () => {
    const status = { mail: true, backup: null, people: false, starter: false, providers: false, news: true };
    const steps = getSection(await renderOverview({ '/api/admin/first-steps': status }), 'First steps');
    expect([...steps.querySelectorAll('li p:first-child')].map(getText)).toEqual([
      'Check that emails arrive Done',
      'Make a backup Cannot be seen from here',
      'Appoint a second administrator and moderators To do',
      'Import the starter data To do',
      'Add providers To do',
      'Look at the news sources Done',
    ]);
    // A finished step has no explanation any more.
    expect(steps.querySelectorAll('li p:nth-child(2)')).toHaveLength(4);
    expect(getLinks(steps).map(({ href }) => href)).toEqual([
      '/admin?tab=users',
      '/admin/sources',
      '/admin/lookalikes',
      '/admin/contacts',
      '/admin/licences',
      '/admin?tab=providers',
      '/admin/news',
    ]);
  });

  it.each([allDone, { ...allDone, backup: null }])(
    'hides the first steps when they are done: %j [FILL-04]',
    async (status) => {
      expect(getText(await renderOverview({ '/api/admin/first-steps': status }))).not.toContain('First steps');
    },
  );

  it('has four cards with their figures [ADMIN-14] [ADMIN-15] [ADMIN-16] [ADMIN-17]', async () => {
    expect(getFacts(await renderOverview()).slice(0, 4)).toEqual([
      ['Total Users', '12,345 +12 today'],
      ['Total Providers', '250 80 verified'],
      ['Pending Alerts', '7 3 approved'],
      ['Premium Users', '617 5% conversion'],
    ]);
  });

  it('falls back to the totals of the lists, or to 0, and offers a retry [ADMIN-18] [DEC-72]', async () => {
    const page = await renderOverview({ '/api/admin/stats': errorResponse(500) });
    expect(getFacts(page).slice(0, 4)).toEqual([
      ['Total Users', '42 +0 today'],
      ['Total Providers', '17 0 verified'],
      ['Pending Alerts', '7 3 approved'],
      ['Premium Users', '0 0% conversion'],
    ]);
    expect(getButtonTexts(page)[0]).toBe('Try Again');
    const withoutLists = await renderOverview({
      '/api/admin/stats': errorResponse(500),
      '/api/admin/users?limit=10&offset=0': errorResponse(500),
      '/api/admin/fraud-alerts/counts': errorResponse(500),
    });
    expect(getFacts(withoutLists).slice(0, 3)).toEqual([
      ['Total Users', '0 +0 today'],
      ['Total Providers', '17 0 verified'],
      ['Pending Alerts', '0 0 approved'],
    ]);
  });

  it('draws charts of the work, with the numbers in tables', async () => {
    const page = getSection(await renderOverview(), 'Workload and decisions');
    expect(within(page).queryAllByRole('caption').map(getText)).toEqual([
      'Arrivals and decisions per day',
      'Open reports by age',
      'Open scam reports by country',
    ]);
    const rows = within(page).queryAllByRole('row').map(getText);
    expect(rows).toContain('Mar 6, 2025 40 20');
    expect(rows).toEqual(
      expect.arrayContaining(['Under 24 hours 5', '24 to 48 hours 2', 'Over 48 hours 1', 'Kenya 6']),
    );
    const column = page.querySelector('[data-column="40"]')!;
    expect(['x', 'y', 'width', 'height'].map((name) => column.getAttribute(name))).toEqual(['0.5', '0', '2', '100']);
    expect(getText(page)).toContain('Median time to decision 7.3 h Promised: 24 to 48 hours');
    expect(getText(page)).toContain('Decisions reversed 1.5% 3 of 200');
  });

  it('counts snoozed cases and unsorted reports, which the queue does not show [VERD-08]', async () => {
    const page = await renderOverview();
    expect(getLinks(page)).toContainEqual({ text: '2 cases are snoozed', href: '/admin/queue?only=snoozed' });
    expect(getText(page)).toMatch(/3 reports are being sorted, the first since \d\d:\d\d/);
    expect(getText(page)).toContain('Sorting takes longer than 5 minutes: the worker may be down.');
  });

  it('shows when nothing arrived, nothing is open and nothing was decided', async () => {
    const emptyOverview = {
      days: [],
      medianHoursToDecision: null,
      openByAge: [],
      openByCountry: [],
      snoozed: 0,
      sorting: { count: 0, since: null, isLate: false },
      decisions: 0,
      reversed: 0,
    };
    const text = getText(
      getSection(await renderOverview({ '/api/admin/overview': emptyOverview }), 'Workload and decisions'),
    );
    expect(text).toContain('Nothing arrived in the last 30 days.');
    expect(text).toContain('Nothing decided yet');
    expect(text).toContain('No report is open.');
    expect(getText(await renderOverview({ '/api/admin/overview': errorResponse(500) }))).toContain(
      'Could not load the charts',
    );
  });

  it('links to the counted lists and to the queue, and shows the sales messages [DEC-77]', async () => {
    const page = await renderOverview();
    expect(getLinks(page).slice(0, 5)).toEqual([
      { text: 'Total Users', href: '/admin?tab=users' },
      { text: 'Total Providers', href: '/admin?tab=providers' },
      { text: 'Pending Alerts', href: '/admin/queue' },
      { text: 'Premium Users', href: '/admin?tab=users&tier=premium' },
      { text: 'Open the queue', href: '/admin/queue' },
    ]);
    const messages = getSection(page, 'Sales messages');
    expect(getText(messages)).toContain('Enterprise plan Thabo, Kwetu Coins, thabo@example.org');
    expect(getButtonTexts(messages)).toEqual(['Mark as done']);
  });
});

const at = '2025-03-07T10:00:00Z';
const pendingLists = {
  'contact-messages': [OverviewTab, message],
  payments: [
    Payments,
    {
      id: anId(),
      reference: 'HK-PAY-1',
      email: 'amina@example.org',
      tier: 'premium',
      method: 'bank_deposit',
      amountCents: 25_000,
      creditsUsed: 0,
      createdAt: at,
    },
  ],
  refunds: [
    Refunds,
    {
      id: anId(),
      email: 'amina@example.org',
      amountCents: 25_000,
      method: 'card_payment',
      paidAt: at,
      reference: 'HK-PAY-1',
      createdAt: at,
    },
  ],
  reviews: [
    Reviews,
    { id: anId(), providerName: 'Kwetu Coins', rating: 4, experience: 'Paid out in a day.', createdAt: at },
  ],
  'profile-changes': [ListingChanges, { id: anId(), providerName: 'Kwetu Coins', changes: [], createdAt: at }],
} as const;

describe('deciding pending items', () => {
  beforeEach(() => stubStorage());

  /** Opens a list with one item, and decides it by one of its buttons. */
  async function decide(list: keyof typeof pendingLists, button: string, reply: object = {}) {
    const requests: string[] = [];
    const { api: fakeApi } = createFakeApi(createReplies({}));
    const [Section, item] = pendingLists[list];
    const api: Api = (path, init) => {
      if (init?.method !== undefined && init.method !== 'GET') {
        requests.push(`${init.method} ${path}`);
        return Promise.resolve(Response.json(reply));
      }
      return path.startsWith(`/api/admin/${list}`) ? Promise.resolve(pagedResponse([item])) : fakeApi(path);
    };
    const page = within(renderInBrowser(<Section />, { at: '/admin', store: new QueryStore(api), hasToasts: true }));
    await userEvent.click(await page.findByRole('button', { name: button }));
    await vi.waitFor(() => expect(getLastToast()).toBeDefined());
    return { requests, toast: getLastToast()!, path: `PUT /api/admin/${list}/${item.id}` };
  }

  it.each([
    ['contact-messages', 'Mark as done', 'done', 'Message Updated'],
    ['payments', 'Decline', 'decline', 'Payment Updated'],
    ['refunds', 'Decline', 'decline', 'Refund Updated'],
    ['reviews', 'Approve', 'approve', 'Review Updated'],
    ['reviews', 'Reject', 'reject', 'Review Updated'],
    ['profile-changes', 'Approve', 'approve', 'Listing Updated'],
    ['profile-changes', 'Reject', 'reject', 'Listing Updated'],
  ] as const)('decides an item by one call: %s, %s [DEC-77] [ADMIN-69]', async (list, button, verb, title) => {
    const { requests, toast, path } = await decide(list, button);
    expect(toast.title).toBe(title);
    expect(requests).toEqual([`${path}/${verb}`]);
  });

  it('offers an undo of a review decision for ten seconds, by the decision id of the reply', async () => {
    const { requests, toast } = await decide('reviews', 'Approve', { decisionId: anId(8), canUndo: true });
    expect(toast).toMatchObject({ durationMs: 10_000, action: { label: 'Undo' } });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(getLastToast()?.title).toBe('Undone'));
    expect(requests.slice(1)).toEqual([`POST /api/admin/decisions/${anId(8)}/undo`]);
  });

  it('shows that a change of a listing with a warning needs a second administrator', async () => {
    const { toast } = await decide('profile-changes', 'Approve', { proposal: aProposal({ subject: 'change' }) });
    expect(toast.title).toBe('Waiting for a second administrator');
    expect(toast).not.toHaveProperty('action');
  });
});
