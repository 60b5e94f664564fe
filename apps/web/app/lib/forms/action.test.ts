import { Credentials } from '@hakiki/contract/sign-in';
import { describe, expect, it } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { aUser } from '../../../test/factories.ts';
import { createServerContext } from '../../../test/context.ts';
import type { Api } from '../api/api.ts';
import { formAction } from './action.ts';
import { defineForm } from './forms.ts';
import { defineMutation } from '../api/mutations.ts';

const login = defineForm({
  name: 'login',
  mutation: defineMutation('POST', '/api/auth/login'),
  schema: Credentials,
  failure: { title: () => 'Login failed', fallback: () => 'Try later.' },
  next: () => '/dashboard',
});
const typed = { email: 'amina@example.org', password: 'correct horse' };
const cookie = { 'Set-Cookie': 'session=abc; Path=/; HttpOnly' };

const post = (body: BodyInit, api: Api) =>
  formAction([login])({
    request: new Request('http://site.example/signup', { method: 'POST', body }),
    context: createServerContext(api).context,
  });

describe('formAction', () => {
  it('redirects the browser after success, with the cookies of the response', async () => {
    const { api } = await startJsonServer({ user: aUser() }, 200, cookie);
    const response = await post(new URLSearchParams({ form: 'login', ...typed }), api);
    if (!(response instanceof Response)) throw new Error('The form was rejected.');
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe('/dashboard');
    expect(response.headers.getSetCookie()).toEqual([cookie['Set-Cookie']]);
  });

  it('responds to a rejected form with its status, message and cookies', async () => {
    const { api } = await startJsonServer({ message: 'No.', code: 'WRONG_CREDENTIALS' }, 401, cookie);
    const response = await post(new URLSearchParams({ form: 'login', ...typed }), api);
    expect(response).toMatchObject({
      data: { form: 'login', notice: { title: 'Login failed', text: 'Invalid email or password. Please try again.' } },
      init: { status: 401 },
    });
    expect(JSON.stringify(response)).not.toContain(typed.password);
  });

  it.each([
    ['a form it does not know', new URLSearchParams({ form: 'other', ...typed })],
    ['a form without a name', new URLSearchParams(typed)],
    ['something that is no form', JSON.stringify({ form: 'login', ...typed })],
  ])('rejects %s without an API request', async (_what, body) => {
    const { api, requests } = await startJsonServer({ user: aUser() });
    await expect(post(body, api)).rejects.toMatchObject({ init: { status: 400 } });
    expect(requests).toEqual([]);
  });
});
