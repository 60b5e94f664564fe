/** The screens of the console, looked at on a phone: nobody is kept from working by their eyes, hands or screen. */
import { expectAccessible } from './accessible.ts';
import { aStory, caseHeading, expectCases } from './console-pieces.ts';
import { expect, test } from './product-test.ts';

test.describe('has no accessibility violations, light and dark, and nothing scrolls sideways', () => {
  test.setTimeout(120_000);

  test('on the tabs of the console', async ({ page, open, signInAs }) => {
    await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    for (const tab of ['overview', 'users', 'providers', 'alerts', 'reports']) {
      const act = async () => {
        await expect(page.getByRole('tabpanel').first()).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
      };
      await expectAccessible({ page, open, path: `/admin?tab=${tab}`, act });
    }
  });

  test('on what waits for a second administrator, and on the page as it would be, in both languages', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    for (const [path, look, dialog] of [
      ['/admin', 'Look at It: Tradovani Exchange', 'Proposed Change'],
      ['/fr/admin', 'Examiner : Tradovani Exchange', 'Changement proposé'],
    ] as const) {
      const act = async () => {
        await page.getByRole('button', { name: look }).click();
        await expect(page.getByRole('dialog', { name: dialog }).locator('[data-preview] h1')).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
      };
      await expectAccessible({ page, open, path, act });
    }
  });

  test('on the queue, on a case of it, and in its dialogs', async ({
    page,
    open,
    people,
    baseURL,
    signInAs,
    fileReport,
  }) => {
    const story = aStory({ contactEmail: 'victim@example.com' });
    await fileReport(story);
    await fileReport({ ...story, severity: 'Low' });
    const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
    const [caseId = ''] = await expectCases(asking, story.title, [2]);
    await expectAccessible({
      page,
      open,
      path: '/admin/queue',
      act: () => expect(page.getByRole('table', { name: 'Open cases' })).toBeVisible(),
    });
    const path = `/admin/queue?case=${caseId}`;
    const opened = async () => {
      await expect(caseHeading(page)).toHaveText(story.title);
      // It takes the focus as soon as the page listens to keys.
      await expect(caseHeading(page)).toBeFocused();
    };
    await expectAccessible({ page, open, path, act: opened });
    for (const key of ['?', 'c']) {
      const act = async () => {
        await opened();
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
      };
      await expectAccessible({ page, open, path, act });
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Let go' }).click();
    await expect(page).toHaveURL((url) => !url.searchParams.has('case'));
  });
});
