import { errors } from '@hakiki/contract/errors';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { knowing } from '../../../test/answers.ts';
import { aUser } from '../../../test/makers.ts';
import { linksOf, textOf } from '../../../test/reading.ts';
import { serverContext, speaking } from '../../../test/context.ts';
import { served } from '../../../test/show.tsx';
import { ReadStore } from '../../lib/api/read-store.ts';
import { receive } from '../../lib/api/use-read.ts';
import AdminConsole, { loader } from './console.tsx';

const refusal = (code: keyof typeof errors, status: number) =>
  Response.json({ message: errors[code].message, code }, { status });

/** Renders the console on the server for a user. */
async function openedFor(user: unknown, access: unknown = refusal('FORBIDDEN', 403), at = '/admin') {
  const counts = { pending: 1200, approved: 3, rejected: 0, merged: 0 };
  const known = { '/api/auth/user': user, '/api/admin/access': access, '/api/admin/fraud-alerts/counts': counts };
  const { api, asked } = knowing(known);
  const store = new ReadStore(api);
  const given = { context: serverContext(api).context, request: new Request(`http://site.example${at}`) };
  receive(store, await loader(given as unknown as Parameters<typeof loader>[0]));
  return { page: served(<AdminConsole />, { at, store }), asked };
}
const consoleFor = async (...given: Parameters<typeof openedFor>) => (await openedFor(...given)).page;
const visitor = () => consoleFor(refusal('NOT_SIGNED_IN', 401), refusal('NOT_SIGNED_IN', 401));
const admin = (given: Record<string, unknown> = {}, access: unknown = { isOpen: true }) =>
  consoleFor(aUser({ isAdmin: true, ...given }), access);
const headings = (page: HTMLElement) => within(page).queryAllByRole('heading', { level: 1 }).map(textOf);

