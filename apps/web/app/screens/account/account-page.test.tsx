import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { aPasskey, aSession, aSubscription, aUser, anAccount, anId, anInvoice } from '../../../test/factories.ts';
import { getFacts, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import AccountPage, { loader } from './account-page.tsx';

interface PageOptions {
  user?: unknown;
  account?: unknown;
  sessions?: unknown;
  invoices?: unknown;
  subscription?: unknown;
  at?: string;
  answered?: unknown;
}

/** Renders the page on the server. */
async function accountPage({ user = aUser(), account = anAccount(), at = '/account', ...known }: PageOptions = {}) {
  const { sessions, invoices = [], subscription = aSubscription(), answered } = known;
  const { api } = createFakeApi({
    '/api/auth/user': user,
    '/api/account': account,
    '/api/account/sessions': sessions ?? [aSession({ isCurrent: true })],
    '/api/account/invoices?limit=100': invoices,
    '/api/subscription': subscription,
  });
  const store = new QueryStore(api);
  hydrateStore(
    store,
    await loader({ context: createServerContext(api).context } as unknown as Parameters<typeof loader>[0]),
  );
  return renderPageOnServer(AccountPage, { at, store, actionData: answered });
}

const section = (page: HTMLElement, id: string) => page.querySelector<HTMLElement>(`section#${id}`)!;
const listButtonTexts = (page: HTMLElement) => within(page).queryAllByRole('button').map(getText);

describe('the account page', () => {
  it('the account page asks a visitor to log in', async () => {
    const page = await accountPage({
      user: errorResponse(401),
      account: errorResponse(401),
      sessions: errorResponse(401),
    });
    expect(getLinks(page)[0]).toEqual({ text: 'Log In', href: '/signup?login=true&next=%2Faccount' });
    expect(page.querySelector('section')).toBeNull();
  });

  it('the account page links to each of its sections, and all of them exist', async () => {
    const page = await accountPage();
    const anchors = getLinks(page).flatMap(({ href }) => href?.split('#')[1] ?? []);
    expect(anchors).toHaveLength(10);
    for (const anchor of anchors) expect(section(page, anchor), anchor).not.toBeNull();
  });

  it('every field and every form of the account page has a unique id', async () => {
    const page = await accountPage({
      account: anAccount({ hasAuthenticatorApp: true, backupCodesLeft: 3, passkeys: [aPasskey()] }),
      sessions: [aSession({ isCurrent: true }), aSession({ id: anId(2) }), aSession({ id: anId(3) })],
    });
    const ids = getAttributeValues(page, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const target of getAttributeValues(page, 'for')) expect(ids).toContain(target);
  });

  it('the account page shows a member their name, email and plan', async () => {
    const page = await accountPage({ user: aUser({ lastName: 'Diallo', subscriptionTier: 'premium' }) });
    expect(getFacts(section(page, 'profile'))).toEqual([
      ['Name', 'Amina Diallo'],
      ['Email address', 'amina@example.org'],
      ['Type of account', 'Individual'],
      ['Plan', 'Premium'],
      ['Member since', 'Mar 7, 2025'],
    ]);
  });

  it('the account page says which emails a member can get, and where each is chosen [DEC-60]', async () => {
    const listEmailLinks = async (user: unknown) => getLinks(section(await accountPage({ user }), 'emails'));
    const others = [
      { text: 'Watched providers', href: '/dashboard' },
      { text: 'Weekly email', href: '/news' },
    ];
    expect(await listEmailLinks(aUser({ subscriptionTier: 'premium', subscriptionStatus: 'active' }))).toEqual([
      { text: 'Configure Alerts', href: '/dashboard' },
      ...others,
    ]);
    expect(await listEmailLinks(aUser())).toEqual([{ text: 'Part of Premium', href: '/pricing' }, ...others]);
  });

  it('the account page links an administrator to the console, a moderator to the queue, and other members to neither [VERD-10]', async () => {
    const listProfileLinks = async (user: unknown) =>
      getLinks(section(await accountPage({ user }), 'profile')).map(({ href }) => href);
    expect(await listProfileLinks(aUser({ isAdmin: true }))).toEqual(['/admin']);
    expect(await listProfileLinks(aUser({ isModerator: true }))).toEqual(['/admin/queue']);
    expect(await listProfileLinks(aUser())).toEqual([]);
  });

  it('the account page shows a pending email change and which address has confirmed it', async () => {
    const emailChange = {
      email: 'new@example.org',
      isConfirmedByOld: true,
      isConfirmedByNew: false,
      expiresAt: '2025-03-08T10:00:00Z',
    };
    const emailSection = section(await accountPage({ account: anAccount({ emailChange }) }), 'email');
    expect(getText(emailSection)).toContain('Waiting to change to new@example.org');
    expect(getText(emailSection)).toContain('Mar 8, 2025');
    expect(getFacts(emailSection)).toEqual([
      ['Current address', 'Confirmed'],
      ['New address', 'Not confirmed yet'],
    ]);
    expect(getText(section(await accountPage(), 'email'))).not.toContain('Waiting');
  });

  it('the account page offers an authenticator app to a member without one', async () => {
    const page = section(await accountPage(), 'two-factor');
    expect(getFacts(page)).toEqual([['Authenticator app', 'Off']]);
    expect(listButtonTexts(page)).toContain('Set up an authenticator app');
    expect(listButtonTexts(page)).not.toContain('Turn off');
  });

  it('the account page shows how many backup codes are left, and how to renew them or turn the app off', async () => {
    const account = anAccount({ hasAuthenticatorApp: true, backupCodesLeft: 7 });
    const page = section(await accountPage({ account }), 'two-factor');
    expect(getFacts(page)).toEqual([
      ['Authenticator app', 'On'],
      ['Backup codes left', '7'],
    ]);
    expect(listButtonTexts(page)).toEqual(expect.arrayContaining(['Get new backup codes', 'Turn off']));
    expect(listButtonTexts(page)).not.toContain('Set up an authenticator app');
  });

  it('the account page lists invoices and credit notes with amount, status and file', async () => {
    const invoices = [
      anInvoice({
        id: anId(3),
        number: 'HKC-2026-000001',
        kind: 'credit_note',
        totalCents: -25_000,
        vatCents: -3261,
        periodFrom: null,
        periodTo: null,
      }),
      anInvoice({
        id: anId(2),
        number: 'HK-2026-000002',
        kind: 'listing',
        status: 'overdue',
        dueOn: '2026-12-16',
        paidOn: null,
        periodTo: '2027-11-15',
      }),
      anInvoice(),
    ];
    const page = section(await accountPage({ invoices }), 'invoices');
    expect(within(page).getAllByRole('listitem').map(getText)).toEqual([
      'HKC-2026-000001 Credit note -R250.00 incl. -R32.61 VAT Paid Issued Nov 16, 2026 Download PDF HKC-2026-000001',
      'HK-2026-000002 Listing in the register R250.00 VAT not charged Overdue Issued Nov 16, 2026 Due Dec 16, 2026 Period Nov 16, 2026 to Nov 15, 2027 Pay by bank transfer with the reference HK-2026-000002. The bank details are on the PDF. Download PDF HK-2026-000002',
      'HK-2026-000001 A month of Premium R250.00 VAT not charged Paid Issued Nov 16, 2026 Paid on Nov 16, 2026 Period Nov 16, 2026 to Dec 16, 2026 Download PDF HK-2026-000001',
    ]);
    expect(getLinks(page).at(-1)).toEqual({
      text: 'Download PDF HK-2026-000001',
      href: `/api/account/invoices/${anId()}/file`,
    });
  });

  it('the account page says where invoices will appear while there is none, and when they could not be loaded', async () => {
    expect(getText(section(await accountPage(), 'invoices'))).toContain('No invoices yet.');
    const failed = section(await accountPage({ invoices: errorResponse(500) }), 'invoices');
    expect(getText(failed)).toContain('Could not load your invoices');
    expect(listButtonTexts(failed)).toContain('Try Again');
  });

  it('the account page shows invoices in French', async () => {
    setTestLanguage('fr');
    const page = await accountPage({ invoices: [anInvoice({ vatCents: 3261 })] });
    expect(getText(section(page, 'invoices'))).toContain('dont R32,61 de TVA');
  });

  it('the account page lists passkeys and offers to remove them', async () => {
    const passkeys = [aPasskey(), aPasskey({ id: anId(2), name: 'Key ring', lastUsedAt: '2025-04-01T10:00:00Z' })];
    const page = section(await accountPage({ account: anAccount({ passkeys }) }), 'passkeys');
    expect(getText(page)).toContain('My phone Added Mar 7, 2025 · Never used');
    expect(getText(page)).toContain('Key ring Added Mar 7, 2025 · Last used Apr 1, 2025');
    expect(within(page).queryAllByRole('option').map(getText)).toEqual(
      expect.arrayContaining(['My phone', 'Key ring']),
    );
    expect(listButtonTexts(section(await accountPage(), 'passkeys'))).not.toContain('Remove passkey');
  });

  it('the account page offers no new passkey to a member who has the maximum number', async () => {
    const passkeys = Array.from({ length: 20 }, (_, number) => aPasskey({ id: anId(number), name: `Key ${number}` }));
    const page = section(await accountPage({ account: anAccount({ passkeys }) }), 'passkeys');
    expect(listButtonTexts(page)).not.toContain('Add passkey');
    expect(getText(page)).toContain('Remove one to add another.');
  });

  it('the account page lists a member’s sessions and offers to end each one except the current', async () => {
    const sessions = [aSession({ isCurrent: true }), aSession({ id: anId(2), device: 'Firefox on Windows' })];
    const page = section(await accountPage({ sessions }), 'sessions');
    const [currentSession, otherSession] = within(page).queryAllByRole('listitem').map(getText);
    expect(currentSession).toContain('Chrome on Android This device Logged in Mar 7, 2025 Last seen Mar 9, 2025');
    expect(otherSession).not.toContain('This device');
    expect(listButtonTexts(page)).toEqual(['End session on Firefox on Windows', 'End all other sessions']);
    expect(getAttributeValues(page, 'value')).toContain(anId(2));
  });

  it('the account page offers no session to end to a member who is logged in only here', async () => {
    const page = section(await accountPage(), 'sessions');
    expect(listButtonTexts(page)).toEqual([]);
    expect(getText(page)).toContain('You are logged in only here.');
  });

  it('the account page offers the data as a file and says what a deletion erases and keeps', async () => {
    const page = await accountPage();
    expect(getLinks(section(page, 'data'))).toEqual([{ text: 'Download my data', href: '/api/account/data' }]);
    expect(getText(section(page, 'delete'))).toMatch(/Deleted immediately: .* Kept without your name: /);
    expect(getText(section(page, 'delete'))).toContain('Type DELETE to confirm');
  });

  it('a member reads what a deletion takes from them: paid Premium, the refund, a deposit on its way and credits [DEC-42]', async () => {
    const renderLosses = async (options: PageOptions) => {
      const page = section(await accountPage(options), 'delete');
      return { text: getText(page), links: getLinks(page) };
    };
    const premium = aUser({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionEndsAt: '2026-12-24T10:00:00Z',
    });
    const subscription = aSubscription({
      refundableUntil: '2026-12-17T10:00:00Z',
      credits: 50,
      pending: {
        method: 'bank_deposit',
        amountCents: 25_000,
        creditsUsed: 0,
        createdAt: '2026-11-16T10:00:00Z',
        proofAt: null,
      },
    });
    const { text, links } = await renderLosses({ user: premium, subscription });
    for (const loss of [
      'You lose Premium, which you paid for until Dec 24, 2026.',
      'You lose the right to get your last payment back. It lasts until Dec 17, 2026',
      'A deposit that you have announced is dropped.',
      'You lose 50 referral credits.',
    ]) {
      expect(text).toContain(loss);
    }
    expect(links).toContainEqual({ text: 'Ask for your money back', href: '/dashboard#account-status' });
    const failed = await renderLosses({ user: premium, subscription: errorResponse(500) });
    expect(failed.text).toContain('You lose Premium, which you paid for until Dec 24, 2026.');
    expect(failed.text).toContain('If you paid in the last 30 days, you lose the right to get the money back.');
    expect((await renderLosses({ user: aUser({ subscriptionTier: 'api' }) })).text).toContain(
      'its API keys and webhooks stop working',
    );
    expect((await renderLosses({})).text).not.toMatch(/Premium|money|credits/);
  });

  it('the account page shows its other sections when one could not be loaded', async () => {
    const page = await accountPage({ account: errorResponse(500), sessions: errorResponse(500) });
    expect(getText(page)).toContain('Could not load your account');
    expect(getText(page)).toContain('Could not load your sessions');
    expect(listButtonTexts(section(page, 'password'))).toContain('Change password');
  });

  it('after a form post without scripts, the changed section says what was done', async () => {
    const page = await accountPage({ at: '/account?done=password' });
    expect(getText(section(page, 'password'))).toContain('Password changed');
    expect(getText(section(page, 'email'))).not.toContain('on their way');
    expect(within(await accountPage({ at: '/account?done=profile' })).queryByRole('status')).toBeNull();
  });

  it('after a rejected form post without scripts, the error is shown at its field and no password is in the page', async () => {
    const answered = {
      form: 'delete-account',
      fields: { currentPassword: 'Your password is not correct.' },
      typed: { confirmation: 'DELETE' },
    };
    const page = section(await accountPage({ answered }), 'delete');
    expect(page.querySelector('details')?.open).toBe(true);
    expect(getText(page)).toContain('There is a problem Your password is not correct.');
    expect(getAttributeValues(page, 'aria-invalid')).toEqual(['true']);
    expect(getAttributeValues(page, 'value')).toContain('DELETE');
  });

  it('the account page is in the user’s language', async () => {
    setTestLanguage('fr');
    const page = await accountPage({ sessions: [aSession({ isCurrent: true }), aSession({ id: anId(2) })] });
    expect(getText(within(page).getByRole('heading', { level: 1 }))).toBe('Votre compte');
    expect(getText(section(page, 'sessions'))).toContain('Chrome sur Android');
  });
});
