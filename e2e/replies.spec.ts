/** The right of reply: a business replies, an administrator approves, and the reply is public beside its subject. */
import { makeAlert, makeBusiness, makeProvider } from '../apps/server/test/support/factories.ts';
import { listViolations } from './support/accessibility.ts';
import { expectToast } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test('a business replies to an alert, an administrator approves the reply, and visitors see it on the page of the alert [REPLY-02]', async ({
  page,
  open,
  signInAs,
  browser,
  baseURL,
  db,
}) => {
  // Letters only: a long number in the reply would look like an account number.
  const suffix = [...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const { id: providerId, name } = await makeProvider(db, { name: `Demo Reply ${suffix}` });
  const alert = await makeAlert(db, { affectedProviderId: providerId, title: `Withdrawals of ${name} stopped` });
  const owner = await signInAs({ userType: 'business' });
  await makeBusiness(db, { providerId, members: [{ userId: owner.id, role: 'owner' }] });
  const text = `We paid everybody back (${name}).`;

  await open('/business');
  const rights = page.getByRole('region', { name: 'Your right of reply' });
  const replySubject = rights.getByRole('listitem').filter({ hasText: alert.title });
  await replySubject.getByRole('button', { name: /^Reply/ }).click();
  await replySubject.getByRole('textbox', { name: 'Your reply' }).fill(text);
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await replySubject.getByRole('button', { name: 'Send reply' }).click();
  await expectToast(page, 'Your reply was sent');
  await expect(replySubject).toContainText('Waiting for our decision, by');

  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  await open('/admin?tab=providers&list=replies');
  const pendingReply = page.getByRole('listitem').filter({ hasText: text });
  await expect(pendingReply).toContainText('Decide by');
  await expectNoHorizontalScroll(page);
  await pendingReply.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Decision saved');

  // As a visitor sees it, without scripts, and in French.
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const visitorPage = await context.newPage();
  await expect(async () => {
    await visitorPage.goto(`/alerts/${alert.id}`);
    await expect(visitorPage.getByTestId('business-reply')).toContainText(text, { timeout: 3000 });
  }).toPass();
  await visitorPage.goto(`/fr/alerts/${alert.id}`);
  await expect(visitorPage.getByTestId('business-reply')).toContainText('Réponse de l’entreprise');
  expect(await visitorPage.getByTestId('business-reply').getByRole('link').count()).toBe(0);
  await context.close();
});
