import { ChangePassword } from '@hakiki/contract/account';
import { Credentials, SecondFactor } from '@hakiki/contract/sign-in';
import { describe, expect, it } from 'vitest';
import { startFakeServer, startJsonServer } from '../../../test/fake-api.ts';
import { aUser } from '../../../test/factories.ts';
import { setTestLanguage } from '../../../test/context.ts';
import type { Api } from '../api/api.ts';
import { toValues } from './values.ts';
import { defineForm, type Form, type Values } from './forms.ts';
import { defineMutation } from '../api/mutations.ts';

const login = defineForm({
  name: 'login',
  mutation: defineMutation('POST', '/api/auth/login'),
  schema: Credentials,
  failure: { title: () => 'Login failed', fallback: () => 'Try later.' },
  next: ({ user }, at) => `/hello/${user.firstName}${at.search}`,
  steps: { SECOND_FACTOR_REQUIRED: () => '/code' },
});
const code = defineForm({
  name: 'code',
  mutation: defineMutation('POST', '/api/auth/login/second-factor'),
  schema: SecondFactor,
  failure: { title: () => 'Login failed', fallback: () => 'Try later.' },
  blank: { field: 'code', title: () => 'Code required', text: () => 'Please type it.' },
  next: () => '/',
});

const submit = <Reply>(form: Form<Reply>, values: Values, api: Api) =>
  form.submit(values, new URL('http://site.example/page?admin=true'), (write, given) => write.send(api, given));
const typed = { email: ' Amina@Example.org ', password: 'correct horse' };

const submitRejected = async (form: Form<unknown>, values: Values, api: Api) => {
  const submission = await submit(form, values, api);
  if (submission.status !== 'refused') throw new Error(`The form was ${submission.status}.`);
  return submission;
};

