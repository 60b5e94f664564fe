import { errors } from '@hakiki/contract/errors';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/fake-api.ts';
import { aUser } from '../../../test/factories.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser, renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import AdminConsole, { loader } from './console.tsx';
import { ConsoleRail } from './parts/rail.tsx';

const errorReply = (code: keyof typeof errors, status: number) =>
  Response.json({ message: errors[code].message, code }, { status });

/** Renders the console on the server for a user. */
async function openConsole(user: unknown, access: unknown = errorReply('FORBIDDEN', 403), at = '/admin') {
  const counts = { pending: 1200, approved: 3, rejected: 0, merged: 0 };
  const replies = { '/api/auth/user': user, '/api/admin/access': access, '/api/admin/fraud-alerts/counts': counts };
  const { api, requests } = createFakeApi(replies);
  const store = new QueryStore(api);
  const loaderArgs = { context: createServerContext(api).context, request: new Request(`http://site.example${at}`) };
  hydrateStore(store, await loader(loaderArgs as unknown as Parameters<typeof loader>[0]));
  return { page: renderOnServer(<AdminConsole />, { at, store }), requests };
}
const renderConsole = async (...given: Parameters<typeof openConsole>) => (await openConsole(...given)).page;
const renderForVisitor = () => renderConsole(errorReply('NOT_SIGNED_IN', 401), errorReply('NOT_SIGNED_IN', 401));
const renderForAdmin = (given: Record<string, unknown> = {}, access: unknown = { isOpen: true }) =>
  renderConsole(aUser({ isAdmin: true, ...given }), access);
const getHeadings = (page: HTMLElement) => within(page).queryAllByRole('heading', { level: 1 }).map(getText);

