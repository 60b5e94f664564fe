/** From the home page to the two answers that decide whether money is lost, counted in taps on a phone. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/product-test.ts';

/** Counts what a thumb does: each tap on a link, a button or a field, and the choice of a country. */
function createTaps(page: Page) {
  let taps = 0;
  const main = page.locator('main');
  return {
    tap: async (role: 'link' | 'button' | 'searchbox', name: string | RegExp) => {
      taps += 1;
      await main.getByRole(role, { name }).first().click();
    },
    chooseCountry: async (country: string) => {
      taps += 1;
      await main.locator('select[name=country]').selectOption(country);
    },
    count: () => taps,
  };
}

const languages = [
  {
    language: 'English',
    prefix: '',
    lostMoney: 'I lost money: what now?',
    bySms: ['Kenya', 'M-PESA to a phone number', 'Write to 456'],
    byBank: ['Lesotho', 'Bank transfer', 'Call your bank'],
    search: 'Search',
    answer: 'Licensed here (exchange, custody)',
  },
  {
    language: 'French',
    prefix: '/fr',
    lostMoney: 'J’ai perdu de l’argent : que faire ?',
    bySms: ['Kenya', 'M-PESA vers un numéro', 'Écrire au 456'],
    byBank: ['Lesotho', 'Virement bancaire', 'Appelez votre banque'],
    search: 'Rechercher',
    answer: 'Agréé ici (exchange, custody)',
  },
] as const;

for (const { language, prefix, lostMoney, bySms, byBank, search, answer } of languages) {
  test(`the first step of the first hour is three taps from the home page in ${language}, in a country of the long list as well [HOUR-01]`, async ({
    page,
    open,
  }) => {
    for (const [country, rail, step] of [bySms, byBank]) {
      await open(`${prefix}/`);
      const taps = createTaps(page);
      await taps.tap('link', lostMoney);
      await taps.tap('link', country);
      await taps.tap('link', rail);
      // Without scrolling, whatever is said before it.
      await expect(page.locator('[data-step]').first().getByText(step).first()).toBeInViewport({ ratio: 1 });
      expect(taps.count()).toBeLessThanOrEqual(3);
    }
  });

  test(`what a named provider may do in a chosen country is at most three taps and its name away from the home page in ${language} [LIC-07]`, async ({
    page,
    open,
  }) => {
    await open(`${prefix}/`);
    const taps = createTaps(page);
    await taps.tap('searchbox', /./);
    await page.keyboard.type('Tandiwa Exchange');
    await taps.chooseCountry('south africa');
    await taps.tap('button', search);
    const shown = page.locator('[data-licence]').first();
    await expect(shown).toHaveText(answer);
    await expect(shown).toBeInViewport({ ratio: 1 });
    expect(taps.count()).toBeLessThanOrEqual(3);
  });
}

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
