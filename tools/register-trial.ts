/**
 * Command: fills the register of an empty production installation as its staff do, and looks at every screen on the
 * way. Providers and logos come from a CSV file and from the console, evidence and verdicts from the console. Uses only
 * the product's own interfaces, so that it finds data that cannot be entered. Takes screenshots, reports screens that
 * scroll sideways, log an error or show a failed read, and prints how long the work took.
 *
 *   npm run build && npm run register-trial -- --providers 200 --by-hand 5 --folder /tmp/register
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { badgeNames, providerTypes } from '../packages/contract/src/directory.ts';
import { pages } from '../packages/contract/src/pages.ts';
import { offlinePath } from '../packages/contract/src/site.ts';
import { startFolderMailServer, waitForEmailInFolder } from '../apps/server/test/support/mail-folder.ts';
import { makePhoto } from '../apps/server/test/support/photo.ts';
import { computeTotpCode, field, signUp } from '../e2e/support/account-helpers.ts';
import { chromiumOptions } from './chromium.ts';
import { startProduct } from './product.ts';

const { values } = parseArgs({
  options: {
    providers: { type: 'string', default: '200' },
    'by-hand': { type: 'string', default: '5' },
    folder: { type: 'string', default: join(tmpdir(), 'hakiki-register-trial') },
  },
});
const total = Number(values.providers);
const byHand = Math.min(Number(values['by-hand']), total);
const password = 'a password for the trial of the register';
const startedAt = performance.now();
const say = (message: string) =>
  console.log(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${message}`);

const desktop = { viewport: { width: 1366, height: 700 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

// --- the list of providers -------------------------------------------------------------------------------------------

const countries = ['kenya', 'nigeria', 'ghana', 'south africa', 'uganda', 'tanzania', 'senegal', 'egypt'];
const nameParts = [
  ['Ada', 'Baobab', 'Cowrie', 'Duka', 'Elimu', 'Fanaka', 'Gari', 'Hifadhi', 'Imani', 'Jua'],
  ['Coin', 'Vault', 'Exchange', 'Pay', 'Wallet'],
  ['Africa', 'Direct', 'Plus', 'One'],
] as const;

interface Provider {
  name: string;
  type: string;
  country: string;
}

const listProviders = (): Provider[] =>
  Array.from({ length: total }, (_, index) => {
    const [first, second, third] = nameParts;
    const name = [
      first[index % first.length],
      second[Math.floor(index / first.length) % second.length],
      third[Math.floor(index / (first.length * second.length)) % third.length],
      ...(index < 200 ? [] : [index]),
    ].join(' ');
    return { name, type: providerTypes[index % providerTypes.length]!, country: countries[index % countries.length]! };
  });

const toCell = (text: string) => `"${text.replaceAll('"', '""')}"`;

function toCsv(providers: readonly Provider[]): string {
  const rows = providers.map(({ name, type, country }, index) => [
    name,
    type,
    `${name} buys, sells and keeps coins for people and small shops.`,
    `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
    index % 3 === 0 ? `${country}; ${countries[(index + 1) % countries.length]}` : country,
    index % 2 === 0 ? `Licence ${1000 + index}` : '',
    String(2009 + (index % 15)),
    index % 4 === 0 ? '' : String(1000 * (index + 1)),
    index % 2 === 0 ? 'Cold storage: confirmed; Two-factor login: not_confirmed' : '',
    index % 5 === 0 ? 'Up to R100,000 of each account' : '',
    index % 6 === 0 ? badgeNames[0] : '',
    index % 4 === 0 ? 'logo.jpg' : '',
  ]);
  const head =
    'name,type,description,website,countries,licenseInfo,established,userCount,securityFeatures,insurance,badges,logo';
  return `${head}\n${rows.map((row) => row.map((cell) => toCell(cell ?? '')).join(',')).join('\n')}\n`;
}

// --- looking at screens ----------------------------------------------------------------------------------------------

const faults: string[] = [];

/** Takes a picture of a screen and notes what looks broken. */
async function look(page: Page, url: string, name: string): Promise<void> {
  const errors: string[] = [];
  const note = (message: { type: () => string; text: () => string }) => {
    if (message.type() === 'error' && !/status of (?:401|404)/.test(message.text())) errors.push(message.text());
  };
  page.on('console', note);
  await page.goto(url);
  await page.waitForSelector('html[data-ready]');
  await page.waitForLoadState('networkidle');
  const { isWide, failures } = await page.evaluate(() => ({
    isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    failures: [...document.querySelectorAll('main')].flatMap(
      (main) => /Could not load|could not be loaded|undefined|NaN|Invalid Date/.exec(main.innerText)?.[0] ?? [],
    ),
  }));
  page.off('console', note);
  faults.push(
    ...errors.map((error) => `${name}: ${error}`),
    ...(isWide ? [`${name}: scrolls sideways`] : []),
    ...failures.map((words) => `${name}: shows “${words}”`),
  );
  await page.screenshot({ path: join(values.folder, `${name}.png`), fullPage: true, animations: 'disabled' });
}

