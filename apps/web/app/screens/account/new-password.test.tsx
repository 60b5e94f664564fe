/** Tests the pages behind emailed links, except the verification of an address. */
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { openPage } from '../../../test/page.tsx';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import * as confirmEmail from './confirm-email.tsx';
import * as keepFactor from './keep-factor.tsx';
import * as forgotPassword from './forgot-password.tsx';
import * as resetPassword from './reset-password.tsx';

const linkInvalid = { message: 'This link may be invalid or expired. Please ask for a new one.', code: 'LINK_INVALID' };

describe('requesting a password reset', () => {
  it('the forgot-password page sends a link and says the same whether or not there is an account', async () => {
    const { api, requests } = await startJsonServer({ message: 'Sent.' });
    const formFields = { form: 'forgot', email: 'amina@example.org' };
    const page = await openPage(forgotPassword, '/forgot-password', { api, formFields });
    expect(page).toMatchObject({ status: 303, location: '/forgot-password?sent=1' });
    expect(requests).toMatchObject([{ path: '/api/auth/forgot-password', body: '{"email":"amina@example.org"}' }]);
    expect(getText((await openPage(forgotPassword, page.location!)).body)).toContain('If there is an account');
  });
});

describe('resetting a password', () => {
  const formFields = {
    form: 'reset',
    token: 'abc',
    password: 'baobab river stone',
    confirmPassword: 'baobab river stone',
  };

  it('the reset-password page sets the new password and redirects to the login', async () => {
    const { api, requests } = await startJsonServer({ message: 'Changed.', isStaff: false });
    const page = await openPage(resetPassword, '/reset-password?token=abc', { api, formFields });
    expect(page).toMatchObject({ status: 303, location: '/signup?login=true&reset=1' });
    const { form: _, ...body } = formFields;
    expect(JSON.parse(requests[0]!.body)).toEqual(body);
  });

  it('the reset-password page redirects staff to the staff login, which says that the password was changed [DEC-37]', async () => {
    const { api } = await startJsonServer({ message: 'Changed.', isStaff: true });
    const page = await openPage(resetPassword, '/reset-password?token=abc', { api, formFields });
    expect(page).toMatchObject({ status: 303, location: '/admin/login?reset=1' });
  });

  it('the reset-password page requires the same password twice', async () => {
    const { body } = await openPage(resetPassword, '/reset-password?token=abc', {
      formFields: { ...formFields, confirmPassword: 'other' },
    });
    expect(getLinks(body)).toContainEqual({ text: "Passwords don't match", href: '#reset-confirmPassword' });
  });

  it('the reset-password page offers a new link when this one no longer works', async () => {
    const { api } = await startJsonServer(linkInvalid, 400);
    const { body } = await openPage(resetPassword, '/reset-password?token=abc', { api, formFields });
    expect(getText(body)).toContain(linkInvalid.message);
    expect(getLinks(body)).toContainEqual({ text: 'Ask for a new link', href: '/forgot-password' });
  });

  it('the reset-password page has no form without a token', async () => {
    const { body } = await openPage(resetPassword, '/reset-password');
    expect(body.querySelector('form')).toBeNull();
    expect(getLinks(body)).toEqual([{ text: 'Ask for a new link', href: '/forgot-password' }]);
  });
});

describe('confirming a new email address', () => {
  it.each([
    [true, 'complete', 'Your email address was changed'],
    [false, 'partly', 'Now open the link that we sent to the other address.'],
  ])(
    'the confirm-email page says whether both addresses have confirmed: %s',
    async (isComplete, queryValue, sentence) => {
      const { api, requests } = await startJsonServer({ message: 'Ok.', isComplete });
      const formFields = { form: 'confirm', token: 'abc' };
      const page = await openPage(confirmEmail, '/confirm-email?token=abc', { api, formFields });
      expect(requests).toMatchObject([{ path: '/api/auth/confirm-email-change', body: '{"token":"abc"}' }]);
      expect(page).toMatchObject({ status: 303, location: `/confirm-email?confirmed=${queryValue}` });
      expect(getText((await openPage(confirmEmail, page.location!)).body)).toContain(sentence);
    },
  );

  it('opening the page changes nothing, and the page links to the account when the link no longer works', async () => {
    const openedPage = await openPage(confirmEmail, '/confirm-email?token=abc');
    expect(within(openedPage.body).queryAllByRole('button').map(getText)).toEqual(['Confirm the change']);
    const { api } = await startJsonServer(linkInvalid, 400);
    const { body } = await openPage(confirmEmail, '/confirm-email?token=abc', {
      api,
      formFields: { form: 'confirm', token: 'abc' },
    });
    expect(getLinks(body).map(({ href }) => href)).toContain('/account');
  });
});

describe('keeping the second factor', () => {
  it('the keep-factor page cancels the reset only when the button is pressed, and says what to do next [SAFE-09]', async () => {
    const openedPage = await openPage(keepFactor, '/keep-factor?token=abc');
    expect(within(openedPage.body).queryAllByRole('button').map(getText)).toEqual([
      'Stop it and keep my second factor',
    ]);
    const { api, requests } = await startJsonServer({ message: 'Ok.' });
    const page = await openPage(keepFactor, '/keep-factor?token=abc', {
      api,
      formFields: { form: 'keep', token: 'abc' },
    });
    expect(requests).toMatchObject([{ path: '/api/auth/keep-factor', body: '{"token":"abc"}' }]);
    expect(page).toMatchObject({ status: 303, location: '/keep-factor?confirmed=kept' });
    const { body } = await openPage(keepFactor, page.location!);
    expect(getText(body)).toContain('Your second factor stays as it is');
    expect(getLinks(body).map(({ href }) => href)).toContain('/forgot-password');
  });

  it('the keep-factor page links to the contact page when the reset is over or the link has no token [SAFE-09]', async () => {
    const { api } = await startJsonServer(linkInvalid, 400);
    const formFields = { form: 'keep', token: 'abc' };
    const expiredPage = await openPage(keepFactor, '/keep-factor?token=abc', { api, formFields });
    expect(getText(expiredPage.body)).toContain('The reset may already be stopped, or the time to stop it is over.');
    for (const { body } of [expiredPage, await openPage(keepFactor, '/keep-factor')]) {
      expect(getLinks(body).map(({ href }) => href)).toContain('/contact');
    }
  });
});
