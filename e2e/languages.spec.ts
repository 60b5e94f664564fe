/** Pages of visitors and members, in every language, with scripts and without. */
import { readFileSync } from 'node:fs';
import { type Language, languages, languageTable, localisePath } from '@hakiki/contract/site';
import { listPageLanguages, listPages } from '@hakiki/contract/pages';
import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { listViolations } from './support/accessibility.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, newScamReport, test } from './support/product-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

const translated = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en');

const readTexts = (language: Language): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../apps/web/messages/${language}.json`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >;

interface EmailTexts {
  confirmation: { kinds: { alert: { subject: string } } };
}
const emailTexts = (language: Language): EmailTexts =>
  JSON.parse(readFileSync(new URL(`../apps/server/messages/${language}.json`, import.meta.url), 'utf8')) as EmailTexts;

const listStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
};

/** Long enough not to be a name; the parts around placeholders of longer texts count, too. */
const toSentences = (texts: Record<string, unknown>): Set<string> =>
  new Set(
    listStrings(texts)
      .flatMap((text) => text.split(/\{\w+\}/))
      .map((part) => part.trim())
      .filter((part) => part.split(/\s+/).length >= 4),
  );
const english = toSentences(readTexts('en'));

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** The text nodes of a page, without those of parts that are marked as English. */
function listVisibleTexts(html: string): string[] {
  const body = html
    .replace(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replace(/<(\w+)\b[^>]* lang="en"[^>]*>[^]*?<\/\1>/g, '')
    .replaceAll('<!-- -->', '');
  return body
    .split(/<[^>]+>/)
    .map((text) => text.replace(/&(\w+|#\w+);/g, (whole, name: string) => entities[name] ?? whole).trim())
    .filter(Boolean);
}

for (const language of translated) {
  test(`no page for visitors has an English sentence of ours in ${language} [LANG-01]`, async ({
    request,
    providers,
  }) => {
    const own = toSentences(readTexts(language));
    const foreign = [...english].filter((sentence) => !own.has(sentence));
    const [provider] = await providers();
    const pages = [
      ...listPages('public').filter((path) => listPageLanguages(path).includes(language) && path !== '/offline'),
      `/provider/${provider!.id}`,
      '/first-hour/kenya',
      '/licences/kenya',
      '/offline',
    ];
    expect(pages.length).toBeGreaterThan(35);
    const found: string[] = [];
    for (const page of pages) {
      const response = await request.get(localisePath(language, page as `/${string}`));
      expect(response.status(), page).toBe(200);
      const html = await response.text();
      expect(html, page).toContain(`<html lang="${language}" dir="${languageTable[language].direction}"`);
      const texts = new Set(listVisibleTexts(html).flatMap((text) => [text, ...text.split(/(?<=[.!?])\s+/)]));
      found.push(...foreign.filter((sentence) => texts.has(sentence)).map((sentence) => `${page}: ${sentence}`));
    }
    expect(found).toEqual([]);
  });
}

const isNightly = Boolean(process.env['NIGHTLY']);
/** One language from right to left and one without scripts at each merge; all at night. */
const journeys = languages.flatMap((language) =>
  [true, false].flatMap((hasScripts) =>
    isNightly || (language === 'ar' && hasScripts) || (language === 'sw' && !hasScripts)
      ? [{ language, hasScripts }]
      : [],
  ),
);

for (const { language, hasScripts } of journeys) {
  test.describe(`in ${languageTable[language].name} ${hasScripts ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled: hasScripts, expectedError: /status of 40\d/ });

    test('a visitor checks a link, reports a scam, follows the report, finds the first hour and signs up [LANG-01] [LANG-02]', async ({
      page,
      waitForEmail,
    }) => {
      const visit = async (path: `/${string}`) => {
        await page.goto(localisePath(language, path));
        if (hasScripts) await page.locator('html[data-ready]').waitFor();
      };
      const submit = (name: string) =>
        page
          .locator('main form', { has: page.locator(`[name="${name}"]`) })
          .locator('button:not([type="button"])')
          .last()
          .click();

      await visit('/check');
      await page.locator('main [name=input]').fill('https://login.brightmarket-pro.example/pay?x=1');
      await submit('input');
      await expect(page.getByTestId('answer')).toBeVisible();
      await expectPageIn(page, language, hasScripts);

      await visit('/report-scam');
      const { title, description } = newScamReport();
      const form = page.locator('main form', { has: page.locator('[name=title]') });
      await form.locator('[name=title]').fill(title);
      await form.locator('[name=alertType]').selectOption('fake_platform');
      await form.locator('[name=description]').fill(description);
      await form.locator('[name=severity][value=High]').check({ force: true });
      // The first countries differ by language.
      await form.locator('[name=affectedCountries]').first().check({ force: true });
      const address = newEmailAddress();
      if (!hasScripts) await form.locator('[name=contactEmail]').fill(address);
      await expectPageIn(page, language, hasScripts);
      await submit('title');
      if (!hasScripts) {
        await page.goto((await waitForEmail(address, emailTexts(language).confirmation.kinds.alert.subject)).link);
        await page.locator('main form button:not([type="button"])').click();
      }
      const code = page
        .locator('main dd')
        .filter({ hasText: /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}$/ })
        .first();
      await expect(code).toBeVisible();
      await expect(code).toHaveCSS('direction', 'ltr');
      await expectPageIn(page, language, hasScripts);
      const receipt = (await code.innerText()).replaceAll(/\s/g, '');
      if (hasScripts) {
        // The page keeps the code until the person says that it is saved, and carries it to /follow.
        await page.locator('main form button:not([type="button"])').last().click();
      } else {
        await visit('/follow');
        await page.locator('main [name=receipt]').fill(receipt);
        await submit('receipt');
      }
      await expect(page.getByText(title).first()).toBeVisible();
      await expectPageIn(page, language, hasScripts);

      await visit('/first-hour/kenya/m-pesa');
      await expect(page.locator('main ol').first()).toBeVisible();
      await expectPageIn(page, language, hasScripts);

      await visit('/signup');
      for (const [name, value] of Object.entries({
        firstName: 'Kofi',
        lastName: 'Demo',
        email: newEmailAddress(),
        cellphoneNumber: '+233 20 000 0000',
        password: PASSWORD,
        confirmPassword: PASSWORD,
      })) {
        await page.locator(`main [name="${name}"]`).fill(value, { timeout: 60_000 });
      }
      await expectPageIn(page, language, hasScripts);
      await submit('firstName');
      await expect(page.locator('main [name=firstName]')).toHaveCount(0);
    });
  });
}

