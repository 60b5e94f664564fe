/** Accessibility of the console's screens, checked on a phone. */
import { expectAccessible } from './support/accessibility.ts';
import { newUniqueReport, caseHeading, waitForCases } from './support/console-helpers.ts';
import { expect, test, sendRequest } from './support/product-test.ts';

test.describe('accessibility of the console', () => {
  test('the tabs of the console have no accessibility violations, light and dark, and no horizontal scrolling', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    for (const tab of ['overview', 'users', 'providers', 'alerts', 'reports']) {
      const prepare = async () => {
        await expect(page.getByRole('tabpanel').first()).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
      };
      await expectAccessible({ page, open, path: `/admin?tab=${tab}`, prepare });
    }
  });

  test('a proposed change with its preview has no accessibility violations, in both languages', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    for (const [path, look, dialog] of [
      ['/admin', 'Review: Tradovani Exchange', 'Proposed Change'],
      ['/fr/admin', 'Examiner : Tradovani Exchange', 'Changement proposé'],
    ] as const) {
      const prepare = async () => {
        await page.getByRole('button', { name: look }).click();
        await expect(page.getByRole('dialog', { name: dialog }).locator('[data-preview] h1')).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
      };
      await expectAccessible({ page, open, path, prepare });
    }
  });

  test('the queue, a case and its dialogs for shortcuts and contact data have no accessibility violations', async ({
    page,
    open,
    people,
    baseURL,
    signInAs,
    fileReport,
  }) => {
    const report = newUniqueReport({ contactEmail: 'victim@example.com' });
    await fileReport(report);
    await fileReport({ ...report, severity: 'Low' });
    const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
    const [caseId = ''] = await waitForCases(asking, report.title, [2]);
    await expectAccessible({
      page,
      open,
      path: '/admin/queue',
      prepare: () => expect(page.getByRole('table', { name: 'Open cases' })).toBeVisible(),
    });
    const path = `/admin/queue?case=${caseId}`;
    const opened = async () => {
      await expect(caseHeading(page)).toHaveText(report.title);
      // The heading gets the focus as soon as the page handles keys.
      await expect(caseHeading(page)).toBeFocused();
    };
    await expectAccessible({ page, open, path, prepare: opened });
    for (const key of ['?', 'c']) {
      const prepare = async () => {
        await opened();
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
      };
      await expectAccessible({ page, open, path, prepare });
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Release' }).click();
    await expect(page).toHaveURL((url) => !url.searchParams.has('case'));
  });
});

test('the submit button of a decision is visible at every scroll position, and filters are collapsed while a case is open', async ({
  page,
  open,
  people,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const report = newUniqueReport();
  // Long texts in several reports.
  const description = `${report.description} `.repeat(8).slice(0, 1900);
  for (const severity of ['High', 'Low', 'Critical']) await fileReport({ ...report, description, severity });
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  const [caseId = ''] = await waitForCases(asking, report.title, [3]);
  const submit = page.getByRole('button', { name: 'Submit & Next' });
  const search = page.getByRole('searchbox', { name: 'Search cases' });
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await open(`/admin/queue?case=${caseId}`);
    await expect(caseHeading(page)).toBeFocused();
    for (const scrollShare of [0, 0.5, 1]) {
      await page.evaluate((share) => window.scrollTo(0, document.documentElement.scrollHeight * share), scrollShare);
      await expect(submit).toBeInViewport({ ratio: 1 });
    }
    // Without a choice the page scrolls to the choices.
    await page.evaluate(() => window.scrollTo(0, 0));
    await submit.click();
    await expect(page.getByText('Choose approve or reject first')).toBeInViewport();
    await expect(page.getByRole('radio', { name: 'Approve' })).toBeFocused();
    await expect(search).toBeHidden();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
  }
  await sendRequest(`${baseURL}/api/admin/cases/${caseId}/release`, 'POST', asking.cookie);
});