describe('submitting a form', () => {
  it('sends what the contract parses from the typed values, and returns the next page', async () => {
    const { api, requests } = await startJsonServer({ user: aUser() });
    expect(await submit(login, { ...typed, extra: 'x' }, api)).toMatchObject({
      status: 'done',
      next: '/hello/Amina?admin=true',
    });
    expect(requests.map(({ body }) => body)).toEqual(['{"email":"amina@example.org","password":"correct horse"}']);
  });

  it('requests the extra values only when all fields are valid', async () => {
    const { api, requests } = await startJsonServer({ user: aUser() });
    let calls = 0;
    const submitWith = (values: Values) =>
      login.submit(
        values,
        new URL('http://site.example/'),
        (write, given) => write.send(api, given),
        () => Promise.resolve({ proof: `number ${(calls += 1)}` }),
      );
    await submitWith({ email: 'amina' });
    expect(calls).toBe(0);
    await submitWith(typed);
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { email: 'amina@example.org', password: 'correct horse', proof: 'number 1' },
    ]);
  });

  it('sends nothing while a field is invalid, and shows the error at the field', async () => {
    const { api, requests } = await startJsonServer({});
    expect(await submitRejected(login, { email: 'amina', password: '' }, api)).toEqual({
      status: 'refused',
      httpStatus: 400,
      refusal: {
        form: 'login',
        fields: { email: 'Please enter a valid email address', password: 'Password is required' },
        typed: { email: 'amina' },
      },
    });
    expect(requests).toEqual([]);
  });

  it('returns the typed values, except passwords and codes', async () => {
    const { api } = await startJsonServer({ message: 'No.', code: 'WRONG_CREDENTIALS' }, 401);
    expect((await submitRejected(login, typed, api)).refusal.typed).toEqual({ email: ' Amina@Example.org ' });
    expect((await submitRejected(code, { code: '123456', device: 'phone' }, api)).refusal.typed).toEqual({
      device: 'phone',
    });
    const change = defineForm({
      name: 'password',
      mutation: defineMutation('POST', '/api/account/password'),
      schema: ChangePassword,
      failure: { title: () => 'No', fallback: () => 'No' },
      next: () => '/',
    });
    const passwords = { currentPassword: 'a', password: 'b', confirmPassword: 'c' };
    expect((await submitRejected(change, passwords, api)).refusal.typed).toEqual({});
  });

  it('shows the server’s field errors by code in the user’s language', async () => {
    const reply = {
      message: 'In the words of the server.',
      code: 'INVALID_INPUT',
      fields: { password: 'Too easy.', email: 'Too much.', device: 'Of tomorrow.', reason: 'Without a code.' },
      fieldErrors: {
        password: { code: 'PASSWORD_COMMON' },
        email: { code: 'TOO_LONG', params: { max: 254, given: 1254 } },
        device: { code: 'OF_TOMORROW' },
      },
    };
    const { api } = await startJsonServer(reply, 400);
    expect((await submitRejected(login, typed, api)).refusal).toMatchObject({
      notice: { text: 'Please check what you entered.' },
      fields: {
        password: 'This password is too easy to guess. Please choose another one',
        email: 'Too long: at most 254 characters, and you wrote 1,254',
        device: 'Of tomorrow.',
        reason: 'Without a code.',
      },
    });
    setTestLanguage('fr');
    const { notice, fields } = (await submitRejected(login, typed, api)).refusal;
    expect(notice?.text).toBe('Veuillez vérifier votre saisie.');
    expect(fields['password']).toMatch(/^Ce mot de passe/);
    expect(fields['email']).toMatch(/^Trop long : 254 caractères au plus/);
  });

  it('shows its own field errors in the user’s language', async () => {
    const { api } = await startJsonServer({});
    const long = { email: `${'x'.repeat(300)}@example.org`, password: '' };
    expect((await submitRejected(login, long, api)).refusal.fields).toEqual({
      email: 'Too long: at most 254 characters, and you wrote 312',
      password: 'Password is required',
    });
    setTestLanguage('fr');
    const { email, password } = (await submitRejected(login, long, api)).refusal.fields;
    expect(email).toMatch(/^Trop long : 254 caractères au plus, et vous en avez écrit 312$/);
    expect(password).toBe('Le mot de passe est obligatoire');
  });

  it('shows the server’s message, or its own fallback where the server has none [DEC-79] [ERR-03]', async () => {
    const { api } = await startJsonServer({ message: 'Already gone.', code: 'OF_TOMORROW' }, 404);
    expect(await submitRejected(login, typed, api)).toMatchObject({
      httpStatus: 404,
      refusal: { notice: { title: 'Login failed', text: 'Already gone.' }, code: 'OF_TOMORROW', fields: {} },
    });
    const { api: brokenApi } = await startFakeServer((response) => response.destroy());
    expect(await submitRejected(login, typed, brokenApi)).toMatchObject({
      httpStatus: 500,
      refusal: { notice: { title: 'Login failed', text: 'Try later.' } },
    });
  });

  it('returns the valid body of a form that could not be sent, without its proof', async () => {
    const offlineApi: Api = () => Promise.reject(new TypeError('Failed to fetch'));
    const submission = await login.submit(
      typed,
      new URL('http://site.example/'),
      (write, given) => write.send(offlineApi, given),
      () => Promise.resolve({ proof: 'solved' }),
    );
    expect(submission).toMatchObject({
      status: 'refused',
      unsent: { values: typed, body: { email: 'amina@example.org', password: 'correct horse' } },
    });
    expect(submission).not.toHaveProperty('unsent.body.proof');
    const { api } = await startJsonServer({ message: 'No.' }, 503);
    expect(await submitRejected(login, typed, api)).not.toHaveProperty('unsent');
  });

  it('goes to another page when the error code is a step of the process', async () => {
    const { api } = await startJsonServer({ message: 'Code, please.', code: 'SECOND_FACTOR_REQUIRED' }, 401);
    expect(await submit(login, typed, api)).toEqual({ status: 'led', next: '/code' });
  });

  it.each(['', '   '])('shows a title for the one field that was left as %j [DEC-80]', async (blank) => {
    const { api, requests } = await startJsonServer({});
    expect((await submitRejected(code, { code: blank }, api)).refusal).toMatchObject({
      notice: { title: 'Code required', text: 'Please type it.' },
      fields: { code: 'Please type it.' },
    });
    expect(requests).toEqual([]);
  });
});

it('joins the values of several checked boxes', () => {
  const given = new FormData();
  given.append('countries', 'kenya');
  given.append('countries', 'south africa');
  given.append('title', 'One, two');
  expect(toValues(given)).toEqual({ countries: 'kenya,south africa', title: 'One, two' });
});

it('reads texts from a form and omits its name and files', () => {
  const given = new FormData();
  given.set('form', 'login');
  given.set('email', 'a');
  given.set('picture', new Blob(['x']), 'x.png');
  expect(toValues(given)).toEqual({ email: 'a' });
});
