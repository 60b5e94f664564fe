import { makeAlert } from '../apps/server/test/support/factories.ts';
import { toReference } from '@hakiki/contract/filing-values';
import type { Alert } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectToast, listCoveredByToast } from './support/account-helpers.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  observeLayoutShift,
  ownProductTest as test,
} from './support/product-test.ts';
import { fillInScamReport, lookUpReceipt, readReceiptCode, submitScamReport } from './support/report-helpers.ts';

// One after the other on one product: each test sees the alerts that the previous one published.
test.describe.configure({ mode: 'default' });

/** Waits until the cached public response contains the alert. */
const expectPublic = (request: APIRequestContext, title: string) =>
  expect.poll(async () => (await request.get('/api/fraud-alerts/active')).text()).toContain(title);

test('a visitor reports a scam and follows it by receipt; once approved, everyone sees the alert and the reporter gets an email [SCAM-18] [SCAM-19] [REPORTS-06] [DASH-01] [DEC-83]', async ({
  page,
  open,
  administrator,
  request,
  waitForEmail,
}) => {
  const email = newEmailAddress('victim');
  await open('/report-scam');
  const title = await fillInScamReport(page, { severity: 'Critical', email });
  await submitScamReport(page);
  await expectToast(
    page,
    'Report Submitted Successfully',
    'Your report will be verified by our team, typically within 24-48 hours.',
  );
  // The dashboard is for members: a visitor gets the confirmation page with the receipt filled in.
  await expect(page).toHaveURL(/\/follow$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report received');
  const code = await readReceiptCode(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'I’ve saved my code' }).click();
  await expect(page.getByText(code)).toHaveCount(0);
  await lookUpReceipt(page, code);
  const status = page.getByRole('article').locator('[data-status]');
  await expect(status).toHaveText('Under Review');
  expect(await (await request.get('/api/fraud-alerts/active')).text()).not.toContain(title);

  const [alert] = await administrator.listAlerts(title);
  await administrator.approveAlert(alert!.id);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(status).toHaveText('Approved');
  await expect(page.getByText('It does not say who reported it.')).toBeVisible();

  await expectPublic(request, title);
  const banner = page.getByRole('region', { name: 'Fraud alerts' });
  await expect(async () => {
    await open('/');
    await banner.locator('summary').click();
    await expect(banner.getByRole('listitem').filter({ hasText: title })).toContainText('Critical', { timeout: 3000 });
  }).toPass();
  const card = page.locator('[data-alert]').filter({ hasText: title });
  await expect(async () => {
    await open('/reports');
    await expect(card).toContainText('...', { timeout: 3000 });
  }).toPass();
  await expect(card).not.toContainText('nobody answered');
  await expect(page.getByRole('main')).not.toContainText(email);

  // The email is sent when the decision can no longer be undone.
  const sentEmail = await waitForEmail(email, 'Your scam report was verified');
  expect(sentEmail.text).toContain(toReference(alert!.id));
  expect(sentEmail.text).not.toContain(code);
});

