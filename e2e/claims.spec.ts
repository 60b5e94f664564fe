/**
 * A company claims an existing listing, by proving control of its domain: a DNS record, a file on the website, or an
 * email to the domain.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makeProvider } from '../apps/server/test/support/factories.ts';
import type { People } from '../tools/product.ts';
import { listViolations } from './support/accessibility.ts';
import { confirmMoney, expectToast, field } from './support/account-helpers.ts';
import { type CompanyServers, startCompanyServers } from './support/company-servers.ts';
import {
  addCookie,
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  ownProductTest,
} from './support/product-test.ts';

const test = ownProductTest.extend<object, { internet: CompanyServers }>({
  internet: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from the pattern
    async ({}, use) => {
      const internet = await startCompanyServers();
      await use(internet);
      internet.stop();
    },
    { scope: 'worker' },
  ],
});

// On one product with one set of company servers, not on one per worker.
test.describe.configure({ mode: 'default' });

const newDomain = (name: string) => `${name}${randomUUID().slice(0, 8)}.example`;
const createListing = (db: People['db'], domain: string) =>
  makeProvider(db, { name: `Demo ${domain}`, website: `https://${domain}` });
const getClaimSection = (page: Page) => page.getByRole('region', { name: 'Is your company already listed?' });

async function startClaim(page: Page, name: string, method: string): Promise<Locator> {
  const claim = getClaimSection(page);
  await field(claim, 'Find your listing').fill(name);
  await claim.getByRole('button', { name: 'Search' }).click();
  await claim.getByRole('button', { name: `Claim ${name}` }).click();
  await claim.getByLabel(method).check();
  await claim.getByRole('button', { name: 'Claim this listing' }).click();
  await expectToast(page, 'Claim Started');
  return claim;
}

/** Reads a value that the company copies to its DNS or website. */
const readCopyText = async (claim: Locator, label: 'Name' | 'Address' | 'Text') =>
  (await claim
    .locator('p')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::div/p')
    .textContent()) ?? '';

async function checkClaim(claim: Locator, answer: string): Promise<void> {
  await claim.getByRole('button', { name: 'Check now' }).click();
  await expect(claim.getByText(answer)).toBeVisible();
}

test.beforeEach(async ({ open, signInAs }) => {
  await signInAs({ userType: 'business', businessName: 'Demo Kora Ltd' });
  await open('/business');
});

test('a company claims a listing by a DNS record: checked too early and with a different text, then found, and approved by an administrator [REPLY-01]', async ({
  page,
  open,
  context,
  people,
  internet,
  db,
}) => {
  const domain = newDomain('kora');
  const { name } = await createListing(db, domain);
  const claim = await startClaim(page, name, 'A DNS record');
  expect(await readCopyText(claim, 'Name')).toBe(`_hakiki-claim.${domain}`);
  const text = await readCopyText(claim, 'Text');
  expect(text).toMatch(/^hakiki-claim=[\w-]{32}$/);
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);

  await checkClaim(claim, 'We found no such record yet.');
  internet.setTxtRecord(`_hakiki-claim.${domain}`, `${text}?`);
  await checkClaim(claim, 'The record has a different text.');
  internet.setTxtRecord(`_hakiki-claim.${domain}`, text);
  await checkClaim(claim, `You have proved that ${domain} is yours. A moderator is checking it`);
  // Proven, but not yet approved.
  await open('/business?tab=profile');
  await expect(field(page, 'Company name on the listing')).toHaveValue('Demo Kora Ltd');

  const [theirs] = await context.cookies();
  const admin = await people.make({ email: newEmailAddress('admin'), isAdmin: true });
  await addCookie(context, await people.signIn(admin.id, { hasSecondFactor: true }));
  await open('/admin?tab=providers&list=claims');
  const pendingClaims = page.getByRole('region', { name: 'Listing claims' }).getByRole('listitem');
  const pendingClaim = pendingClaims.filter({ hasText: name });
  await expect(pendingClaim).toContainText(`proved control of ${domain} by a DNS record`);
  await expectNoHorizontalScroll(page);
  await pendingClaim.getByRole('button', { name: 'Approve claim' }).click();
  await confirmMoney(page, 'Give this listing to the company?', 'Approve claim');
  await expectToast(page, 'Claim Updated');

  await addCookie(context, theirs!);
  await open('/business?tab=profile');
  await expect(page.getByRole('region', { name: 'Your listing' })).toContainText(name);
});

test('a company proves its claim to a listing by a file on its website: checked too early and with a different text, then found [REPLY-01]', async ({
  page,
  internet,
  db,
}) => {
  const domain = newDomain('baraka');
  const { name } = await createListing(db, domain);
  const claim = await startClaim(page, name, 'A file on the website');
  const [address, text] = [await readCopyText(claim, 'Address'), await readCopyText(claim, 'Text')];
  expect(address).toBe(`https://${domain}/.well-known/hakiki-claim.txt`);
  await checkClaim(claim, 'There is no such file yet.');
  internet.setFile(address, `<p>${text}</p>`);
  await checkClaim(claim, 'The file has a different text. It must be exactly this line.');
  await expectNoHorizontalScroll(page);
  internet.setFile(address, `${text}\n`);
  await checkClaim(claim, `You have proved that ${domain} is yours. A moderator is checking it`);
});

test('a company cannot prove its claim by a file or a DNS record under another name, nor by a redirect to another domain [REPLY-01]', async ({
  page,
  internet,
  db,
}) => {
  const [domain, otherDomain] = [newDomain('theirs'), newDomain('own')];
  const { name } = await createListing(db, domain);
  const claim = await startClaim(page, name, 'A file on the website');
  const [address, text] = [await readCopyText(claim, 'Address'), await readCopyText(claim, 'Text')];
  for (const host of [otherDomain, `${domain}.${otherDomain}`, `blog.${domain}`]) {
    internet.setFile(address.replace(domain, host), text);
    internet.setTxtRecord(`_hakiki-claim.${host}`, text);
  }
  await checkClaim(claim, 'There is no such file yet.');
  // The website redirects to the other domain.
  internet.redirectHost(domain, otherDomain);
  await checkClaim(claim, 'The address redirects. It must not redirect.');

  await claim.getByRole('button', { name: 'Withdraw this claim' }).click();
  await expectToast(page, 'Claim Withdrawn');
  await startClaim(page, name, 'A DNS record');
  const record = await readCopyText(claim, 'Text');
  expect(record).not.toBe(text);
  for (const host of [otherDomain, `blog.${domain}`]) internet.setTxtRecord(`_hakiki-claim.${host}`, record);
  internet.setTxtRecord(domain, record);
  await checkClaim(claim, 'We found no such record yet.');
});

test('a company proves its claim to a listing by the code of an email to its domain, and a wrong code is rejected [REPLY-01]', async ({
  page,
  waitForEmail,
  db,
}) => {
  const domain = newDomain('letter');
  const { name } = await createListing(db, domain);
  const claim = await startClaim(page, name, 'An email to the domain');
  const { text } = await waitForEmail(`admin@${domain}`, `Hakiki: who runs ${domain}?`);
  await field(claim, 'Code').fill('guessed');
  await checkClaim(claim, 'This is not the code from the email.');
  await field(claim, 'Code').fill(/^[\w-]{32}$/m.exec(text)?.[0] ?? '');
  await expectNoHorizontalScroll(page);
  await checkClaim(claim, `You have proved that ${domain} is yours.`);
});