const consolePaths = [
  '/admin',
  ...['users', 'providers', 'alerts', 'reports'].map((tab) => `/admin?tab=${tab}`),
  ...['payments', 'refunds', 'invoices', 'differences', 'referrals'].map((list) => `/admin?tab=users&list=${list}`),
  ...['reviews', 'replies', 'claims', 'documents'].map((list) => `/admin?tab=providers&list=${list}`),
  ...['queue', 'appeals', 'news', 'provider', 'licences', 'contacts', 'masks'].map((name) => `/admin/${name}`),
];
/** Without the page that says that another one could not be loaded. */
const publicPaths = pages
  .filter(({ path, audience }) => audience !== 'staff' && !path.includes(':') && path !== offlinePath)
  .map(({ path }) => path);

const toFileName = (path: string) => path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';

async function lookAtAll(browser: Browser, url: string, admin: Page, label: string): Promise<void> {
  for (const path of consolePaths) await look(admin, `${url}${path}`, `${label}-console-${toFileName(path)}`);
  const cookies = await admin.context().cookies();
  for (const [size, options] of [
    ['phone', phone],
    ['phone-dark', { ...phone, colorScheme: 'dark' as const }],
  ] as const) {
    const staff = await browser.newContext(options);
    await staff.addCookies(cookies);
    const staffPage = await staff.newPage();
    for (const path of ['/admin', '/admin?tab=providers', '/admin/queue'])
      await look(staffPage, `${url}${path}`, `${label}-${size}-console-${toFileName(path)}`);
    await staff.close();
    const visitor = await browser.newContext(options);
    const page = await visitor.newPage();
    for (const path of size === 'phone' ? publicPaths : ['/', '/directory', '/alerts', '/reports'])
      await look(page, `${url}${path}`, `${label}-${size}-${toFileName(path)}`);
    await visitor.close();
  }
}

// --- the work of the staff -------------------------------------------------------------------------------------------

/** The first use of an account of staff: password, login, second factor. */
async function enterConsole(page: Page, link: string, email: string, url: string): Promise<void> {
  await page.goto(link);
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.waitForURL(/admin\/login/);
  await field(page, 'Email address').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Log in to the admin portal' }).click();
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  const start = section.getByRole('form', { name: 'Set up an authenticator app' });
  await field(start, 'Current password').fill(password);
  await start.getByRole('button').last().click();
  const secret = await section.locator('code').innerText();
  await field(section, 'Code from the app').fill(computeTotpCode(secret));
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('listitem').first().waitFor();
  await page.goto(`${url}/admin`);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
}

const createAdministrator = async (product: Awaited<ReturnType<typeof startProduct>>, email: string) => {
  const output = await product.runHakiki('admin', 'create', email);
  return /https?:\/\/\S+/.exec(output)![0];
};

