/** The public log of decisions can be read and verified. */
import { createHash } from 'node:crypto';
import type { LogIndex, LogLine } from '@hakiki/contract/decision-log';
import { newUniqueReport } from './support/console-helpers.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test('a decision appears in the log and links to its page, and the hash of its line matches the published file [VERD-14]', async ({
  page,
  open,
  fileReport,
  administrator,
}) => {
  // A unique text: a similar report would be counted into an existing alert.
  const { id, title } = await fileReport(newUniqueReport());
  await administrator.approveAlert(id);
  const entry = page.locator('tr[data-line]').filter({ has: page.locator(`a[href="/alerts/${id}"]`) });
  // The worker appends within seconds, and responses are cached for seconds.
  await expect(async () => {
    await open('/decisions?subject=alert&outcome=approved');
    await expect(entry).toHaveCount(1, { timeout: 3000 });
  }).toPass();
  await expect(entry).toContainText('From “Under review” to “Published”');
  await expect(entry).toContainText('Decided by one person · within the hour');
  await entry.getByText('Fingerprints').click();
  const number = Number(await entry.getAttribute('data-line'));
  const askFor = async <T>(path: string): Promise<T> => (await (await page.request.get(path)).json()) as T;
  let line: LogLine | undefined;
  await expect(async () => {
    const lines = await askFor<LogLine[]>('/api/decision-log?limit=200&outcome=approved&subject=alert');
    line = lines.find((one) => one.number === number);
    expect(line).toBeDefined();
  }).toPass();
  await expect(entry.getByText(line!.hash)).toBeVisible();
  await expectNoHorizontalScroll(page);

  let logFileLine = '';
  await expect(async () => {
    const { files } = await askFor<LogIndex>('/api/decision-log/index');
    const file = files.find(({ first, last }) => first <= number && number <= last)!;
    const text = await (await page.request.get(file.path)).text();
    logFileLine = text.split('\n')[number - file.first]!;
    expect(logFileLine).toContain(line!.hash);
  }).toPass();
  const cut = logFileLine.indexOf(',"hash":');
  expect(
    createHash('sha256')
      .update(`${logFileLine.slice(0, cut)}}`)
      .digest('hex'),
  ).toBe(line!.hash);
  expect(logFileLine).not.toContain(title);

  await entry.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('a visitor filters the log, and the filters are in the URL [VERD-14]', async ({ page, open }) => {
  await open('/decisions');
  await page.getByRole('combobox', { name: 'About' }).selectOption('Provider');
  await expect(page).toHaveURL(/\/decisions\?subject=provider$/);
  const subjects = page.locator('tr[data-line]');
  await expect(subjects.first()).toContainText('Provider');
  await page.getByRole('combobox', { name: 'Month' }).selectOption('Oct 2026');
  await expect(page).toHaveURL(/month=2026-10/);
  // The address changes before the list.
  await expect(async () => {
    const lines = await subjects.allTextContents();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/Oct \d+, 2026AboutProvider/);
  }).toPass();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/\/decisions$/);
});

test('the statistics are charts by month, open as tables and link to the log [VERD-15]', async ({ page, open }) => {
  await open('/transparency');
  await expect(page.locator('figure')).toHaveCount(5);
  await expect(page.getByText('Half were decided within')).toBeVisible();
  const figure = page.locator('figure').first();
  await expect(figure.getByRole('table')).toBeHidden();
  await figure.getByText('As a table').click();
  await expect(figure.getByRole('row', { name: /^Oct 2026/ })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.getByRole('link', { name: 'Read the decision log' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decision log');
});

test.describe('accessibility of the decision log', () => {
  // A page of fifty entries takes long to check.
  for (const path of ['/fr/decisions', '/fr/transparency']) {
    test(`${path} has no accessibility violations, light and dark [VERD-14] [VERD-15]`, ({ page, open }) =>
      expectAccessible({ page, open, path }));
  }
});
