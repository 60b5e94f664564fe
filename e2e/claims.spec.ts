/**
 * A company claims an existing listing, by proving control of its domain: a DNS record, a file on the website, or an
 * email to the domain.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makeProvider } from '../apps/server/test/makers.ts';
import type { People } from '../tools/product.ts';
import { violationsOn } from './accessible.ts';
import { expectToast, field } from './account-pieces.ts';
import { type Internet, startInternet } from './internet.ts';
import { addCookie, expect, expectNoSidewaysScroll, newAddress, ownProductTest } from './product-test.ts';

const test = ownProductTest.extend<object, { internet: Internet }>({
  internet: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from the pattern
    async ({}, use) => {
      const internet = await startInternet();
      await use(internet);
      internet.stop();
    },
    { scope: 'worker' },
  ],
});

// On one product with one set of company servers, not on one per worker.
test.describe.configure({ mode: 'default' });

const newDomain = (name: string) => `${name}${randomUUID().slice(0, 8)}.example`;
const listed = (db: People['db'], domain: string) =>
  makeProvider(db, { name: `Demo ${domain}`, website: `https://${domain}` });
const claimOn = (page: Page) => page.getByRole('region', { name: 'Is your company already listed?' });

async function begin(page: Page, name: string, method: string): Promise<Locator> {
  const claim = claimOn(page);
  await field(claim, 'Find your listing').fill(name);
  await claim.getByRole('button', { name: 'Search' }).click();
  await claim.getByRole('button', { name: `Claim ${name}` }).click();
  await claim.getByLabel(method).check();
  await claim.getByRole('button', { name: 'Claim this listing' }).click();
  await expectToast(page, 'Claim Started');
  return claim;
}

/** Reads a value that the company copies to its DNS or website. */
const told = async (claim: Locator, label: 'Name' | 'Address' | 'Text') =>
  (await claim
    .locator('p')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::div/p')
    .textContent()) ?? '';

async function look(claim: Locator, answer: string): Promise<void> {
  await claim.getByRole('button', { name: 'Check now' }).click();
  await expect(claim.getByText(answer)).toBeVisible();
}

test.beforeEach(async ({ open, signInAs }) => {
  await signInAs({ userType: 'business', businessName: 'Demo Kora Ltd' });
  await open('/business');
});

test('a company claims a listing by a DNS record: checked too early, then found, and approved in the console [REPLY-01]', async ({
  page,
  open,
  context,
  people,
  internet,
  db,
}) => {
  const domain = newDomain('kora');
  const { name } = await listed(db, domain);
  const claim = await begin(page, name, 'A DNS record');
  expect(await told(claim, 'Name')).toBe(`_hakiki-claim.${domain}`);
  const text = await told(claim, 'Text');
  expect(text).toMatch(/^hakiki-claim=[\w-]{32}$/);
  await expectNoSidewaysScroll(page);
  expect(await violationsOn(page)).toEqual([]);

  await look(claim, 'We found no such record yet.');
  internet.publish(`_hakiki-claim.${domain}`, `${text}?`);
  await look(claim, 'The record has a different text.');
  internet.publish(`_hakiki-claim.${domain}`, text);
  await look(claim, `You have proved that ${domain} is yours. A moderator is checking it`);
  // Proven, but not yet approved.
  await open('/business?tab=profile');
  await expect(field(page, 'Company name on the listing')).toHaveValue('Demo Kora Ltd');

  const [theirs] = await context.cookies();
  const admin = await people.make({ email: newAddress('admin'), isAdmin: true });
  await addCookie(context, await people.signIn(admin.id, { hasSecondFactor: true }));
  await open('/admin?tab=providers');
  const waiting = page.getByRole('region', { name: 'Listing claims' }).getByRole('listitem');
  const asked = waiting.filter({ hasText: name });
  await expect(asked).toContainText(`has proven ${domain} by a DNS record`);
  await expectNoSidewaysScroll(page);
  await asked.getByRole('button', { name: 'Approve claim' }).click();
  await expectToast(page, 'Claim Updated');

  await addCookie(context, theirs!);
  await open('/business?tab=profile');
  await expect(page.getByRole('region', { name: 'Your listing' })).toContainText(name);
});

test('a company claims a listing by a file on its website: checked too early, then found [REPLY-01]', async ({
  page,
  internet,
  db,
}) => {
  const domain = newDomain('baraka');
  const { name } = await listed(db, domain);
  const claim = await begin(page, name, 'A file on the website');
  const [address, text] = [await told(claim, 'Address'), await told(claim, 'Text')];
  expect(address).toBe(`https://${domain}/.well-known/hakiki-claim.txt`);
  await look(claim, 'There is no such file yet.');
  internet.upload(address, `<p>${text}</p>`);
  await look(claim, 'The file has a different text. It must be exactly this line.');
  await expectNoSidewaysScroll(page);
  internet.upload(address, `${text}\n`);
  await look(claim, `You have proved that ${domain} is yours. A moderator is checking it`);
});

test('a company cannot claim a listing by a file on another domain [REPLY-01]', async ({ page, internet, db }) => {
  const [domain, own] = [newDomain('theirs'), newDomain('own')];
  const { name } = await listed(db, domain);
  const claim = await begin(page, name, 'A file on the website');
  const [address, text] = [await told(claim, 'Address'), await told(claim, 'Text')];
  for (const host of [own, `${domain}.${own}`, `blog.${domain}`]) {
    internet.upload(address.replace(domain, host), text);
    internet.publish(`_hakiki-claim.${host}`, text);
  }
  await look(claim, 'There is no such file yet.');
  // A website with an open redirect.
  internet.redirect(domain, own);
  await look(claim, 'The address redirects. It must not redirect.');

  await claim.getByRole('button', { name: 'Withdraw this claim' }).click();
  await expectToast(page, 'Claim Withdrawn');
  await begin(page, name, 'A DNS record');
  const record = await told(claim, 'Text');
  expect(record).not.toBe(text);
  for (const host of [own, `blog.${domain}`]) internet.publish(`_hakiki-claim.${host}`, record);
  internet.publish(domain, record);
  await look(claim, 'We found no such record yet.');
});

test('a company claims a listing by the code of an email to its domain [REPLY-01]', async ({
  page,
  waitForEmail,
  db,
}) => {
  const domain = newDomain('letter');
  const { name } = await listed(db, domain);
  const claim = await begin(page, name, 'An email to the domain');
  const { text } = await waitForEmail(`admin@${domain}`, `Hakiki: who runs ${domain}?`);
  await field(claim, 'Code').fill('guessed');
  await look(claim, 'This is not the code from the email.');
  await field(claim, 'Code').fill(/^[\w-]{32}$/m.exec(text)?.[0] ?? '');
  await expectNoSidewaysScroll(page);
  await look(claim, `You have proved that ${domain} is yours.`);
});