async function addByHand(page: Page, url: string, { name, type }: Provider): Promise<void> {
  await page.goto(`${url}/admin?tab=providers`);
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a provider' });
  await field(dialog, 'Provider name').fill(name);
  await dialog.getByLabel('Provider type').selectOption(type);
  await field(dialog, 'Description').fill(`${name} buys and sells coins, with an office in Nairobi.`);
  await dialog.getByLabel('Countries').first().selectOption('Kenya');
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Facts, logo, evidence and a proposed verdict, on the page of the provider. */
async function fillByHand(page: Page, url: string, { name }: Provider, logo: Buffer): Promise<void> {
  await page.goto(`${url}/admin?tab=providers&search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await page.getByRole('link', { name: 'Edit listing' }).click();
  const listing = page.getByRole('form', { name: 'Listing' });
  await field(listing, 'License information (optional)').fill('FSP 12345');
  await field(listing, 'Number of users (optional)').fill('120,000');
  await field(listing, 'Insurance (optional)').fill('Up to R100,000 of each account');
  await listing.getByRole('button', { name: 'Save Changes' }).click();
  await page.locator('[data-toast]').filter({ hasText: 'Provider Updated' }).waitFor();
  await page.getByLabel('Logo (optional)').setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: logo });
  await page.getByRole('button', { name: 'Remove logo' }).waitFor();
  const evidence = page.getByRole('form', { name: 'Add evidence' });
  await evidence.getByLabel('Kind').selectOption('Licence');
  await evidence.getByLabel('Country of the authority').selectOption('Kenya');
  await field(evidence, 'Who says so').fill('Demo Markets Authority (fictional)');
  await field(evidence, 'Number (optional)').fill('DEMO-77');
  await field(evidence, 'Link (optional)').fill('https://register.example/DEMO-77');
  await evidence.getByLabel('Day you saw it').fill(new Date().toISOString().slice(0, 10));
  await evidence
    .getByLabel('Picture of it (optional)')
    .setInputFiles({ name: 'register.jpg', mimeType: 'image/jpeg', buffer: logo });
  await evidence.getByText('The picture is ready.').waitFor();
  await evidence.getByRole('button', { name: 'Save evidence' }).click();
  await page.locator('[data-toast]').filter({ hasText: 'Evidence saved' }).waitFor();
}

async function proposeVerdict(page: Page, url: string, { name }: Provider): Promise<void> {
  await page.goto(`${url}/admin?tab=providers&search=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Verify', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Verify ${name}` });
  await dialog.getByRole('textbox').fill('The register of the authority lists this licence.');
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function confirmAll(page: Page, url: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await page.goto(`${url}/admin`);
    await page
      .getByRole('button', { name: /^Review: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Proposed Change' });
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}

// --- the trial -------------------------------------------------------------------------------------------------------

await mkdir(values.folder, { recursive: true });
const mailFolder = await mkdtemp(join(tmpdir(), 'hakiki-register-mail-'));
const mail = await startFolderMailServer(mailFolder);
const product = await startProduct('register', { smtpUrl: mail.url, isEmpty: true });
const browser = await chromium.launch(chromiumOptions);
const { url } = product;
const openPage = async () => (await browser.newContext(desktop)).newPage();
const admin = await openPage();
try {
  say(`an empty installation at ${url}`);
  const email = 'first@hakiki.example';
  await enterConsole(admin, await createAdministrator(product, email), email, url);
  say('the first administrator is in the console');
  await lookAtAll(browser, url, admin, 'empty');
  say('looked at every screen of the empty installation');

  const person = await openPage();
  await person.goto(`${url}/signup`);
  await signUp(person, 'person@hakiki.example');
  const { link } = await waitForEmailInFolder(mailFolder, 'person@hakiki.example', '');
  await person.goto(link);
  await person.waitForLoadState('networkidle');
  const second = await openPage();
  await enterConsole(second, await createAdministrator(product, 'second@hakiki.example'), 'second@hakiki.example', url);
  say('a person has confirmed their address, and the second administrator is in the console');

  const providers = listProviders();
  const logo = await makePhoto({ width: 400, height: 300 });
  await writeFile(join(values.folder, 'logo.jpg'), logo);
  const file = join(values.folder, 'providers.csv');
  await writeFile(file, toCsv(providers.slice(byHand)));
  const preview = await product.runHakiki('providers', 'import', file);
  if (!preview.includes('Nothing was added')) throw new Error(preview);
  const done = await product.runHakiki('providers', 'import', file, '--yes');
  say(`the import says: ${done.trim().split('\n').at(-1)}`);

  const handAt = performance.now();
  for (const provider of providers.slice(0, byHand)) await addByHand(admin, url, provider);
  // Those from the file get logo and evidence in the same way.
  const filled = [...providers.slice(0, byHand), ...providers.slice(byHand, 2 * byHand)];
  for (const provider of filled) await fillByHand(admin, url, provider, logo);
  for (const provider of filled) await proposeVerdict(admin, url, provider);
  await confirmAll(second, url, filled.length);
  say(
    `${filled.length} providers got facts, logo, evidence and verdict in the console: ` +
      `${Math.round((performance.now() - handAt) / 100 / filled.length) / 10} s each`,
  );

  await lookAtAll(browser, url, admin, 'filled');
  const visitor = await openPage();
  const list = (await (await fetch(`${url}/api/providers?limit=200`)).json()) as { id: string; name: string }[];
  for (const { name } of [filled[0]!, filled.at(-1)!, providers.at(-1)!]) {
    const { id } = list.find((one) => one.name === name)!;
    await look(visitor, `${url}/provider/${id}`, `filled-provider-${toFileName(name.toLowerCase())}`);
    await look(admin, `${url}/admin/provider?id=${id}`, `filled-console-provider-${toFileName(name.toLowerCase())}`);
  }
  const stats = (await (await fetch(`${url}/api/stats`)).json()) as Record<string, number>;
  say(`the site counts ${JSON.stringify(stats)}`);
  if (stats['totalProviders'] !== total || stats['verifiedProviders'] !== filled.length)
    faults.push(`expected ${total} providers, ${filled.length} of them verified`);
  console.log(await product.verifyAudit());
} catch (error) {
  await admin.screenshot({ path: join(values.folder, 'failed.png'), fullPage: true });
  throw error;
} finally {
  await browser.close();
  await product.stop();
  await mail.stop();
  await rm(mailFolder, { recursive: true });
}
say(`pictures: ${values.folder}`);
for (const fault of faults) console.log(`  ${fault}`);
if (faults.length > 0) process.exitCode = 1;
