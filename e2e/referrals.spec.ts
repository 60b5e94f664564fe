/** Referrals, for the inviter, the friend and visitors. */
import { makeReferral } from '../apps/server/test/support/factories.ts';
import { expectToast, signUp } from './support/account-helpers.ts';
import { nameColourOf } from './support/colours.ts';
import { addCookie, expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

test('a visitor of the referrals page is told that they are logged out, and sent to the login [REF-01] [ROUTE-12]', async ({
  page,
}) => {
  // Recorded inside the page: a locator would wait for the next page.
  let announcedAt = 0;
  await page.exposeFunction('noteTold', () => (announcedAt ||= Date.now()));
  await page.addInitScript(() => {
    const { noteTold } = globalThis as unknown as { noteTold: () => void };
    const note = () => {
      const message = document.querySelector('[role=alert]')?.textContent ?? '';
      if (/^Unauthorized.*You are logged out\. Logging in again\.\.\./.test(message)) noteTold();
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });
  let askedAt = 0;
  let leave = () => {};
  const requestReleased = new Promise<void>((resolve) => (leave = resolve));
  await page.route(/\/api\/login\?/, async (route) => {
    askedAt = Date.now();
    await requestReleased;
    await route.continue();
  });
  await page.goto('/referrals');
  await expect.poll(() => announcedAt).toBeGreaterThan(0);
  await expect.poll(() => askedAt).toBeGreaterThan(0);
  expect(askedAt - announcedAt).toBeGreaterThanOrEqual(400);
  leave();
  await expect(page).toHaveURL(/\/signup\?login=true&next=%2Freferrals$/);
});

test('a member generates a referral code and copies its link [REF-05] [REF-06] [REF-07] [AUTH-06] [DEC-68]', async ({
  page,
  open,
  context,
  signInAs,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs();
  await open('/referrals');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Referral Program');
  await expect(page.getByText('Nobody has joined with your link yet')).toBeVisible();
  await page.getByRole('button', { name: 'Generate referral code' }).click();
  const link = page.getByText(/\/\?ref=[2-9A-Z]{8}$/);
  await expect(link).toBeVisible();
  const shown = await link.innerText();
  expect(shown.startsWith(`${baseURL}/?ref=`)).toBe(true);
  await page.clock.install();
  const copy = page.getByRole('button', { name: /referral link$/ });
  await copy.click();
  await expect(copy).toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await page.clock.fastForward(2000);
  await expect(copy).not.toContainText('Copied');
  await expectNoHorizontalScroll(page);
});

test.describe('when no code can be created', () => {
  test.use({ expectedError: /status of 5\d\d|ERR_FAILED/ });

  test('the referrals page shows an error when no code can be created, and the button works again [REF-08]', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs();
    await open('/referrals');
    await page.route('**/api/referrals/generate-code', (route) => route.fulfill({ status: 500, json: {} }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Generate referral code' }).click();
    await expectToast(page, 'Error', 'Failed to generate referral code');
    await page.getByRole('button', { name: 'Generate referral code' }).click();
    await expect(page.getByText(/\/\?ref=/)).toBeVisible();
  });
});

test('a member sees statistics and every referral, completed ones in green and pending ones in slate [REF-03] [REF-04] [REF-09] [REF-10] [REF-11]', async ({
  page,
  open,
  db,
  signInAs,
}) => {
  const { id: referrerId } = await signInAs({ referralCode: `SHOWN-${Date.now()}` });
  const rewarded = { referrerId, rewardAmount: 50 };
  await makeReferral(db, { ...rewarded, status: 'credited', createdAt: new Date('2026-03-01T10:00:00Z') });
  await makeReferral(db, { ...rewarded, status: 'completed', createdAt: new Date('2026-03-02T10:00:00Z') });
  await makeReferral(db, { referrerId, createdAt: new Date('2026-03-03T10:00:00Z') });
  await open('/referrals');
  const statistics = page.locator('dl[aria-label="Your referrals in figures"] > div');
  await expect(statistics).toHaveText([
    /^Total referrals\s*3$/,
    /^Completed\s*2$/,
    /^Pending\s*1$/,
    /^Total rewards\s*100 credits$/,
  ]);
  const rows = page.getByRole('region', { name: 'Your referrals' }).getByRole('listitem');
  await expect(rows).toHaveText([/Mar 3.*Pending/, /Mar 2.*50 credits\s*Completed/, /Mar 1,.*50 credits\s*Credited/]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [label, colour] of [
      ['Pending', 'blue'],
      ['Completed', 'green'],
      ['Credited', 'green'],
    ] as const) {
      await expect
        .poll(() => nameColourOf(rows.getByText(label, { exact: true })), `${label} in ${colorScheme}`)
        .toBe(colour);
    }
  }
});

test('the inviter gets the reward once the friend has verified their email address [DEC-46] [REF-11]', async ({
  page,
  open,
  context,
  people,
  waitForEmail,
}) => {
  const inviter = await people.make({ email: newEmailAddress('amina'), referralCode: `LINK${Date.now()}` });
  const email = newEmailAddress('friend');
  await open(`/?ref=${inviter.referralCode}`);
  await open('/signup');
  await signUp(page, email);
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  const sentEmail = await waitForEmail(email, 'Verify your email address');
  await open(sentEmail.link);
  await expectToast(page, 'Email verified successfully');
  await addCookie(context, await people.signIn(inviter.id));
  await open('/referrals');
  await expect(page.getByRole('region', { name: 'Your referrals' }).getByRole('listitem')).toHaveText([
    /50 credits\s*Completed/,
  ]);
});
