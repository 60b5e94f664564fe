import { referenceOf } from '@hakiki/contract/alert-values';
import { alertTiming } from '@hakiki/contract/limits';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectToast } from './account-pieces.ts';
import { expect, expectNoSidewaysScroll, newAddress, ownProductTest as test } from './product-test.ts';
import { fillInScam, lookUp, receiptCode, submitScam } from './report-pieces.ts';

// All on one product, one after the other: each sees what the one before made public.
test.describe.configure({ mode: 'default' });

/** Until the answer that all visitors share has it. */
const expectPublic = (request: APIRequestContext, title: string) =>
  expect.poll(async () => (await request.get('/api/fraud-alerts/active')).text(), { timeout: 20_000 }).toContain(title);

test('a visitor reports a scam, follows it by receipt, and once approved everyone is warned and the reporter written to [SCAM-18] [SCAM-19] [REPORTS-06] [DASH-01] [DEC-83]', async ({
  page,
  open,
  records,
  request,
  moderate,
  letterTo,
}) => {
  test.setTimeout(120_000);
  const email = newAddress('victim');
  await open('/report-scam');
  const title = await fillInScam(page, { severity: 'Critical', email });
  await submitScam(page);
  await expectToast(
    page,
    'Report Submitted Successfully',
    'Your report will be verified by our team, typically within 24-48 hours.',
  );
  // The dashboard is for members: a visitor comes to the confirmation, with the receipt filled in.
  await expect(page).toHaveURL(/\/follow$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your scam report has arrived');
  const code = await receiptCode(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'I have kept my receipt' }).click();
  await expect(page.getByText(code)).toHaveCount(0);
  await lookUp(page, code);
  const status = page.getByRole('article').locator('[data-status]');
  await expect(status).toHaveText('Under Review');
  expect(await (await request.get('/api/fraud-alerts/active')).text()).not.toContain(title);

  const [alert] = await records.listAlerts(title);
  await moderate(`/api/admin/fraud-alerts/${alert!.id}/approve`);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(status).toHaveText('Approved');
  await expect(page.getByText('It does not say who reported it.')).toBeVisible();

  await expectPublic(request, title);
  await open('/?look=1');
  const banner = page.getByRole('region', { name: 'Fraud alerts' });
  await banner.locator('summary').click();
  await expect(banner.getByRole('listitem').filter({ hasText: title })).toContainText('Critical');
  await open('/reports?look=1');
  const card = page.locator('[data-alert]').filter({ hasText: title });
  await expect(card).toContainText('...');
  await expect(card).not.toContainText('nobody answered');
  await expect(page.getByRole('main')).not.toContainText(email);

  // It leaves when the decision can no longer be undone.
  const letter = await letterTo(email, 'Your scam report was verified');
  expect(letter.text).toContain(referenceOf(alert!.id));
  expect(letter.text).not.toContain(code);
});

test.describe('the notifier', () => {
  test.use({ hearsOfAlerts: true });

  const toast = (page: Page, title: string) =>
    page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('alert').filter({ hasText: title });
  const setVisible = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate((given) => {
      Object.defineProperty(document, 'visibilityState', { value: given, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);

  test('announces a new critical alert once, and is silent while the tab is hidden [NOTIFY-01] [NOTIFY-04] [NOTIFY-05] [NOTIFY-06] [DEC-22]', async ({
    page,
    open,
    records,
    request,
  }) => {
    const polls: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/fraud-alerts/active')) polls.push(answer.url());
    });
    const pollAgain = async (times: number) => {
      await page.clock.fastForward(alertTiming.notifierPollMs + 1000);
      await expect.poll(() => polls.length).toBeGreaterThanOrEqual(times);
    };
    await page.clock.install();
    await open('/directory');
    await expect.poll(() => polls.length).toBe(1);

    const first = await records.makeAlert({ title: 'Canary scheme number one', severity: 'Critical' });
    await expectPublic(request, first.title);
    await pollAgain(2);
    await expect(toast(page, first.title)).toContainText('Critical alert: Canary scheme number one');
    await page.clock.fastForward(alertTiming.toastMs + 1000);
    await expect(toast(page, first.title)).toHaveCount(0);
    await pollAgain(3);
    await expect(toast(page, first.title)).toHaveCount(0);

    await open('/directory');
    await expect.poll(() => polls.length).toBeGreaterThanOrEqual(4);
    await expect(toast(page, first.title)).toHaveCount(0);

    await setVisible(page, 'hidden');
    const second = await records.makeAlert({ title: 'Canary scheme number two', severity: 'Critical' });
    await expectPublic(request, second.title);
    const before = polls.length;
    await page.clock.fastForward(10 * alertTiming.notifierPollMs);
    await expect(toast(page, second.title)).toHaveCount(0);
    expect(polls).toHaveLength(before);
    await setVisible(page, 'visible');
    await expect(toast(page, second.title)).toBeVisible();
  });
});
