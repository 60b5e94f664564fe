import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fieldsOf, formOf, linksOf, textOf, valuesOf } from '../../../test/reading.ts';
import { serverContext, speaking } from '../../../test/context.ts';
import { servedPage } from '../../../test/show.tsx';
import { RouterContextProvider } from 'react-router';
import type { Api } from '../../lib/api/api.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { action, AdminLogin, loader } from './login.tsx';

const page = (at = '/admin/login', answered?: unknown, testAdmin?: { email: string; password: string }) =>
  servedPage(() => <AdminLogin testAdmin={testAdmin} />, { at, answered });

/** Posts the form like a browser without scripts. */
async function post(answer: Response, values: Record<string, string> = { email: 'a@example.org', password: 'secret' }) {
  const requests: string[] = [];
  const api: Api = (path, init) => {
    requests.push(`${init?.method} ${path}`);
    return Promise.resolve(answer);
  };
  const body = new URLSearchParams({ form: 'admin-login', ...values });
  const request = new Request('http://site.example/admin/login', { method: 'POST', body });
  const given = { request, context: serverContext(api).context };
  return { requests, answer: await action(given) };
}
const refusal = (code: string, status: number, message: string) => Response.json({ code, message }, { status });
/** The action data of the page. */
const refusedWith = async (answer: Response) => ((await post(answer)).answer as { data: unknown }).data;

describe('the admin login', () => {
  const body = page();

  it('has a form for email and password [ALOGIN-01] [ROUTE-16]', () => {
    expect(within(body).queryAllByRole('heading', { level: 1 }).map(textOf)).toEqual(['Admin Login']);
    expect([...body.querySelectorAll('label')].map(textOf)).toEqual(['Email address', 'Password']);
    expect(fieldsOf(formOf(body))).toEqual(['form', 'email', 'password']);
  });

  it('links to Google and back to the main site by plain links [ALOGIN-02] [ALOGIN-03] [REAL-27]', () => {
    expect(linksOf(body)).toEqual(
      expect.arrayContaining([
        { text: 'Back to main site', href: '/' },
        { text: 'Sign in with Google', href: '/api/admin/login/google' },
      ]),
    );
  });

  it('shows when Google sign-in is not available [REAL-27]', () => {
    expect(textOf(page('/admin/login?error=google'))).toContain('Google sign-in is not available');
    expect(textOf(body)).not.toContain('not available');
  });

  it('shows after a password reset that the password was changed [DEC-37]', () => {
    expect(textOf(page('/admin/login?reset=1'))).toContain('Your password was changed');
    expect(textOf(body)).not.toContain('Your password was changed');
  });

  it('shows the test administrator only if the server provides one [ALOGIN-04] [DEC-45]', () => {
    const hint = { email: 'admin@example.org', password: 'try me' };
    expect(textOf(page(undefined, undefined, hint))).toContain('admin@example.org / try me');
    expect(textOf(body)).not.toContain('Test administrator');
    const testAdminOf = (testAdmin?: typeof hint) => {
      const context = new RouterContextProvider();
      context.set(siteContext, { origin: '', social: {}, ...(testAdmin && { testAdmin }) });
      return loader({ context } as unknown as Parameters<typeof loader>[0]).testAdmin;
    };
    expect(testAdminOf(hint)).toEqual(hint);
    expect(testAdminOf()).toBeUndefined();
  });

  it('redirects an admin to the console, with the session cookie [DEC-36]', async () => {
    const opened = Response.json({}, { headers: { 'Set-Cookie': 'session=1' } });
    const { requests, answer } = await post(opened);
    expect(requests).toEqual(['POST /api/admin/login']);
    const { status, headers } = answer as Response;
    expect([status, headers.get('Location'), headers.get('Set-Cookie')]).toEqual([303, '/admin', 'session=1']);
  });

  it('redirects an admin with a second factor to the code step', async () => {
    const { answer } = await post(refusal('SECOND_FACTOR_REQUIRED', 401, 'Code, please.'));
    expect((answer as Response).headers.get('Location')).toBe('/signup?login=true&admin=true&step=code');
  });

  it('shows the server’s message under its title when it fails [ALOGIN-05]', async () => {
    const answered = await refusedWith(refusal('RATE_LIMITED', 429, 'Too many requests. Please wait a moment.'));
    const text = textOf(page('/admin/login', answered));
    expect(text).toContain('Admin login failed Too many requests. Please wait a moment.');
  });

  it('shows its own message when the server has none, and keeps the email but no password [ALOGIN-05]', async () => {
    const answered = await refusedWith(new Response('<html>', { status: 502 }));
    const failed = page('/admin/login', answered);
    expect(textOf(failed)).toContain('Admin login failed Invalid admin credentials. Please try again.');
    expect(valuesOf(failed, 'value')).toEqual(['admin-login', 'a@example.org']);
  });

  it('shows the page in the reader’s language', () => {
    speaking('fr');
    expect(linksOf(page('/fr/admin/login'))[0]).toEqual({ text: 'Retour au site principal', href: '/fr' });
  });
});
