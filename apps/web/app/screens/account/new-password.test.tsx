/** The pages behind the links we mail, apart from the verification of an address. */
import { describe, expect, it } from 'vitest';
import { answeringJson } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.tsx';
import { elementsOf, linksOf, textOf } from '../../../test/render.tsx';
import * as confirmEmail from './confirm-email.tsx';
import * as keepFactor from './keep-factor.tsx';
import * as forgotPassword from './forgot-password.tsx';
import * as resetPassword from './reset-password.tsx';

const linkInvalid = { message: 'This link may be invalid or expired. Please ask for a new one.', code: 'LINK_INVALID' };

describe('/forgot-password', () => {
  it('sends a link and says the same whether or not there is an account', async () => {
    const { api, asked } = await answeringJson({ message: 'Sent.' });
    const posts = { form: 'forgot', email: 'amina@example.org' };
    const page = await openPage(forgotPassword, '/forgot-password', { api, posts });
    expect(page).toMatchObject({ status: 303, location: '/forgot-password?sent=1' });
    expect(asked).toMatchObject([{ path: '/api/auth/forgot-password', body: '{"email":"amina@example.org"}' }]);
    expect(textOf((await openPage(forgotPassword, page.location!)).markup)).toContain('If there is an account');
  });
});

describe('/reset-password', () => {
  const posts = { form: 'reset', token: 'abc', password: 'baobab river stone', confirmPassword: 'baobab river stone' };

  it('sets the new password and leads to the login', async () => {
    const { api, asked } = await answeringJson({ message: 'Changed.' });
    const page = await openPage(resetPassword, '/reset-password?token=abc', { api, posts });
    expect(page).toMatchObject({ status: 303, location: '/signup?login=true&reset=1' });
    const { form: _, ...body } = posts;
    expect(JSON.parse(asked[0]!.body)).toEqual(body);
  });

  it('wants the same password twice', async () => {
    const { markup } = await openPage(resetPassword, '/reset-password?token=abc', {
      posts: { ...posts, confirmPassword: 'other' },
    });
    expect(linksOf(markup)).toContainEqual({ text: "Passwords don't match", href: '#reset-confirmPassword' });
  });

  it('offers a new link when this one no longer works', async () => {
    const { api } = await answeringJson(linkInvalid, 400);
    const { markup } = await openPage(resetPassword, '/reset-password?token=abc', { api, posts });
    expect(textOf(markup)).toContain(linkInvalid.message);
    expect(linksOf(markup)).toContainEqual({ text: 'Ask for a new link', href: '/forgot-password' });
  });

  it('has no form without a token', async () => {
    const { markup } = await openPage(resetPassword, '/reset-password');
    expect(elementsOf(markup, 'form')).toEqual([]);
    expect(linksOf(markup)).toEqual([{ text: 'Ask for a new link', href: '/forgot-password' }]);
  });
});

describe('/confirm-email', () => {
  it.each([
    [true, 'complete', 'Your email address was changed'],
    [false, 'partly', 'Now open the link that we sent to the other address.'],
  ])('tells whether both addresses have agreed: %s', async (isComplete, word, sentence) => {
    const { api, asked } = await answeringJson({ message: 'Ok.', isComplete });
    const posts = { form: 'confirm', token: 'abc' };
    const page = await openPage(confirmEmail, '/confirm-email?token=abc', { api, posts });
    expect(asked).toMatchObject([{ path: '/api/auth/confirm-email-change', body: '{"token":"abc"}' }]);
    expect(page).toMatchObject({ status: 303, location: `/confirm-email?confirmed=${word}` });
    expect(textOf((await openPage(confirmEmail, page.location!)).markup)).toContain(sentence);
  });

  it('changes nothing by being opened, and says where to go when the link no longer works', async () => {
    const opened = await openPage(confirmEmail, '/confirm-email?token=abc');
    expect(elementsOf(opened.markup, 'button').map(({ text }) => text)).toEqual(['Confirm the change']);
    const { api } = await answeringJson(linkInvalid, 400);
    const { markup } = await openPage(confirmEmail, '/confirm-email?token=abc', {
      api,
      posts: { form: 'confirm', token: 'abc' },
    });
    expect(linksOf(markup).map(({ href }) => href)).toContain('/account');
  });
});

describe('/keep-factor', () => {
  it('stops the reset by a button alone, and says what to do next [SAFE-09]', async () => {
    const opened = await openPage(keepFactor, '/keep-factor?token=abc');
    expect(elementsOf(opened.markup, 'button').map(({ text }) => text)).toEqual(['Stop it and keep my second factor']);
    const { api, asked } = await answeringJson({ message: 'Ok.' });
    const page = await openPage(keepFactor, '/keep-factor?token=abc', { api, posts: { form: 'keep', token: 'abc' } });
    expect(asked).toMatchObject([{ path: '/api/auth/keep-factor', body: '{"token":"abc"}' }]);
    expect(page).toMatchObject({ status: 303, location: '/keep-factor?confirmed=kept' });
    const { markup } = await openPage(keepFactor, page.location!);
    expect(textOf(markup)).toContain('Your second factor stays as it is');
    expect(linksOf(markup).map(({ href }) => href)).toContain('/forgot-password');
  });

  it('says whom to write to when it is over, and when the link was cut [SAFE-09]', async () => {
    const { api } = await answeringJson(linkInvalid, 400);
    const posts = { form: 'keep', token: 'abc' };
    const over = await openPage(keepFactor, '/keep-factor?token=abc', { api, posts });
    expect(textOf(over.markup)).toContain('It may have been stopped already, or the day to do so is over.');
    for (const { markup } of [over, await openPage(keepFactor, '/keep-factor')]) {
      expect(linksOf(markup).map(({ href }) => href)).toContain('/contact');
    }
  });
});
