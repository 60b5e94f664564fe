/** The screens of reports and the dashboard, checked on a phone. */
import { makeFilingQuestion } from '../apps/server/test/support/factories.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/product-test.ts';
import { lookUpReceipt, submitScamReport } from './support/report-helpers.ts';

test.describe('accessibility of reports and the dashboard', () => {
  test('/my-reports of a visitor has no accessibility violations', ({ page, open }) =>
    expectAccessible({ page, open, path: '/my-reports' }));

  test('/report-scam with errors has no accessibility violations', async ({ page, open }) => {
    const prepare = async () => {
      await expect(page.getByLabel('Files that support your report')).toBeVisible();
      await submitScamReport(page);
      await expect(page.locator('[data-error-summary]')).toBeFocused();
    };
    await expectAccessible({ page, open, path: '/report-scam', prepare });
  });

  test('/follow with a question, the field for files and the sent text has no accessibility violations', async ({
    page,
    open,
    db,
    fileReport,
  }) => {
    const { id, receipt } = await fileReport();
    await makeFilingQuestion(db, { filingId: id });
    const prepare = async () => {
      await lookUpReceipt(page, receipt.code);
      await expect(page.getByLabel('Files that support your report')).toBeVisible();
      await page.getByText('What you sent').click();
    };
    await expectAccessible({ page, open, path: '/follow', prepare });
  });

  test('/my-reports of a member with an opened report has no accessibility violations', async ({
    page,
    open,
    signInAs,
    fileReport,
  }) => {
    await fileReport({}, await signInAs());
    const prepare = async () => {
      await page.getByRole('button', { name: /^Questions, files/ }).click();
      await expect(page.getByLabel('Files that support your report')).toBeVisible();
    };
    await expectAccessible({ page, open, path: '/my-reports', prepare });
  });

  test('the dashboard of a premium member with the analysis tab and the alert settings open has no accessibility violations', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs({ subscriptionTier: 'premium' });
    const prepare = async () => {
      await page.getByRole('button', { name: 'Configure Alerts' }).click();
      await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'High' })).toBeVisible();
    };
    await expectAccessible({ page, open, path: '/dashboard?tab=analysis', prepare });
  });
});