describe('the admin console', () => {
  it('shows Loading... until the user is known, without a spinner [DEC-66] [ADMIN-04] [ADMIN-03] [AUTH-01]', () => {
    const page = renderOnServer(<AdminConsole />, { at: '/admin' });
    expect(getText(page)).toBe('Loading...');
    expect(page.innerHTML).not.toContain('animate-');
  });

  it('asks a visitor to log in; both buttons go to the root [ADMIN-05] [ADMIN-06] [ADMIN-02] [ADMIN-03] [DEC-36]', async () => {
    const page = await renderForVisitor();
    expect(getHeadings(page)).toEqual(['Admin Access Required']);
    expect(getText(page)).toContain('You need to be logged in to access the admin portal');
    expect(getLinks(page)).toEqual([
      { text: 'Login', href: '/' },
      { text: 'Go to Home', href: '/' },
    ]);
  });

  it.each([{}, { userType: 'business' }, { userType: 'regtech' }, { subscriptionTier: 'enterprise' }])(
    'denies access to a member who is not an admin: %o [ADMIN-07] [ADMIN-08] [ADMIN-03]',
    async (given) => {
      const page = await renderConsole(aUser(given));
      expect(getHeadings(page)).toEqual(['Access Denied']);
      expect(getText(page)).toContain("You don't have permission to access the admin portal");
      expect(getLinks(page)).toEqual([{ text: 'Go to Home', href: '/' }]);
    },
  );

  it('is open to an admin, whose name is in its header [ADMIN-03] [ADMIN-09] [ADMIN-10] [ADMIN-11] [ADMIN-02] [DEC-68] [ROUTE-15]', async () => {
    const page = await renderForAdmin();
    const header = within(page).getByRole('banner');
    expect(getHeadings(header)).toEqual(['Admin Portal']);
    expect(getText(header)).toContain('Admin: Amina');
    expect(getLinks(header)).toEqual([
      { text: 'Hakiki Verify before you trust. Home', href: '/' },
      { text: 'Back to Site', href: '/' },
      { text: 'Log Out', href: '/api/logout' },
    ]);
    expect(page.querySelector('footer')).toBeNull();
  });

  it('has exactly five tabs with a URL each, and a red count of pending alerts [ADMIN-12] [ADMIN-13] [ADMIN-01]', async () => {
    const page = await renderForAdmin();
    const tabs = within(page).getAllByRole('tab');
    expect(tabs.map((tab) => [getText(tab), tab.getAttribute('href')])).toEqual([
      ['Overview', '/admin'],
      ['Users', '/admin?tab=users'],
      ['Providers', '/admin?tab=providers'],
      ['Fraud Alerts 1,200 1,200 pending', '/admin?tab=alerts'],
      ['Reports', '/admin?tab=reports'],
    ]);
    expect(tabs[3]!.querySelector('[class*="bg-flagged"] > [aria-hidden="true"]')?.textContent).toBe('1,200');
  });

  it('has a rail with the waiting items of each kind of work, and marks what is overdue [FILL-07]', async () => {
    const store = new QueryStore(() =>
      Promise.resolve(
        Response.json([
          { kind: 'cases', count: 12, dueAt: '2025-03-07T10:00:00Z' },
          { kind: 'refunds', count: 1, dueAt: null },
          { kind: 'claims', count: 0, dueAt: null },
        ]),
      ),
    );
    const page = renderInBrowser(<ConsoleRail staffRole="admin" isOpen />, {
      at: '/admin?tab=users&list=refunds',
      store,
    });
    expect(await within(page).findByText('12 waiting, overdue since Mar 7, 2025')).toBeDefined();
    const links = getLinks(within(page).getByRole('navigation'));
    expect(links).toContainEqual({ text: 'Refunds 1 1 waiting', href: '/admin?tab=users&list=refunds' });
    expect(links).toContainEqual({ text: 'Checks that are due', href: '/admin/provider' });
    expect(links).toContainEqual({ text: 'Listing claims', href: '/admin?tab=providers&list=claims' });
    const [here, ...others] = page.querySelectorAll('[aria-current=page]');
    expect([getText(here!), others]).toEqual(['Refunds 1 1 waiting', []]);
  });

  it('loads the data of its tab only after the access check [ADMIN-03]', async () => {
    const openedConsole = await openConsole(
      aUser({ isAdmin: true }),
      { isOpen: true },
      '/admin?tab=users&search=ann&page=3',
    );
    expect(openedConsole.requests).toContain('/api/admin/users?search=ann&limit=10&offset=20');
    expect((await openConsole(aUser())).requests).toEqual(['/api/auth/user', '/api/admin/access']);
  });

  it('redirects a moderator to the queue, and shows nothing that is for administrators [VERD-10]', async () => {
    const moderator = aUser({ isModerator: true });
    const redirect = await openConsole(moderator, { isOpen: true }).catch((thrown: unknown) => thrown);
    expect(redirect).toBeInstanceOf(Response);
    expect((redirect as Response).headers.get('Location')).toBe('/admin/queue');

    for (const tab of ['overview', 'users', 'providers', 'alerts', 'reports']) {
      const { page, requests } = await openConsole(moderator, { isOpen: true }, `/admin?tab=${tab}`);
      expect(requests).toEqual(['/api/auth/user', '/api/admin/access']);
      expect(getHeadings(page)).toEqual(['Moderation']);
      expect(getText(page)).toContain('Moderator: Amina');
      expect(getText(page)).toContain('This part of the console is for administrators.');
      expect(within(page).queryByRole('tab')).toBeNull();
      expect(getLinks(page)).toEqual([
        { text: 'Hakiki Verify before you trust. Home', href: '/' },
        { text: 'Back to Site', href: '/' },
        { text: 'Log Out', href: '/api/logout' },
        { text: 'Cases', href: '/admin/queue' },
        { text: 'News', href: '/admin/news' },
        { text: 'Disputes', href: '/admin/disputes' },
        { text: 'Look-alikes', href: '/admin/lookalikes' },
        { text: 'Families', href: '/admin/families' },
        { text: 'Masks', href: '/admin/masks' },
        { text: 'Rescue contacts', href: '/admin/contacts' },
        { text: 'Licences', href: '/admin/licences' },
        { text: 'Checks that are due', href: '/admin/provider' },
        { text: 'Decision log', href: '/decisions' },
        { text: 'Open the queue', href: '/admin/queue' },
      ]);
    }
  });

  it('links a moderator without a second factor to the account page [VERD-10]', async () => {
    const missingFactor = errorReply('ADMIN_SECOND_FACTOR_REQUIRED', 403);
    const page = await renderConsole(aUser({ isModerator: true }), missingFactor, '/admin?tab=users');
    expect(getLinks(page).at(-1)).toEqual({ text: 'Set up two-factor authentication', href: '/account#two-factor' });
  });

  it('shows the email of an admin without a first name [ADMIN-10]', async () => {
    expect(getText(await renderForAdmin({ firstName: null }))).toContain('Admin: amina@example.org');
  });

  it('links an admin without a second factor to the account page', async () => {
    const page = await renderForAdmin({}, errorReply('ADMIN_SECOND_FACTOR_REQUIRED', 403));
    expect(getText(page)).toContain('a password is not enough');
    expect(getLinks(page).at(-1)).toEqual({ text: 'Set up two-factor authentication', href: '/account#two-factor' });
    expect(within(page).queryByRole('tab')).toBeNull();
  });

  it('offers a retry when the access check failed', async () => {
    const page = await renderForAdmin({}, errorReply('UNEXPECTED', 500));
    expect(getText(page)).toContain('Could not check your access');
    expect(getText(page)).toContain('Try Again');
  });

  it('shows the console in the user’s language', async () => {
    setTestLanguage('fr');
    const page = await renderForVisitor();
    expect(getHeadings(page)).toEqual(['Accès administrateur requis']);
    expect(getLinks(page).map(({ href }) => href)).toEqual(['/fr', '/fr']);
  });
});
