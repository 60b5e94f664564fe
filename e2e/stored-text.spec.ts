/**
 * Two hundred texts that try to run as code, stored in the texts of providers, reviews and experiences and in the names
 * of users and devices. On the pages checked here none runs, none causes a request, and they are shown as text.
 */
import {
  makeCertification,
  makeEvidence,
  makeExperience,
  makeProvider,
  makeReview,
} from '../apps/server/test/support/factories.ts';
import type { Page } from '@playwright/test';
import { xssPayloads } from '../apps/server/test/support/xss-payloads.ts';
import { expect, isPhone, ownProductTest as test } from './support/product-test.ts';

// One product serves them all.
test.describe.configure({ mode: 'default' });

const all = [...xssPayloads];
const joined = all.join('\n');

/** Splits the payloads into this many parts. */
const splitPayloads = (count: number) =>
  Array.from({ length: count }, (_, part) => all.filter((_, index) => index % count === part));

/** Text as a page shows it: each run of white space is one blank. */
const collapseWhiteSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Records everything that must not happen. */
async function recordForbiddenEffects(page: Page, origin: string): Promise<string[]> {
  const caught: string[] = [];
  await page.exposeFunction('__caught', (what: string) => void caught.push(what));
  await page.addInitScript(() => {
    const report = (what: string) => (window as unknown as { __caught: (what: string) => void }).__caught(what);
    for (const name of ['alert', 'confirm', 'prompt'] as const) {
      Object.defineProperty(window, name, { value: () => report(`${name} at ${location.href}`) });
    }
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      report(`${violatedDirective} ${blockedURI} ${sample} at ${location.href}`),
    );
  });
  page.on('dialog', (dialog) => {
    caught.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) caught.push(`request ${url}`);
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) caught.push(`frame ${frame.url()}`);
    else if (frame.url() !== 'about:blank' && !frame.url().startsWith(origin)) caught.push(`left for ${frame.url()}`);
  });
  return caught;
}

/** Expects that all texts are visible, and that none became a link or an active element. */
async function expectShown(page: Page, expected: readonly string[]): Promise<void> {
  // A section that the server could not render in time is loaded by the page.
  await expect
    .poll(async () => {
      const shown = collapseWhiteSpace((await page.locator('body').textContent()) ?? '');
      return expected.filter((payload) => !shown.includes(collapseWhiteSpace(payload)));
    })
    .toEqual([]);
  const acting = 'a[href^="javascript" i],a[href^="data" i],iframe,object,embed,base,script[src*="attacker"]';
  expect(await page.locator(acting).count()).toBe(0);
  const handlers = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => /^on/i.test(name) || name === 'srcdoc' || name === 'formaction'),
    ),
  );
  expect(handlers).toEqual([]);
}

test.describe('the detector', () => {
  test.use({ expectedError: /Content Security Policy|Failed to load resource|React error #418/ });

  test('the detector catches a text that runs', async ({ page, open, baseURL }) => {
    const caught = await recordForbiddenEffects(page, baseURL);
    await page.route('/pricing', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({
        response: response,
        body: body.replace('</body>', '<a id="bait" href="#" onclick="alert(1)">x</a></body>'),
      });
    });
    await open('/pricing');
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('#bait')?.click();
      alert('by a script of the page');
    });
    await expect.poll(() => caught.map((what) => what.split(' ')[0])).toEqual(['script-src-attr', 'alert']);
    await expect(expectShown(page, [])).rejects.toThrow('onclick');
  });
});

