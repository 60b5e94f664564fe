import { openNavigation } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, isPhone, test } from './support/product-test.ts';

const commonLinks = ['Providers', 'Compare', 'Reports', 'News'];
const memberLinks = ['Dashboard', 'My Reports', 'Referrals'];
const accountLinks = ['Account', 'Log Out'];

const kinds = [
  { kind: 'free', given: {}, links: [...commonLinks, ...memberLinks, ...accountLinks], badge: undefined },
  {
    kind: 'premium',
    given: { subscriptionTier: 'premium' },
    links: [...commonLinks, 'RegTech', ...memberLinks, 'API Access', ...accountLinks],
    badge: 'Premium',
  },
  {
    kind: 'api',
    given: { subscriptionTier: 'api' },
    links: [...commonLinks, ...memberLinks, 'API Access', ...accountLinks],
    badge: 'API',
  },
  {
    kind: 'enterprise',
    given: { subscriptionTier: 'enterprise' },
    links: [...commonLinks, ...memberLinks, 'API Access', ...accountLinks],
    badge: 'API',
  },
  {
    kind: 'business',
    given: { userType: 'business' },
    links: [...commonLinks, 'RegTech', ...memberLinks, 'Business Portal', ...accountLinks],
    badge: undefined,
  },
  {
    kind: 'regtech',
    given: { userType: 'regtech' },
    links: [...commonLinks, 'RegTech', ...memberLinks, ...accountLinks],
    badge: undefined,
  },
  {
    kind: 'admin',
    given: { isAdmin: true },
    links: [...commonLinks, ...memberLinks, ...accountLinks],
    badge: undefined,
  },
] as const;

const report = ['Report', '/report'];

/** The last entries of every menu. */
const help = [
  ['Check a link or number', '/check'],
  ['All fraud alerts', '/alerts'],
  ['Follow a report', '/follow'],
  ['Licences by country', '/licences'],
  ['English', '/dashboard'],
  ['Français', '/fr/dashboard'],
  ['Português', '/pt/dashboard'],
  ['Kiswahili', '/sw/dashboard'],
  ['العربية', '/ar/dashboard'],
];

const addresses: Record<string, string> = {
  Providers: '/directory',
  Compare: '/compare',
  Reports: '/reports',
  News: '/news',
  RegTech: '/regtech',
  Dashboard: '/dashboard',
  'My Reports': '/my-reports',
  Referrals: '/referrals',
  'Business Portal': '/business',
  'API Access': '/api',
  Account: '/account',
  'Log Out': '/api/logout',
};

test('every kind of user sees their links and badge in the header of the dashboard [HEADER-04] [HEADER-06] [HEADER-07] [HEADER-08] [HEADER-09] [HEADER-10] [HEADER-11] [HEADER-12] [HEADER-17] [HEADER-19] [HEADER-20] [HEADER-21] [HEADER-23] [HEADER-24] [DEC-29] [DEC-31] [DEC-51] [ROLE-03] [ROLE-04] [ROLE-08] [ROLE-11]', async ({
  page,
  open,
  signInAs,
}) => {
  for (const { kind, given, links, badge } of kinds) {
    await test.step(kind, async () => {
      await signInAs({ firstName: 'Thandeka-Nomvula', ...given });
      await open('/dashboard');
      const navigation = await openNavigation(page);
      const shown = await navigation
        .getByRole('link')
        .filter({ visible: true })
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
      const expected = links.map((name) => [name, addresses[name]]);
      const firstPersonal = expected.findIndex(([name]) => name === 'Dashboard');
      expect(shown.filter(([, address]) => address !== '/')).toEqual(
        isPhone(page)
          ? [report, ['I lost money', '/first-hour'], ...expected, ...help]
          : expected.toSpliced(firstPersonal, 0, report),
      );
      await expect(navigation.getByText('Thandeka-Nomvula').filter({ visible: true })).toBeVisible();
      const badges = navigation.getByText(/^(?:Premium|API)$/).filter({ visible: true });
      await expect(badges).toHaveText(badge ? [badge] : []);
      if (isPhone(page)) await expect(navigation.getByText('Your Account')).toBeVisible();
      await expectNoHorizontalScroll(page);
    });
  }
});

test('a member without a name is called by the part of the email address before the @ [HEADER-22]', async ({
  page,
  open,
  signInAs,
}) => {
  const { email } = await signInAs({ firstName: null, lastName: null });
  await open('/dashboard');
  const navigation = await openNavigation(page);
  await expect(navigation.getByText(email.split('@')[0]!, { exact: true }).filter({ visible: true })).toBeVisible();
});

test('a member is recognised on the public directory after it has loaded [AUTH-01] [HEADER-04]', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs({ firstName: 'Amina' });
  await open('/directory');
  const navigation = await openNavigation(page);
  await expect(navigation.getByText('Amina', { exact: true }).filter({ visible: true })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Pricing' })).toHaveCount(0);
});

test('a visitor of the account page and of RegTech gets a link to the login, and back [DEC-53] [DEC-94]', async ({
  page,
  open,
}) => {
  for (const path of ['/account', '/regtech']) {
    await open(path);
    await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toHaveAttribute(
      'href',
      `/signup?login=true&next=${encodeURIComponent(path)}`,
    );
  }
});
