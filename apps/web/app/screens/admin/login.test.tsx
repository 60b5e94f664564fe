import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getFieldNames, getPostForm, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { RouterContextProvider } from 'react-router';
import type { Api } from '../../lib/api/api.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { action, AdminLogin, loader } from './login.tsx';

const renderLogin = (at = '/admin/login', actionData?: unknown, testAdmin?: { email: string; password: string }) =>
  renderPageOnServer(() => <AdminLogin testAdmin={testAdmin} />, { at, actionData });

/** Posts the form like a browser without scripts. */
async function post(answer: Response, values: Record<string, string> = { email: 'a@example.org', password: 'secret' }) {
  const requests: string[] = [];
  const api: Api = (path, init) => {
    requests.push(`${init?.method} ${path}`);
    return Promise.resolve(answer);
  };
  const body = new URLSearchParams({ form: 'admin-login', ...values });
  const request = new Request('http://site.example/admin/login', { method: 'POST', body });
  const actionArgs = { request, context: createServerContext(api).context };
  return { requests, answer: await action(actionArgs) };
}
const errorReply = (code: string, status: number, message: string) => Response.json({ code, message }, { status });
/** The action data of the page. */
const postAndGetData = async (answer: Response) => ((await post(answer)).answer as { data: unknown }).data;

describe('the admin login', () => {
  const body = renderLogin();

  it('has a form for email and password [ALOGIN-01] [ROUTE-16]', () => {
    expect(within(body).queryAllByRole('heading', { level: 1 }).map(getText)).toEqual(['Admin Login']);
    expect([...body.querySelectorAll('label')].map(getText)).toEqual(['Email address', 'Password']);
    expect(getFieldNames(getPostForm(body))).toEqual(['form', 'email', 'password']);
  });

  it('links to Google and back to the main site by plain links [ALOGIN-02] [ALOGIN-03] [REAL-27]', () => {
    expect(getLinks(body)).toEqual(
      expect.arrayContaining([
        { text: 'Back to main site', href: '/' },
        { text: 'Sign in with Google', href: '/api/admin/login/google' },
      ]),
    );
  });

  it('shows when Google sign-in is not available [REAL-27]', () => {
    expect(getText(renderLogin('/admin/login?error=google'))).toContain('Google sign-in is not available');
    expect(getText(body)).not.toContain('not available');
  });

  it('shows after a password reset that the password was changed [DEC-37]', () => {
    expect(getText(renderLogin('/admin/login?reset=1'))).toContain('Your password was changed');
    expect(getText(body)).not.toContain('Your password was changed');
  });

  it('shows the test administrator only if the server provides one [ALOGIN-04] [DEC-45]', () => {
    const hint = { email: 'admin@example.org', password: 'try me' };
    expect(getText(renderLogin(undefined, undefined, hint))).toContain('admin@example.org / try me');
    expect(getText(body)).not.toContain('Test administrator');
    const loadTestAdmin = (testAdmin?: typeof hint) => {
      const context = new RouterContextProvider();
      context.set(siteContext, { origin: '', social: {}, ...(testAdmin && { testAdmin }) });
      return loader({ context } as unknown as Parameters<typeof loader>[0]).testAdmin;
    };
    expect(loadTestAdmin(hint)).toEqual(hint);
    expect(loadTestAdmin()).toBeUndefined();
  });

  it('redirects an admin to the console, with the session cookie [DEC-36]', async () => {
    const loginReply = Response.json({}, { headers: { 'Set-Cookie': 'session=1' } });
    const { requests, answer } = await post(loginReply);
    expect(requests).toEqual(['POST /api/admin/login']);
    const { status, headers } = answer as Response;
    expect([status, headers.get('Location'), headers.get('Set-Cookie')]).toEqual([303, '/admin', 'session=1']);
  });

  it('redirects an admin with a second factor to the code step', async () => {
    const { answer } = await post(errorReply('SECOND_FACTOR_REQUIRED', 401, 'Code, please.'));
    expect((answer as Response).headers.get('Location')).toBe('/signup?login=true&admin=true&step=code');
  });

  it('shows the server’s message under its title when it fails [ALOGIN-05]', async () => {
    const actionData = await postAndGetData(
      errorReply('RATE_LIMITED', 429, 'Too many requests. Please wait a moment.'),
    );
    const text = getText(renderLogin('/admin/login', actionData));
    expect(text).toContain('Admin login failed Too many requests. Please wait a moment.');
  });

  it('shows its own message when the server has none, and keeps the email but no password [ALOGIN-05]', async () => {
    const actionData = await postAndGetData(new Response('<html>', { status: 502 }));
    const failed = renderLogin('/admin/login', actionData);
    expect(getText(failed)).toContain('Admin login failed Invalid admin credentials. Please try again.');
    expect(getAttributeValues(failed, 'value')).toEqual(['admin-login', 'a@example.org']);
  });

  it('shows the page in the user’s language', () => {
    setTestLanguage('fr');
    expect(getLinks(renderLogin('/fr/admin/login'))[0]).toEqual({ text: 'Retour au site principal', href: '/fr' });
  });
});
