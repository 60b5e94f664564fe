/** Paying, keeping, cancelling and refunding a plan, for members, the console and the payment provider. */
import { toPaymentReference } from '@hakiki/contract/payment-values';
import type { Page } from '@playwright/test';
import { makePhoto } from '../apps/server/test/support/photo.ts';
import { listViolations } from './support/accessibility.ts';
import { confirmMoney, expectToast, signUp } from './support/account-helpers.ts';
import { addCookie, expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

const payfastTitle = 'PayFast, played on this machine';

/** Goes from the tab to the page of the payment provider with one click. */
async function goToPayfast(page: Page) {
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await expect(page.getByRole('heading', { name: payfastTitle })).toBeVisible();
}

test('a visitor of the subscription page gets a link to sign-up that leads back to it [SUB-01] [ROUTE-19] [DEC-94]', async ({
  page,
  open,
}) => {
  await open('/subscribe?tab=card');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Join Now' }).click();
  await expect(page).toHaveURL('/signup?next=%2Fsubscribe%3Ftab%3Dcard');
});

test('a member announces a deposit, an administrator finds it by its line in the bank statement and confirms it, and Premium opens [SUB-04] [SUB-06] [SUB-07] [SUB-09] [SUB-12] [SUB-15] [REAL-16] [DEC-40] [DEC-44] [DEC-77] [AUTH-05]', async ({
  page,
  open,
  context,
  people,
  waitForEmail,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const member = await signInAs({ firstName: 'Amina' });
  const reference = toPaymentReference(member.id);
  await open('/subscribe');
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText(reference);
  await expect(panel).toContainText('R250.00');
  await panel.getByRole('button', { name: /Payment reference$/ }).click();
  await expectToast(page, 'Reference Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await expectNoHorizontalScroll(page);
  await panel.getByRole('button', { name: 'I am paying by deposit' }).click();
  await expectToast(page, 'Subscription Updated', 'Your subscription is being processed.');
  await open('/subscribe');
  await expect(page.getByText('Waiting for your deposit')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I am paying by deposit' })).toHaveCount(0);
  const photo = await makePhoto({ width: 300, height: 200 });
  await panel
    .getByLabel('Proof of payment', { exact: true })
    .setInputFiles({ name: 'proof.jpeg', mimeType: 'image/jpeg', buffer: photo });
  const preview = panel.getByTestId('proof-preview');
  await expect(preview).toContainText(/proof\.jpe?g.*Not sent yet/);
  await expect(preview.locator('img')).toBeVisible();
  await expect(page.getByText('Waiting for your deposit')).toBeVisible();
  await panel.getByRole('button', { name: 'Send proof' }).click();
  await expectToast(page, 'Proof received');
  await expect(page.getByText('We are checking your deposit')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);

  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  await open('/admin?tab=users&list=payments');
  // As banks print it, and as people mistype it.
  const mistyped = reference.replace('HAKIKI-', 'HAKIKl ');
  await page.getByRole('textbox', { name: 'Line of the bank statement' }).fill(`IB PAYMENT ${mistyped} 250.00`);
  await page.getByRole('button', { name: 'Find deposits' }).click();
  const found = page
    .getByRole('region', { name: 'Possible matches' })
    .getByRole('listitem')
    .filter({ hasText: reference })
    .first();
  await expect(found).toContainText('same amount');
  const proofPath = await found.getByRole('link', { name: 'Open the proof of payment' }).getAttribute('href');
  const proof = await page.request.get(proofPath!);
  expect([proof.status(), proof.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  await expectNoHorizontalScroll(page);
  await found.getByRole('button', { name: 'Confirm' }).click();
  await confirmMoney(page, 'Has this deposit arrived?', 'Confirm', mistyped);
  await expectToast(page, 'Payment Updated');

  await addCookie(context, await people.signIn(member.id));
  await open('/dashboard');
  await expect(page.getByText('Premium member')).toBeVisible();
  const account = page.getByRole('region', { name: 'Account Status' });
  await expect(account).toContainText('Active');
  await expect(account.getByRole('button', { name: 'Ask for your money back' })).toBeVisible();
  await waitForEmail(member.email, 'Premium');
  await open('/subscribe');
  await expect(page.getByText('You already have Premium')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
});

test('a member leaves the pages of PayFast twice, then pays there by card, and cancels on the dashboard [SUB-04] [SUB-12] [SUB-14] [SUB-15] [DEC-41] [DEC-42] [AUTH-05] [SHAPE-10]', async ({
  page,
  open,
  payfast,
  signInAs,
}) => {
  test.slow();
  const member = await signInAs({ firstName: 'Amina', lastName: 'Diallo' });
  const forms: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/eng/process')) forms.push(request.postData() ?? '');
  });
  await open('/subscribe');
  // The arrow keys move between the tabs.
  await page.getByRole('tab', { name: 'Bank Deposit' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Card Payment' })).toContainText('R250.00');
  await goToPayfast(page);
  await expect(page.getByText('then R250.00 every month')).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeEnabled();
  await expect(page.getByText('Waiting for your card payment')).toBeVisible();
  expect(forms).toHaveLength(1);
  await page.locator('html[data-ready]').waitFor();
  await goToPayfast(page);
  expect(forms).toHaveLength(2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/subscribe\?cancelled=1$/);
  await expect(page.getByText('You left the payment page')).toBeVisible();
  await page.locator('html[data-ready]').waitFor();

  await goToPayfast(page);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page).toHaveURL(/\/subscribe\?paid=1$/);
  await expect(page.getByText('Premium is active')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByText('Premium member')).toBeVisible();

  const account = page.getByRole('region', { name: 'Account Status' });
  await expect(account).toContainText('Next charge');
  await account.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await expect(dialog).toContainText('Nothing more is charged.');
  await expectNoHorizontalScroll(page);
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expectToast(page, 'Subscription cancelled');
  await expect(account).toContainText('Cancelled. You keep Premium until');
  await expect(account).not.toContainText('Next charge');
  const statusAtPayfast = async () =>
    (await payfast.subscriptions()).find(({ buyer }) => buyer.flat().includes(member.email))?.statusText;
  await expect.poll(statusAtPayfast).toBe('CANCELLED');
});

test('a friend who verified their address lowers the first charge of the inviter, for a deposit and at PayFast [DEC-46] [SUB-17]', async ({
  page,
  open,
  context,
  people,
  waitForEmail,
}) => {
  const member = await people.make({ email: newEmailAddress('amina'), referralCode: `PAYS${Date.now()}` });
  const email = newEmailAddress('friend');
  await open(`/?ref=${member.referralCode}`);
  await open('/signup');
  await signUp(page, email);
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await open((await waitForEmail(email, 'Verify your email address')).link);
  await expectToast(page, 'Email verified successfully');

  await addCookie(context, await people.signIn(member.id));
  await open('/subscribe');
  await expect(page.getByRole('tabpanel')).toContainText('Your 50 referral credits lower the first month by R50.00.');
  await expect(page.getByRole('tabpanel')).toContainText('R200.00');
  await page.getByRole('tab', { name: 'Card Payment' }).click();
  await goToPayfast(page);
  await expect(page.getByText('Now R200.00, then R250.00 every month')).toBeVisible();
});

test('a member requests a refund with one button, and an administrator pays it in the console [SUB-14]', async ({
  page,
  open,
  context,
  people,
  waitForEmail,
  signInAs,
}) => {
  test.slow();
  const member = await signInAs({ firstName: 'Amina', lastName: 'Diallo' });
  await open('/subscribe?tab=card');
  await goToPayfast(page);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Premium is active')).toBeVisible();
  await open('/dashboard');
  const account = page.getByRole('region', { name: 'Account Status' });
  await account.getByRole('button', { name: 'Ask for your money back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for your money back?' });
  await dialog.getByRole('button', { name: 'Ask for your money back' }).click();
  await expectToast(page, 'Request received');
  await expect(account).toContainText('You asked for R250.00 back');

  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  await open('/admin?tab=users&list=refunds');
  const refundRow = page
    .getByRole('region', { name: 'Refund requests' })
    .getByRole('listitem')
    .filter({ hasText: member.email });
  await expect(refundRow).toContainText('PayFast returns R250.00 to the card');
  await expectNoHorizontalScroll(page);
  await refundRow.getByRole('button', { name: 'Pay back' }).click();
  await confirmMoney(page, 'Pay this back to the card?', 'Pay back');
  await expectToast(page, 'Refund Updated');

  await addCookie(context, await people.signIn(member.id));
  await expect
    .poll(async () => {
      await open('/dashboard');
      return account.innerText();
    })
    .toContain('We paid R250.00 back to you.');
  await expect(page.getByText('Premium member')).toHaveCount(0);
  await waitForEmail(member.email, 'money');
});

test('a customer with an API plan comes from the dashboard to the place where the plan is managed [DEC-95]', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs({ subscriptionTier: 'api', subscriptionStatus: 'active' });
  await open('/dashboard');
  await page.getByRole('link', { name: 'How to add Premium' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Where to manage your plan' })).toBeVisible();
  await expect(main).not.toContainText('HAKIKI-');
  await expect(main.locator('a[href*="/dashboard"], a[href*="/pricing"], a[href*="/subscribe"]')).toHaveCount(0);
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await main.getByRole('link', { name: 'API keys, usage and webhooks' }).click();
  await expect(page).toHaveURL(/\/api$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