async function expectPageIn(
  page: Parameters<typeof expectNoHorizontalScroll>[0],
  language: Language,
  hasScripts: boolean,
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', languageTable[language].direction);
  if (!hasScripts) return;
  await expectNoHorizontalScroll(page);
  expect.soft(await listViolations(page), `${page.url()} in ${language}`).toEqual([]);
}

test('an Arabic page reads from right to left, with addresses and numbers from left to right [LANG-02]', async ({
  page,
  open,
}) => {
  await open('/ar');
  await expect(page.locator('body')).toHaveCSS('direction', 'rtl');
  const main = (await page.locator('main').boundingBox())!;
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  expect(heading.x + heading.width).toBeGreaterThan(main.x + main.width / 2);
  await open('/ar/signup');
  await expect(page.locator('main [name=email]')).toHaveCSS('direction', 'ltr');
  await open('/ar/directory');
  await expect(page.locator('main article [lang=en]').first()).toHaveCSS('direction', 'ltr');
  await open('/ar/first-hour/kenya/m-pesa');
  const call = page.locator('main a[href^="tel:"]').first();
  await expect(call).toHaveCSS('direction', 'ltr');
});

test('the footer says how many texts no speaker has confirmed, and leads to them [LANG-03]', async ({ page, open }) => {
  await open('/sw');
  const link = page.locator('footer a[href="/sw/languages"]');
  await expect(link).toContainText(/maandishi \d,\d{3} bado hayajathibitishwa/);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lugha');
  await page.locator('main a[href="/sw/languages/ar"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('العربية');
  await expect(page.locator('main ol > li')).toHaveCount(50);
  await expect(page.locator('main li [lang=ar]').first()).toHaveCSS('direction', 'rtl');
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await open('/');
  await expect(page.locator('footer a[href="/languages"]')).toHaveCount(0);
});
