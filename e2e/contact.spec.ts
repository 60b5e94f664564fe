import { salesAddress } from '../tools/product.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { tabToAndPressEnter, tabToAndType } from './support/keyboard.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

test("a visitor's message reaches sales, who can reply, and the form is empty again [CONTACT-01] [CONTACT-02] [CONTACT-04] [CONTACT-05] [CONTACT-06] [CONTACT-08] [REAL-01] [DEC-83]", async ({
  page,
  open,
  waitForEmail,
  administrator,
}) => {
  const email = newEmailAddress('buyer');
  const subject = `Listing ${email}`;
  await open('/contact');
  const send = page.getByRole('button', { name: 'Send message' });
  await tabToAndPressEnter(page, send);
  const summary = page.locator('[data-error-summary]');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Name is required',
    'Please enter a valid email address',
    'Subject is required',
    'Message is required',
  ]);
  await expectNoHorizontalScroll(page);
  await tabToAndType(page, field(page, 'Name'), 'Thandiwe Demo');
  await tabToAndType(page, field(page, 'Email'), email);
  await tabToAndType(page, field(page, 'Subject'), subject);
  await tabToAndType(page, field(page, 'Message'), 'How long does a listing take?');
  await tabToAndPressEnter(page, send);
  await expectToast(page, 'Message Sent', 'Our sales team will reply within 24 hours.');
  for (const name of ['Name', 'Email', 'Subject', 'Message']) await expect(field(page, name)).toHaveValue('');
  await expect(summary).toHaveCount(0);

  expect(await administrator.findMessage(email)).toMatchObject({ name: 'Thandiwe Demo', subject, company: null });
  const sentEmail = await waitForEmail(salesAddress, subject);
  expect(sentEmail.replyTo).toBe(email);
  expect(sentEmail.text).toContain('How long does a listing take?');
});

test('the contact form takes its subject from the link, and the page names other ways to reach the company [CONTACT-07] [REAL-09] [REAL-15]', async ({
  page,
  open,
  request,
}) => {
  const facts = (await (await request.get('/api/site-info')).json()) as Record<'email' | 'phone' | 'office', string>;
  await open('/contact?subject=Regulator%20demo');
  await expect(field(page, 'Subject')).toHaveValue('Regulator demo');
  await expect(page.getByRole('link', { name: facts.email })).toHaveAttribute('href', `mailto:${facts.email}`);
  await expect(page.getByRole('link', { name: facts.phone })).toBeVisible();
  await expect(page.getByText(facts.office)).toBeVisible();
});

test.describe('when the server fails', () => {
  test.use({ expectedError: /status of 500/ });

  test('a message stays in the form when the server fails, and the toast says that it was not sent [REAL-01] [CONTACT-03]', async ({
    page,
    open,
  }) => {
    await page.route('**/api/contact', (route) => route.fulfill({ status: 500 }));
    await open('/contact');
    await field(page, 'Name').fill('Thandiwe Demo');
    await field(page, 'Email').fill('not an address');
    await field(page, 'Subject').fill('Listing');
    await field(page, 'Message').fill('How long does it take?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
    await field(page, 'Email').fill(newEmailAddress('buyer'));
    await page.getByRole('button', { name: 'Send message' }).click();
    await expectToast(page, 'Error', 'Failed to send message. Please try again.');
    await expect(field(page, 'Message')).toHaveValue('How long does it take?');
  });
});
