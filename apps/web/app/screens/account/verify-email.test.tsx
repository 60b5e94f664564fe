import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeServer, startJsonServer } from '../../../test/fake-api.ts';
import { openPage } from '../../../test/page.tsx';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import * as screen from './verify-email.tsx';

const findInput = (body: HTMLElement, id: string) => body.querySelector<HTMLInputElement>(`input#${id}`)!;
const invalidLinkError = {
  message: 'The verification link may be invalid or expired.',
  code: 'VERIFICATION_LINK_INVALID',
};

describe('verifying an email address', () => {
  it('the verify-email page offers to enter the token and to request a new link [VERIFY-02] [VERIFY-04] [ROUTE-18]', async () => {
    const { body } = await openPage(screen, '/verify-email');
    expect(findInput(body, 'verify-token').labels).toHaveLength(1);
    expect(findInput(body, 'resend-email').labels).toHaveLength(1);
    expect(within(body).queryAllByRole('button').map(getText)).toEqual(['Verify email', 'Send a new link']);
  });

  it('opening the page without scripts does not use the token up: the visitor has to press a button', async () => {
    const { body } = await openPage(screen, '/verify-email?token=abc');
    expect(findInput(body, 'verify-token').getAttribute('value')).toBe('abc');
  });

  it.each(['', '  '])(
    'the verify-email page rejects the token %j with its own message and sends no request [VERIFY-03] [DEC-80]',
    async (token) => {
      const { status, body } = await openPage(screen, '/verify-email', { formFields: { form: 'verify', token } });
      expect(status).toBe(400);
      expect(getText(body)).toContain('Token required Please enter your verification token');
      expect(findInput(body, 'verify-token').getAttribute('aria-invalid')).toBe('true');
      expect(getText(body)).not.toContain('Verification Failed');
    },
  );

  it('the verify-email page rejects a blank address for the new link [VERIFY-05] [DEC-83]', async () => {
    const { body } = await openPage(screen, '/verify-email', { formFields: { form: 'resend', email: ' ' } });
    expect(getText(body)).toContain('Email required Please enter your email address');
  });

  it('the verify-email page rejects an invalid email address', async () => {
    const { body } = await openPage(screen, '/verify-email', { formFields: { form: 'resend', email: 'amina' } });
    expect(getLinks(body)).toContainEqual({ text: 'Please enter a valid email address', href: '#resend-email' });
    expect(getText(body)).not.toContain('Email required');
  });

  it('the verify-email page says that the address is verified and links to the login [VERIFY-07] [VERIFY-09] [DEC-83]', async () => {
    const { api, requests } = await startJsonServer({ message: 'Verified.' });
    const page = await openPage(screen, '/verify-email?token=abc', {
      api,
      formFields: { form: 'verify', token: ' abc ' },
    });
    expect(page).toMatchObject({ status: 303, location: '/verify-email?verified=1' });
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/auth/verify-email', body: '{"token":"abc"}' }]);
    const { body } = await openPage(screen, page.location!);
    expect(getText(body)).toContain('Email verified successfully You can now log in.');
    expect(getLinks(body)).toEqual([{ text: 'Go to Login', href: '/signup?login=true' }]);
  });

  it('the verify-email page shows a Verification Failed box, offers a new link, and keeps the typed token [VERIFY-10] [VERIFY-11]', async () => {
    const { api } = await startJsonServer(invalidLinkError, 400);
    const { status, body } = await openPage(screen, '/verify-email', {
      api,
      formFields: { form: 'verify', token: 'old' },
    });
    expect(status).toBe(400);
    expect(getText(body)).toContain('Verification Failed The verification link may be invalid or expired.');
    const html = body.innerHTML;
    expect(html.indexOf('Verification Failed')).toBeLessThan(html.indexOf('id="resend-email"'));
    expect(findInput(body, 'verify-token').getAttribute('value')).toBe('old');
  });

  it('the verify-email page says that the address of a used link is verified already, and links to the login [VERIFY-11]', async () => {
    const { api } = await startJsonServer(
      { message: 'Your address is already verified. Log in.', code: 'EMAIL_ALREADY_VERIFIED' },
      409,
    );
    const page = await openPage(screen, '/verify-email?token=old', {
      api,
      formFields: { form: 'verify', token: 'old' },
    });
    expect(page).toMatchObject({ status: 303, location: '/verify-email?verified=already' });
    const { body } = await openPage(screen, page.location!);
    expect(getText(body)).toContain('Your address is already verified You can log in now.');
    expect(getText(body)).not.toContain('Verification Failed');
    expect(getLinks(body)).toEqual([{ text: 'Go to Login', href: '/signup?login=true' }]);
  });

  it('the verify-email page shows its own message when the server sends none [VERIFY-11]', async () => {
    const { api } = await startFakeServer((response) => response.destroy());
    const { body } = await openPage(screen, '/verify-email', { api, formFields: { form: 'verify', token: 'abc' } });
    expect(getText(body)).toContain('Verification Failed The verification link may be invalid or expired.');
  });

  it('the verify-email page says that a new link was sent [VERIFY-12] [DEC-83]', async () => {
    const { api, requests } = await startJsonServer({ message: 'Sent.' });
    const page = await openPage(screen, '/verify-email', {
      api,
      formFields: { form: 'resend', email: 'Amina@Example.org' },
    });
    expect(page).toMatchObject({ status: 303, location: '/verify-email?sent=1' });
    expect(requests).toMatchObject([{ path: '/api/auth/resend-verification', body: '{"email":"amina@example.org"}' }]);
    const text = getText((await openPage(screen, page.location!)).body);
    expect(text).toContain('Verification email sent Please check your inbox for the verification link.');
  });

  it('the verify-email page says why no new link was sent: with the server’s message or a fallback text [VERIFY-13]', async () => {
    const formFields = { form: 'resend', email: 'amina@example.org' };
    const { api } = await startJsonServer({ message: 'Too many requests. Please wait a moment.' }, 429);
    const limitedPage = await openPage(screen, '/verify-email', { api, formFields });
    expect(getText(limitedPage.body)).toContain('Failed to resend email Too many requests. Please wait a moment.');
    const { api: brokenApi } = await startFakeServer((response) => response.destroy());
    const failedPage = await openPage(screen, '/verify-email', { api: brokenApi, formFields });
    expect(getText(failedPage.body)).toContain('Failed to resend email Please try again later.');
  });

  it('the verify-email page is in French under /fr', async () => {
    setTestLanguage('fr');
    const { api } = await startJsonServer(invalidLinkError, 400);
    const { body } = await openPage(screen, '/fr/verify-email', { api, formFields: { form: 'verify', token: 'old' } });
    expect(getText(body)).toContain('Échec de la vérification Le lien de vérification est peut-être incorrect');
  });
});
