import { errors } from '@hakiki/contract/errors';
import { describe, expect, it } from 'vitest';
import { knowing } from '../../../test/answers.ts';
import { aUser } from '../../../test/makers.ts';
import { elementsOf, linksOf, render, serverContext, speaking, textOf } from '../../../test/render.tsx';
import { ReadStore } from '../../lib/api/read-store.ts';
import { receive } from '../../lib/api/use-read.ts';
import AdminConsole, { loader } from './console.tsx';

const refusal = (code: keyof typeof errors, status: number) =>
  Response.json({ message: errors[code].message, code }, { status });

/** The console as the server shows it to a person. */
async function openedFor(user: unknown, access: unknown = refusal('FORBIDDEN', 403), at = '/admin') {
  const counts = { pending: 1200, approved: 3, rejected: 0, merged: 0 };
  const known = { '/api/auth/user': user, '/api/admin/access': access, '/api/admin/fraud-alerts/counts': counts };
  const { api, asked } = knowing(known);
  const store = new ReadStore(api);
  const given = { context: serverContext(api).context, request: new Request(`http://site.example${at}`) };
  receive(store, await loader(given as unknown as Parameters<typeof loader>[0]));
  return { markup: render(<AdminConsole />, { at, store }), asked };
}
const consoleFor = async (...given: Parameters<typeof openedFor>) => (await openedFor(...given)).markup;
const visitor = () => consoleFor(refusal('NOT_SIGNED_IN', 401), refusal('NOT_SIGNED_IN', 401));
const admin = (given: Record<string, unknown> = {}, access: unknown = { isOpen: true }) =>
  consoleFor(aUser({ isAdmin: true, ...given }), access);
const headings = (markup: string) => elementsOf(markup, 'h1').map(({ text }) => text);

