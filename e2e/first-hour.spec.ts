/** From the home page to the two answers that decide whether money is lost, counted in taps on a phone. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/product-test.ts';

/** Counts every click that reaches a link, a button or a field. */
async function createTaps(page: Page) {
  let taps = 0;
  return {
    tap: async (role: 'link' | 'button' | 'searchbox', name: string | RegExp, within = 'main') => {
      taps += 1;
      await page.locator(within).getByRole(role, { name }).first().click();
    },
    count: () => taps,
  };
}

test('the first step of the first hour is three taps from the home page, in a country of the long list as well [HOUR-01]', async ({
  page,
  open,
}) => {
  for (const [country, rail, step] of [
    ['Kenya', 'M-PESA to a phone number', 'Write to 456'],
    ['Lesotho', 'Bank transfer', 'Call your bank'],
  ] as const) {
    await open('/');
    const taps = await createTaps(page);
    await taps.tap('link', /lost money/);
    await taps.tap('link', country);
    await taps.tap('link', rail);
    // Without scrolling, whatever is said before it.
    await expect(page.locator('[data-step]').first().getByText(step).first()).toBeInViewport({ ratio: 1 });
    expect(taps.count()).toBe(3);
  }
});

test('what a named provider may do in a chosen country is two taps and its name away from the home page [LIC-07]', async ({
  page,
  open,
}) => {
  await open('/');
  const taps = await createTaps(page);
  await taps.tap('searchbox', /./);
  await page.keyboard.type('Tandiwa Exchange');
  await page.locator('main select[name=country]').selectOption('south africa');
  await taps.tap('button', 'Search');
  const answer = page.locator('[data-licence]').first();
  await expect(answer).toHaveText('Licensed here (exchange, custody)');
  expect(taps.count()).toBeLessThanOrEqual(3);
});

test('a contact that a visitor reports is struck out at once and becomes a task, and a call settles it [HOUR-02]', async ({
  page,
  open,
  signInAs,
}) => {
  const contact = page.locator('[data-contact=ke-safaricom-customer-care]');
  await open('/first-hour/kenya/m-pesa');
  await contact.getByRole('button', { name: /does not work/ }).click();
  await expect(contact).toHaveAttribute('data-state', 'reported');
  await expect(contact.getByRole('status')).toBeVisible();

  await signInAs({ isModerator: true }, { hasSecondFactor: true });
  await open('/admin/contacts');
  const urgent = page.getByRole('region', { name: /To do now/ });
  const task = urgent.getByRole('listitem').filter({ hasText: 'Safaricom customer care' });
  await expect(task).toContainText('Reports of visitors that it does not work: 1');
  await task.getByRole('button', { name: 'It works' }).click();
  await expect(task).toHaveCount(0);

  await open('/first-hour/kenya/m-pesa?since=day');
  await expect(contact).toHaveAttribute('data-state', 'confirmed');
});

test('one person uploads the file of a register, a second one confirms it, and the page of the country shows it [LIC-06]', async ({
  page,
  open,
  people,
  context,
  signInAs,
}) => {
  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  await open('/admin/licences');
  const form = page.getByRole('form', { name: 'Add a register' });
  await form.getByRole('combobox', { name: /Country/ }).selectOption('lesotho');
  await form.getByRole('textbox', { name: 'Regulator' }).fill('Demo Authority of Lesotho');
  await form.getByRole('textbox', { name: 'Name of the register' }).fill('Demo register of Lesotho');
  await form.getByRole('textbox', { name: 'Address for people' }).fill('https://authority.example/lesotho');
  await form.getByRole('combobox', { name: 'Format' }).selectOption('csv');
  await form.getByRole('button', { name: 'Propose' }).click();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Demo register of Lesotho' }) });
  await card.getByLabel(/^File/).setInputFiles({
    name: 'register.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('holder,number,state,scope\nMaluti Coin (Pty) Ltd,LS-1,licensed,exchange\n'),
  });
  await expect(card.getByText('Another person must confirm your proposal.')).toBeVisible();
  await open('/licences/lesotho');
  await expect(page.getByText('Maluti Coin')).toHaveCount(0);

  const moderator = await people.make({ isModerator: true });
  const { name, value } = await people.signIn(moderator.id, { hasSecondFactor: true });
  await context.clearCookies();
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true }]);
  await open('/admin/licences');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Maluti Coin (Pty) Ltd (LS-1)' });
  await waiting.getByRole('button', { name: 'Confirm as shown' }).click();
  await expect(waiting).toHaveCount(0);
  // Answers for everybody may be half a minute old.
  await expect(async () => {
    await open('/licences/lesotho');
    const entry = page.getByRole('listitem').filter({ hasText: 'Maluti Coin (Pty) Ltd' });
    await expect(entry.first()).toContainText('LS-1', { timeout: 1000 });
  }).toPass();
});
