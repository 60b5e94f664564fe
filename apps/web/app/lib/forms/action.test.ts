import { Credentials } from '@hakiki/contract/sign-in';
import { describe, expect, it } from 'vitest';
import { answeringJson } from '../../../test/answers.ts';
import { aUser } from '../../../test/makers.ts';
import { serverContext } from '../../../test/context.ts';
import type { Api } from '../api/api.ts';
import { formAction } from './action.ts';
import { describeForm } from './forms.ts';
import { write } from '../api/writes.ts';

const login = describeForm({
  name: 'login',
  write: write('POST', '/api/auth/login'),
  schema: Credentials,
  failure: { title: () => 'Login failed', fallback: () => 'Try later.' },
  next: () => '/dashboard',
});
const typed = { email: 'amina@example.org', password: 'correct horse' };
const cookie = { 'Set-Cookie': 'session=abc; Path=/; HttpOnly' };

const post = (body: BodyInit, api: Api) =>
  formAction([login])({
    request: new Request('http://site.example/signup', { method: 'POST', body }),
    context: serverContext(api).context,
  });

describe('formAction', () => {
  it('redirects the browser after success, with the cookies of the response', async () => {
    const { api } = await answeringJson({ user: aUser() }, 200, cookie);
    const answer = await post(new URLSearchParams({ form: 'login', ...typed }), api);
    if (!(answer instanceof Response)) throw new Error('The form was rejected.');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect(answer.headers.getSetCookie()).toEqual([cookie['Set-Cookie']]);
  });

  it('responds to a rejected form with its status, message and cookies', async () => {
    const { api } = await answeringJson({ message: 'No.', code: 'WRONG_CREDENTIALS' }, 401, cookie);
    const answer = await post(new URLSearchParams({ form: 'login', ...typed }), api);
    expect(answer).toMatchObject({
      data: { form: 'login', notice: { title: 'Login failed', text: 'Invalid email or password. Please try again.' } },
      init: { status: 401 },
    });
    expect(JSON.stringify(answer)).not.toContain(typed.password);
  });

  it.each([
    ['a form it does not know', new URLSearchParams({ form: 'other', ...typed })],
    ['a form without a name', new URLSearchParams(typed)],
    ['something that is no form', JSON.stringify({ form: 'login', ...typed })],
  ])('rejects %s without an API request', async (_what, body) => {
    const { api, asked } = await answeringJson({ user: aUser() });
    await expect(post(body, api)).rejects.toMatchObject({ init: { status: 400 } });
    expect(asked).toEqual([]);
  });
});
