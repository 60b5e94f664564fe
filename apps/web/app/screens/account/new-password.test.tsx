/** Tests the pages behind emailed links, except the verification of an address. */
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answeringJson } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.tsx';
import { linksOf, textOf } from '../../../test/reading.ts';
import * as confirmEmail from './confirm-email.tsx';
import * as keepFactor from './keep-factor.tsx';
import * as forgotPassword from './forgot-password.tsx';
import * as resetPassword from './reset-password.tsx';

const linkInvalid = { message: 'This link may be invalid or expired. Please ask for a new one.', code: 'LINK_INVALID' };

describe('requesting a password reset', () => {
  it('the forgot-password page sends a link and says the same whether or not there is an account', async () => {
    const { api, asked } = await answeringJson({ message: 'Sent.' });
    const posts = { form: 'forgot', email: 'amina@example.org' };
    const page = await openPage(forgotPassword, '/forgot-password', { api, posts });
    expect(page).toMatchObject({ status: 303, location: '/forgot-password?sent=1' });
    expect(asked).toMatchObject([{ path: '/api/auth/forgot-password', body: '{"email":"amina@example.org"}' }]);
    expect(textOf((await openPage(forgotPassword, page.location!)).body)).toContain('If there is an account');
  });
});

describe('resetting a password', () => {
  const posts = { form: 'reset', token: 'abc', password: 'baobab river stone', confirmPassword: 'baobab river stone' };

  it('the reset-password page sets the new password and redirects to the login', async () => {
    const { api, asked } = await answeringJson({ message: 'Changed.', isStaff: false });
    const page = await openPage(resetPassword, '/reset-password?token=abc', { api, posts });
    expect(page).toMatchObject({ status: 303, location: '/signup?login=true&reset=1' });
    const { form: _, ...body } = posts;
    expect(JSON.parse(asked[0]!.body)).toEqual(body);
  });

  it('the reset-password page redirects staff to the staff login, which says that the password was changed [DEC-37]', async () => {
    const { api } = await answeringJson({ message: 'Changed.', isStaff: true });
    const page = await openPage(resetPassword, '/reset-password?token=abc', { api, posts });
    expect(page).toMatchObject({ status: 303, location: '/admin/login?reset=1' });
  });

  it('the reset-password page requires the same password twice', async () => {
    const { body } = await openPage(resetPassword, '/reset-password?token=abc', {
      posts: { ...posts, confirmPassword: 'other' },
    });
    expect(linksOf(body)).toContainEqual({ text: "Passwords don't match", href: '#reset-confirmPassword' });
  });

  it('the reset-password page offers a new link when this one no longer works', async () => {
    const { api } = await answeringJson(linkInvalid, 400);
    const { body } = await openPage(resetPassword, '/reset-password?token=abc', { api, posts });
    expect(textOf(body)).toContain(linkInvalid.message);
    expect(linksOf(body)).toContainEqual({ text: 'Ask for a new link', href: '/forgot-password' });
  });

  it('the reset-password page has no form without a token', async () => {
    const { body } = await openPage(resetPassword, '/reset-password');
    expect(body.querySelector('form')).toBeNull();
    expect(linksOf(body)).toEqual([{ text: 'Ask for a new link', href: '/forgot-password' }]);
  });
});

describe('confirming a new email address', () => {
  it.each([
    [true, 'complete', 'Your email address was changed'],
    [false, 'partly', 'Now open the link that we sent to the other address.'],
  ])('the confirm-email page says whether both addresses have confirmed: %s', async (isComplete, word, sentence) => {
    const { api, asked } = await answeringJson({ message: 'Ok.', isComplete });
    const posts = { form: 'confirm', token: 'abc' };
    const page = await openPage(confirmEmail, '/confirm-email?token=abc', { api, posts });
    expect(asked).toMatchObject([{ path: '/api/auth/confirm-email-change', body: '{"token":"abc"}' }]);
    expect(page).toMatchObject({ status: 303, location: `/confirm-email?confirmed=${word}` });
    expect(textOf((await openPage(confirmEmail, page.location!)).body)).toContain(sentence);
  });

  it('opening the page changes nothing, and the page links to the account when the link no longer works', async () => {
    const opened = await openPage(confirmEmail, '/confirm-email?token=abc');
    expect(within(opened.body).queryAllByRole('button').map(textOf)).toEqual(['Confirm the change']);
    const { api } = await answeringJson(linkInvalid, 400);
    const { body } = await openPage(confirmEmail, '/confirm-email?token=abc', {
      api,
      posts: { form: 'confirm', token: 'abc' },
    });
    expect(linksOf(body).map(({ href }) => href)).toContain('/account');
  });
});

describe('keeping the second factor', () => {
  it('the keep-factor page cancels the reset only when the button is pressed, and says what to do next [SAFE-09]', async () => {
    const opened = await openPage(keepFactor, '/keep-factor?token=abc');
    expect(within(opened.body).queryAllByRole('button').map(textOf)).toEqual(['Stop it and keep my second factor']);
    const { api, asked } = await answeringJson({ message: 'Ok.' });
    const page = await openPage(keepFactor, '/keep-factor?token=abc', { api, posts: { form: 'keep', token: 'abc' } });
    expect(asked).toMatchObject([{ path: '/api/auth/keep-factor', body: '{"token":"abc"}' }]);
    expect(page).toMatchObject({ status: 303, location: '/keep-factor?confirmed=kept' });
    const { body } = await openPage(keepFactor, page.location!);
    expect(textOf(body)).toContain('Your second factor stays as it is');
    expect(linksOf(body).map(({ href }) => href)).toContain('/forgot-password');
  });

  it('the keep-factor page links to the contact page when the reset is over or the link has no token [SAFE-09]', async () => {
    const { api } = await answeringJson(linkInvalid, 400);
    const posts = { form: 'keep', token: 'abc' };
    const over = await openPage(keepFactor, '/keep-factor?token=abc', { api, posts });
    expect(textOf(over.body)).toContain('The reset may already be stopped, or the time to stop it is over.');
    for (const { body } of [over, await openPage(keepFactor, '/keep-factor')]) {
      expect(linksOf(body).map(({ href }) => href)).toContain('/contact');
    }
  });
});