describe('the admin console', () => {
  it('shows Loading... until the user is known, without a spinner [DEC-66] [ADMIN-04] [ADMIN-03] [AUTH-01]', () => {
    const page = served(<AdminConsole />, { at: '/admin' });
    expect(textOf(page)).toBe('Loading...');
    expect(page.innerHTML).not.toContain('animate-');
  });

  it('asks a visitor to log in; both buttons go to the root [ADMIN-05] [ADMIN-06] [ADMIN-02] [ADMIN-03] [DEC-36]', async () => {
    const page = await visitor();
    expect(headings(page)).toEqual(['Admin Access Required']);
    expect(textOf(page)).toContain('You need to be logged in to access the admin portal');
    expect(linksOf(page)).toEqual([
      { text: 'Login', href: '/' },
      { text: 'Go to Home', href: '/' },
    ]);
  });

  it.each([{}, { userType: 'business' }, { userType: 'regtech' }, { subscriptionTier: 'enterprise' }])(
    'denies access to a member who is not an admin: %o [ADMIN-07] [ADMIN-08] [ADMIN-03]',
    async (given) => {
      const page = await consoleFor(aUser(given));
      expect(headings(page)).toEqual(['Access Denied']);
      expect(textOf(page)).toContain("You don't have permission to access the admin portal");
      expect(linksOf(page)).toEqual([{ text: 'Go to Home', href: '/' }]);
    },
  );

  it('is open to an admin, whose name is in its header [ADMIN-03] [ADMIN-09] [ADMIN-10] [ADMIN-11] [ADMIN-02] [DEC-68] [ROUTE-15]', async () => {
    const page = await admin();
    const header = within(page).getByRole('banner');
    expect(headings(header)).toEqual(['Admin Portal']);
    expect(textOf(header)).toContain('Admin: Amina');
    expect(linksOf(header)).toEqual([
      { text: 'Hakiki Verify before you trust. Home', href: '/' },
      { text: 'Console', href: '/admin' },
      { text: 'Queue', href: '/admin/queue' },
      { text: 'Appeals', href: '/admin/appeals' },
      { text: 'News', href: '/admin/news' },
      { text: 'Masks', href: '/admin/masks' },
      { text: 'Back to Site', href: '/' },
      { text: 'Log Out', href: '/api/logout' },
    ]);
    expect(page.querySelector('footer')).toBeNull();
  });

  it('has exactly five tabs with a URL each, and a red count of pending alerts [ADMIN-12] [ADMIN-13] [ADMIN-01]', async () => {
    const page = await admin();
    const tabs = within(page).getAllByRole('tab');
    expect(tabs.map((tab) => [textOf(tab), tab.getAttribute('href')])).toEqual([
      ['Overview', '/admin'],
      ['Users', '/admin?tab=users'],
      ['Providers', '/admin?tab=providers'],
      ['Fraud Alerts 1,200 1,200 pending', '/admin?tab=alerts'],
      ['Reports', '/admin?tab=reports'],
    ]);
    expect(tabs[3]!.querySelector('[class*="bg-flagged"] > [aria-hidden="true"]')?.textContent).toBe('1,200');
  });

  it('loads the data of its tab only after the access check [ADMIN-03]', async () => {
    const opened = await openedFor(aUser({ isAdmin: true }), { isOpen: true }, '/admin?tab=users&search=ann&page=3');
    expect(opened.asked).toContain('/api/admin/users?search=ann&limit=10&offset=20');
    expect((await openedFor(aUser())).asked).toEqual(['/api/auth/user', '/api/admin/access']);
  });

  it('redirects a moderator to the queue, and shows nothing that is for administrators [VERD-10]', async () => {
    const moderator = aUser({ isModerator: true });
    const led = await openedFor(moderator, { isOpen: true }).catch((thrown: unknown) => thrown);
    expect(led).toBeInstanceOf(Response);
    expect((led as Response).headers.get('Location')).toBe('/admin/queue');

    for (const tab of ['overview', 'users', 'providers', 'alerts', 'reports']) {
      const { page, asked } = await openedFor(moderator, { isOpen: true }, `/admin?tab=${tab}`);
      expect(asked).toEqual(['/api/auth/user', '/api/admin/access']);
      expect(headings(page)).toEqual(['Moderation']);
      expect(textOf(page)).toContain('Moderator: Amina');
      expect(textOf(page)).toContain('This part of the console is for administrators.');
      expect(within(page).queryByRole('tab')).toBeNull();
      expect(linksOf(page)).toEqual([
        { text: 'Hakiki Verify before you trust. Home', href: '/' },
        { text: 'Queue', href: '/admin/queue' },
        { text: 'News', href: '/admin/news' },
        { text: 'Masks', href: '/admin/masks' },
        { text: 'Back to Site', href: '/' },
        { text: 'Log Out', href: '/api/logout' },
        { text: 'Open the queue', href: '/admin/queue' },
      ]);
    }
  });

  it('links a moderator without a second factor to the account page [VERD-10]', async () => {
    const refused = refusal('ADMIN_SECOND_FACTOR_REQUIRED', 403);
    const page = await consoleFor(aUser({ isModerator: true }), refused, '/admin?tab=users');
    expect(linksOf(page).at(-1)).toEqual({ text: 'Set up two-factor authentication', href: '/account#two-factor' });
  });

  it('shows the email of an admin without a first name [ADMIN-10]', async () => {
    expect(textOf(await admin({ firstName: null }))).toContain('Admin: amina@example.org');
  });

  it('links an admin without a second factor to the account page', async () => {
    const page = await admin({}, refusal('ADMIN_SECOND_FACTOR_REQUIRED', 403));
    expect(textOf(page)).toContain('a password is not enough');
    expect(linksOf(page).at(-1)).toEqual({ text: 'Set up two-factor authentication', href: '/account#two-factor' });
    expect(within(page).queryByRole('tab')).toBeNull();
  });

  it('offers a retry when the access check failed', async () => {
    const page = await admin({}, refusal('UNEXPECTED', 500));
    expect(textOf(page)).toContain('Could not check your access');
    expect(textOf(page)).toContain('Try Again');
  });

  it('shows the console in the reader’s language', async () => {
    speaking('fr');
    const page = await visitor();
    expect(headings(page)).toEqual(['Accès administrateur requis']);
    expect(linksOf(page).map(({ href }) => href)).toEqual(['/fr', '/fr']);
  });
});
