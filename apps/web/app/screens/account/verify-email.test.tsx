import { describe, expect, it } from 'vitest';
import { answering, answeringJson } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.tsx';
import { attributeOf, elementsOf, linksOf, speaking, textOf } from '../../../test/render.tsx';
import * as screen from './verify-email.tsx';

const inputOf = (markup: string, id: string) => new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(markup)?.[0] ?? '';
const invalid = {
  message: 'The verification link may be invalid or expired.',
  code: 'VERIFICATION_LINK_INVALID',
};

describe('/verify-email', () => {
  it('offers to enter the token and to get a new link [VERIFY-02] [VERIFY-04] [ROUTE-18]', async () => {
    const { markup } = await openPage(screen, '/verify-email');
    expect(inputOf(markup, 'verify-token')).not.toBe('');
    expect(inputOf(markup, 'resend-email')).not.toBe('');
    expect(elementsOf(markup, 'button').map(({ text }) => text)).toEqual(['Verify email', 'Send a new link']);
  });

  it('uses no token up by being opened: without scripts a button does', async () => {
    const { markup } = await openPage(screen, '/verify-email?token=abc');
    expect(attributeOf(inputOf(markup, 'verify-token'), 'value')).toBe('abc');
  });

  it.each(['', '  '])(
    'refuses the token %j with words of its own and asks nobody [VERIFY-03] [DEC-80]',
    async (token) => {
      const { status, markup } = await openPage(screen, '/verify-email', { posts: { form: 'verify', token } });
      expect(status).toBe(400);
      expect(textOf(markup)).toContain('Token required Please enter your verification token');
      expect(attributeOf(inputOf(markup, 'verify-token'), 'aria-invalid')).toBe('true');
      expect(textOf(markup)).not.toContain('Verification Failed');
    },
  );

  it('refuses a blank address for the new link [VERIFY-05] [DEC-83]', async () => {
    const { markup } = await openPage(screen, '/verify-email', { posts: { form: 'resend', email: ' ' } });
    expect(textOf(markup)).toContain('Email required Please enter your email address');
  });

  it('refuses an address that is none', async () => {
    const { markup } = await openPage(screen, '/verify-email', { posts: { form: 'resend', email: 'amina' } });
    expect(linksOf(markup)).toContainEqual({ text: 'Please enter a valid email address', href: '#resend-email' });
    expect(textOf(markup)).not.toContain('Email required');
  });

  it('says that it worked and leads to the login [VERIFY-07] [VERIFY-09] [DEC-83]', async () => {
    const { api, asked } = await answeringJson({ message: 'Verified.' });
    const page = await openPage(screen, '/verify-email?token=abc', { api, posts: { form: 'verify', token: ' abc ' } });
    expect(page).toMatchObject({ status: 303, location: '/verify-email?verified=1' });
    expect(asked).toMatchObject([{ method: 'POST', path: '/api/auth/verify-email', body: '{"token":"abc"}' }]);
    const { markup } = await openPage(screen, page.location!);
    expect(textOf(markup)).toContain('Email verified successfully You can now log in.');
    expect(linksOf(markup)).toEqual([{ text: 'Go to Login', href: '/signup?login=true' }]);
  });

  it('shows a Verification Failed box with a new link to ask for, and keeps the token [VERIFY-10] [VERIFY-11]', async () => {
    const { api } = await answeringJson(invalid, 400);
    const { status, markup } = await openPage(screen, '/verify-email', {
      api,
      posts: { form: 'verify', token: 'old' },
    });
    expect(status).toBe(400);
    expect(textOf(markup)).toContain('Verification Failed The verification link may be invalid or expired.');
    expect(markup.indexOf('Verification Failed')).toBeLessThan(markup.indexOf('id="resend-email"'));
    expect(attributeOf(inputOf(markup, 'verify-token'), 'value')).toBe('old');
  });

  it('says of a used link that the address is verified, and leads to the login [VERIFY-11]', async () => {
    const { api } = await answeringJson(
      { message: 'Your address is already verified. Log in.', code: 'EMAIL_ALREADY_VERIFIED' },
      409,
    );
    const page = await openPage(screen, '/verify-email?token=old', { api, posts: { form: 'verify', token: 'old' } });
    expect(page).toMatchObject({ status: 303, location: '/verify-email?verified=already' });
    const { markup } = await openPage(screen, page.location!);
    expect(textOf(markup)).toContain('Your address is already verified You need not do anything more. Log in.');
    expect(textOf(markup)).not.toContain('Verification Failed');
    expect(linksOf(markup)).toEqual([{ text: 'Go to Login', href: '/signup?login=true' }]);
  });

  it('has its own words where the server has none [VERIFY-11]', async () => {
    const { api } = await answering((response) => response.destroy());
    const { markup } = await openPage(screen, '/verify-email', { api, posts: { form: 'verify', token: 'abc' } });
    expect(textOf(markup)).toContain('Verification Failed The verification link may be invalid or expired.');
  });

  it('says that a new link was sent [VERIFY-12] [DEC-83]', async () => {
    const { api, asked } = await answeringJson({ message: 'Sent.' });
    const page = await openPage(screen, '/verify-email', {
      api,
      posts: { form: 'resend', email: 'Amina@Example.org' },
    });
    expect(page).toMatchObject({ status: 303, location: '/verify-email?sent=1' });
    expect(asked).toMatchObject([{ path: '/api/auth/resend-verification', body: '{"email":"amina@example.org"}' }]);
    const text = textOf((await openPage(screen, page.location!)).markup);
    expect(text).toContain('Verification email sent Please check your inbox for the verification link.');
  });

  it('says why no new link was sent: the server’s message or its own words [VERIFY-13]', async () => {
    const posts = { form: 'resend', email: 'amina@example.org' };
    const { api } = await answeringJson({ message: 'Too many requests. Please wait a moment.' }, 429);
    const limited = await openPage(screen, '/verify-email', { api, posts });
    expect(textOf(limited.markup)).toContain('Failed to resend email Too many requests. Please wait a moment.');
    const { api: broken } = await answering((response) => response.destroy());
    const failed = await openPage(screen, '/verify-email', { api: broken, posts });
    expect(textOf(failed.markup)).toContain('Failed to resend email Please try again later.');
  });

  it('speaks French under /fr', async () => {
    speaking('fr');
    const { api } = await answeringJson(invalid, 400);
    const { markup } = await openPage(screen, '/fr/verify-email', { api, posts: { form: 'verify', token: 'old' } });
    expect(textOf(markup)).toContain('Échec de la vérification Le lien de vérification est peut-être incorrect');
  });
});
