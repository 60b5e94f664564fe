/** A user learns that their second factor will be reset, did not ask for it, and cancels the reset. */
import { makeFactorReset } from '../apps/server/test/support/factories.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

test.use({ expectedError: /status of 400/ });

test('the reset of a second factor is cancelled by a button, and not by opening the link [SAFE-09]', async ({
  page,
  open,
  people,
  db,
  request,
}) => {
  const { id } = await people.make({ email: newEmailAddress('owner') });
  const token = await makeFactorReset(db, id);
  // Mail programs that check links send such requests.
  expect((await request.get(`/keep-factor?token=${token}`)).status()).toBe(200);
  expect((await request.head(`/keep-factor?token=${token}`)).status()).toBe(200);

  await open(`/keep-factor?token=${token}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Keep your second factor' })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Stop it and keep my second factor' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your second factor stays as it is' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/forgot-password');
  const secondResponse = await request.post('/api/auth/keep-factor', { data: { token } });
  expect(secondResponse.status()).toBe(400);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the reset of a second factor is cancelled without scripts in French, and a second attempt says that nothing was cancelled [SAFE-09]', async ({
    page,
    people,
    db,
  }) => {
    const { id } = await people.make({ email: newEmailAddress('owner'), language: 'fr' });
    const token = await makeFactorReset(db, id);
    const button = page.getByRole('button', { name: 'L’arrêter et garder mon second facteur' });
    await page.goto(`/fr/keep-factor?token=${token}`);
    await button.click();
    await expect(page.getByText('Votre second facteur reste tel quel')).toBeVisible();

    await page.goto(`/fr/keep-factor?token=${token}`);
    await button.click();
    await expect(page.getByText('La réinitialisation n’a pas été arrêtée')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Écrivez-nous' })).toHaveAttribute(
      'href',
      '/fr/contact',
    );
  });
});