describe('the admin console', () => {
  it('reads Loading... until it is known who looks, without a spinner [DEC-66] [ADMIN-04] [ADMIN-03] [AUTH-01]', () => {
    const markup = render(<AdminConsole />, { at: '/admin' });
    expect(textOf(markup)).toBe('Loading...');
    expect(markup).not.toContain('animate-');
  });

  it('asks a visitor to log in; both buttons go to the root [ADMIN-05] [ADMIN-06] [ADMIN-02] [ADMIN-03] [DEC-36]', async () => {
    const markup = await visitor();
    expect(headings(markup)).toEqual(['Admin Access Required']);
    expect(textOf(markup)).toContain('You need to be logged in to access the admin portal');
    expect(linksOf(markup)).toEqual([
      { text: 'Login', href: '/' },
      { text: 'Go to Home', href: '/' },
    ]);
  });

  it.each([{}, { userType: 'business' }, { userType: 'regtech' }, { subscriptionTier: 'enterprise' }])(
    'is closed to a person who is not an admin: %o [ADMIN-07] [ADMIN-08] [ADMIN-03]',
    async (given) => {
      const markup = await consoleFor(aUser(given));
      expect(headings(markup)).toEqual(['Access Denied']);
      expect(textOf(markup)).toContain("You don't have permission to access the admin portal");
      expect(linksOf(markup)).toEqual([{ text: 'Go to Home', href: '/' }]);
    },
  );

  it('is open to an admin, who is named in its header [ADMIN-03] [ADMIN-09] [ADMIN-10] [ADMIN-11] [ADMIN-02] [DEC-68] [ROUTE-15]', async () => {
    const markup = await admin();
    const [header = ''] = markup.split('</header>');
    expect(headings(header)).toEqual(['Admin Portal']);
    expect(textOf(header)).toContain('Admin: Amina');
    expect(linksOf(header)).toEqual([
      { text: 'Hakiki Verify before you trust. Home', href: '/' },
      { text: 'Console', href: '/admin' },
      { text: 'Queue', href: '/admin/queue' },
      { text: 'Appeals', href: '/admin/appeals' },
      { text: 'Back to Site', href: '/' },
      { text: 'Log Out', href: '/api/logout' },
    ]);
    expect(markup).not.toContain('<footer');
  });

  it('has exactly five tabs, each an address, and a red count of pending alerts [ADMIN-12] [ADMIN-13] [ADMIN-01]', async () => {
    const markup = await admin();
    const tabs = linksOf(markup.split('</header>')[1] ?? '');
    expect(tabs).toEqual([
      { text: 'Overview', href: '/admin' },
      { text: 'Users', href: '/admin?tab=users' },
      { text: 'Providers', href: '/admin?tab=providers' },
      { text: 'Fraud Alerts 1,200 1,200 pending', href: '/admin?tab=alerts' },
      { text: 'Reports', href: '/admin?tab=reports' },
    ]);
    expect(markup).toMatch(/<span class="[^"]*bg-flagged[^"]*"><span aria-hidden="true">1,200/);
  });

  it('asks for what its tab shows, and for nothing before the gate is open [ADMIN-03]', async () => {
    const opened = await openedFor(aUser({ isAdmin: true }), { isOpen: true }, '/admin?tab=users&search=ann&page=3');
    expect(opened.asked).toContain('/api/admin/users?search=ann&limit=10&offset=20');
    expect((await openedFor(aUser())).asked).toEqual(['/api/auth/user', '/api/admin/access']);
  });

  it('leads a moderator to the queue, and shows no part of what is for administrators [VERD-10]', async () => {
    const moderator = aUser({ isModerator: true });
    const led = await openedFor(moderator, { isOpen: true }).catch((thrown: unknown) => thrown);
    expect(led).toBeInstanceOf(Response);
    expect((led as Response).headers.get('Location')).toBe('/admin/queue');

    for (const tab of ['overview', 'users', 'providers', 'alerts', 'reports']) {
      const { markup, asked } = await openedFor(moderator, { isOpen: true }, `/admin?tab=${tab}`);
      expect(asked).toEqual(['/api/auth/user', '/api/admin/access']);
      expect(headings(markup)).toEqual(['Moderation']);
      expect(textOf(markup)).toContain('Moderator: Amina');
      expect(textOf(markup)).toContain('This part of the console is for administrators.');
      expect(markup).not.toContain('role="tab"');
      expect(linksOf(markup)).toEqual([
        { text: 'Hakiki Verify before you trust. Home', href: '/' },
        { text: 'Back to Site', href: '/' },
        { text: 'Log Out', href: '/api/logout' },
        { text: 'Open the queue', href: '/admin/queue' },
      ]);
    }
  });

  it('leads a moderator without a second factor to the account page [VERD-10]', async () => {
    const refused = refusal('ADMIN_SECOND_FACTOR_REQUIRED', 403);
    const markup = await consoleFor(aUser({ isModerator: true }), refused, '/admin?tab=users');
    expect(linksOf(markup).at(-1)).toEqual({ text: 'Set up two-factor authentication', href: '/account#two-factor' });
  });

  it('names an admin without a first name by the email [ADMIN-10]', async () => {
    expect(textOf(await admin({ firstName: null }))).toContain('Admin: amina@example.org');
  });

  it('leads an admin without a second factor to the account page', async () => {
    const markup = await admin({}, refusal('ADMIN_SECOND_FACTOR_REQUIRED', 403));
    expect(textOf(markup)).toContain('a password alone does not open this portal');
    expect(linksOf(markup).at(-1)).toEqual({ text: 'Set up two-factor authentication', href: '/account#two-factor' });
    expect(markup).not.toContain('role="tab"');
  });

  it('offers to try again when the check of access failed', async () => {
    const markup = await admin({}, refusal('UNEXPECTED', 500));
    expect(textOf(markup)).toContain('Could not check your access');
    expect(textOf(markup)).toContain('Try Again');
  });

  it('speaks the reader’s language', async () => {
    speaking('fr');
    const markup = await visitor();
    expect(headings(markup)).toEqual(['Accès administrateur requis']);
    expect(linksOf(markup).map(({ href }) => href)).toEqual(['/fr', '/fr']);
  });
});