test.describe('the notifier', () => {
  test.use({ hearsOfAlerts: true });

  const toast = (page: Page, title: string) => page.locator('[data-toast][role=alert]').filter({ hasText: title });
  const setVisible = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate((given) => {
      Object.defineProperty(document, 'visibilityState', { value: given, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);

  test('the notifier announces a new critical alert once, and not while the tab is hidden [NOTIFY-01] [NOTIFY-04] [NOTIFY-05] [NOTIFY-06] [DEC-22]', async ({
    page,
    open,
    db,
    request,
  }) => {
    const polls: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/fraud-alerts/active')) polls.push(response.url());
    });
    const pollAgain = async (times: number) => {
      await page.clock.fastForward(alertTiming.notifierPollMs + 1000);
      await expect.poll(() => polls.length).toBeGreaterThanOrEqual(times);
    };
    await page.clock.install();
    await open('/directory');
    await expect.poll(() => polls.length).toBe(1);

    const first = await makeAlert(db, { title: 'Canary scheme number one', severity: 'Critical' });
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
    const second = await makeAlert(db, { title: 'Canary scheme number two', severity: 'Critical' });
    await expectPublic(request, second.title);
    const before = polls.length;
    await page.clock.fastForward(10 * alertTiming.notifierPollMs);
    await expect(toast(page, second.title)).toHaveCount(0);
    expect(polls).toHaveLength(before);
    await setVisible(page, 'visible');
    await expect(toast(page, second.title)).toBeVisible();
  });
});

test('a visitor who pages through /alerts sees every active alert, and opens one on its own page [WARN-02] [WARN-03]', async ({
  page,
  open,
  request,
  db,
}) => {
  for (let made = 0; made < 12; made += 1) {
    await makeAlert(db, { title: `One of many schemes, number ${made}`, severity: 'Low' });
  }
  let all: Alert[] = [];
  await expect
    .poll(async () => (all = (await (await request.get('/api/fraud-alerts?limit=100')).json()) as Alert[]).length)
    .toBeGreaterThan(20);
  await open('/alerts');
  const met: string[] = [];
  const list = page.locator('main [data-alert]');
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' });
  for (let turned = 0; turned < 10; turned += 1) {
    await expect(list.first()).toBeVisible();
    met.push(...(await list.evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['alert']!))));
    if ((await next.count()) === 0 || (await next.getAttribute('aria-disabled')) === 'true') break;
    const before = await list.first().getAttribute('data-alert');
    await next.click();
    await expect(list.first()).not.toHaveAttribute('data-alert', before!);
  }
  // Other tests publish alerts meanwhile: there may be more, but none may be missing.
  expect(all.filter(({ id }) => !met.includes(id))).toEqual([]);
  await expectNoHorizontalScroll(page);

  const flagged = all.find(({ title }) => title.startsWith('Fastari'))!;
  await open('/alerts?severity=Critical');
  await page.getByRole('link', { name: flagged.title, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/alerts/${flagged.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(flagged.title);
  await expect(page).toHaveTitle(`Critical: ${flagged.title} | Hakiki`);
  await expect(page.getByRole('heading', { name: 'What to do now' })).toBeVisible();
  await expect(page.getByRole('code').filter({ hasText: 'fastari-payouts.example' })).toBeVisible();
  await expect(page.getByRole('link', { name: /fastari-payouts/ })).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  await page.getByRole('link', { name: 'Fastari Daily Gains', exact: true }).click();
  await expect(page.getByRole('region', { name: /active fraud alert/ })).toContainText(flagged.title);
});

test('the page of an alert and the French list of alerts have no accessibility violations, light and dark [WARN-02] [WARN-03]', async ({
  page,
  open,
  request,
}) => {
  const [first] = (await (await request.get('/api/fraud-alerts?limit=1')).json()) as Alert[];
  for (const path of [`/alerts/${first!.id}`, '/fr/alerts']) await expectAccessible({ page, open, path });
});

test.describe('the toast of an alert', () => {
  test.use({ hearsOfAlerts: true });

  test('the toast of an alert covers no link, field, verdict or button of page and header at 320, 360, 768 and 1280 px, also when scrolled and while a field has the focus; it links to its alert and shifts the layout by at most 0.02 [WARN-06]', async ({
    page,
    open,
    db,
    request,
    providers,
  }) => {
    // The newest critical alert is announced first.
    const { id, title } = await makeAlert(db, { title: 'A scheme that covers nothing', severity: 'Critical' });
    await expectPublic(request, title);
    const [provider] = await providers('?limit=1');
    await page.addInitScript((dismissed) => {
      localStorage.setItem('dismissedFraudAlerts', JSON.stringify([dismissed]));
      localStorage.removeItem('lastAlertNotification');
      localStorage.removeItem('announcedAlerts');
    }, id);
    const readLayoutShift = await observeLayoutShift(page);
    const toast = page.locator('[data-toast][role=alert]').filter({ hasText: title });
    for (const [width, height] of [
      [320, 640],
      [360, 640],
      [768, 1024],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const path of ['/', '/directory', `/provider/${provider!.id}`, '/report-scam', '/signup']) {
        await open(path);
        await expect(toast).toBeVisible();
        const where = `${path} at ${width}`;
        expect(await listCoveredByToast(page), where).toEqual([]);
        await page.evaluate(() => scrollTo(0, 400));
        expect(await listCoveredByToast(page), `${where}, scrolled`).toEqual([]);
        const field = page.locator('main').getByRole('textbox').or(page.locator('main').getByRole('searchbox')).first();
        if ((await field.count()) > 0 && (await field.isVisible())) {
          await field.focus();
          expect(await listCoveredByToast(page), `${where}, typing`).toEqual([]);
        }
        if (path === '/directory') {
          await expect(toast.locator('[data-icon="warning"]')).toBeVisible();
          await expect(toast.getByRole('link')).toHaveAttribute('href', `/alerts/${id}`);
          const before = await readLayoutShift();
          // In a narrow header the button is only for the keyboard and for screen readers.
          await toast.getByRole('button', { name: 'Close notification' }).press('Enter');
          await expect(toast).toHaveCount(0);
          expect((await readLayoutShift()) - before).toBeLessThanOrEqual(0.02);
          expect(before, 'coming').toBeLessThanOrEqual(0.02);
        }
      }
    }
  });
});