test.describe('text that contains markup or scripts', () => {
  test('payloads are only text in the directory and in a comparison', async ({ page, open, db, baseURL }) => {
    const caught = await recordForbiddenEffects(page, baseURL);
    // Ten at once, in the order of the directory.
    for (const part of splitPayloads(20)) {
      await Promise.all(
        part.map((payload) =>
          makeProvider(db, {
            name: payload,
            description: payload,
            licenseInfo: payload,
            logoUrl: payload,
            website: payload,
            flaggedReasons: [payload],
            verificationStatus: 'Flagged',
            countries: ['seychelles'],
          }),
        ),
      );
    }
    const shownNames = new Set<string>();
    // Some providers of the demo data are listed with them.
    const listed = await page.request.get('/api/providers?country=seychelles&limit=1');
    const pages = Math.ceil(Number(listed.headers()['x-total-count']) / 20);
    for (let number = 1; number <= pages; number += 1) {
      await open(`/directory?country=seychelles&page=${number}`);
      const names = await page.locator('article[data-provider]').getByRole('heading').allTextContents();
      for (const name of names) shownNames.add(collapseWhiteSpace(name));
      await expectShown(page, names);
    }
    expect(all.filter((payload) => !shownNames.has(collapseWhiteSpace(payload)))).toEqual([]);

    const providers = (await (await page.request.get('/api/providers?country=seychelles&limit=4')).json()) as {
      id: string;
      name: string;
    }[];
    await open(`/compare?providers=${providers.map(({ id }) => id).join(',')}&search=%3Cscript`);
    await expectShown(
      page,
      providers.map(({ name }) => name),
    );
    expect(caught).toEqual([]);
  });

  test('payloads are only text on a provider with all of them, in every tab', async ({ page, open, db, baseURL }) => {
    const caught = await recordForbiddenEffects(page, baseURL);
    const { id: providerId } = await makeProvider(db, {
      name: all[0]!,
      logoUrl: '/\\attacker.example/logo.png',
      description: joined,
      licenseInfo: joined,
      insurance: joined,
      website: 'javascript:alert(1)',
      flaggedReasons: all,
      securityFeatures: all.map((name) => ({ name, state: 'confirmed' as const })),
      verificationStatus: 'Flagged',
      countries: ['comoros'],
    });
    for (const part of splitPayloads(20)) {
      await Promise.all(
        part.map((payload) =>
          makeEvidence(db, {
            providerId,
            authority: payload,
            reference: payload,
            sourceUrl: payload,
            checkedBy: payload,
          }),
        ),
      );
    }
    for (const payload of all.slice(0, 5)) {
      await makeCertification(db, { providerId, name: payload, description: payload });
    }
    for (const tab of ['', '?tab=reviews', '?tab=compliance', '?tab=security', '?tab=report']) {
      await open(`/provider/${providerId}${tab}`);
      await expectShown(page, all);
    }
    expect(caught).toEqual([]);
  });

  test('payloads are only text in reviews and community reports', async ({ page, open, db, baseURL }) => {
    const caught = await recordForbiddenEffects(page, baseURL);
    const { id: providerId } = await makeProvider(db, { name: 'A provider with reviews', countries: ['comoros'] });
    for (const pair of splitPayloads(100)) await makeReview(db, { providerId, experience: pair.join('\n') });
    const newestFirst = splitPayloads(100).toReversed();
    for (let number = 1; number <= 10; number += 1) {
      await open(`/provider/${providerId}?tab=reviews&page=${number}`);
      await expectShown(page, newestFirst.slice(10 * (number - 1), 10 * number).flat());
    }
    for (const part of splitPayloads(4)) {
      const [first = '', ...rest] = part;
      const reports = [first, ...rest.slice(0, 2)].map((name, column) => ({
        providerName: name,
        experience: part.filter((_, position) => position % 3 === column).join('\n'),
      }));
      for (const report of reports) await makeExperience(db, report);
      // Browsers and the server may serve a stale page while they revalidate it.
      await expect(async () => {
        await open('/');
        const heading = page.getByRole('region', { name: 'Community reports' }).getByRole('heading', { level: 3 });
        await expect(heading.first()).toHaveText(collapseWhiteSpace(reports.at(-1)!.providerName), { timeout: 3000 });
      }).toPass();
      await expectShown(
        page,
        reports.map(({ providerName }) => providerName),
      );
      const shown = collapseWhiteSpace((await page.locator('main').textContent()) ?? '').replaceAll('……', ' ');
      for (const payload of part) {
        // A long report is cut at a blank and expands.
        for (const word of collapseWhiteSpace(payload).split(' ')) expect(shown).toContain(word);
      }
    }
    expect(caught).toEqual([]);
  });

  test('payloads are only text in the names of an administrator and of devices', async ({
    page,
    open,
    people,
    signInAs,
    baseURL,
  }) => {
    const caught = await recordForbiddenEffects(page, baseURL);
    for (const part of splitPayloads(5)) {
      const [firstName = '', ...devices] = part;
      const { id } = await signInAs(
        { firstName, lastName: part.join('\n'), isAdmin: true },
        { hasSecondFactor: true, device: firstName },
      );
      for (const device of devices) await people.signIn(id, { device });
      await open('/account');
      await expectShown(page, [firstName]);
      if (!isPhone(page)) await expectShown(page, devices.slice(0, 1));
      await open('/admin');
      await expectShown(page, [firstName]);
    }
    expect(caught).toEqual([]);
  });
});
