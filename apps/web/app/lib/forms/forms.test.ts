import { ChangePassword } from '@hakiki/contract/account';
import { Credentials, SecondFactor } from '@hakiki/contract/sign-in';
import { describe, expect, it } from 'vitest';
import { answering, answeringJson } from '../../../test/answers.ts';
import { aUser } from '../../../test/makers.ts';
import { speaking } from '../../../test/context.ts';
import type { Api } from '../api/api.ts';
import { valuesOf } from './values.ts';
import { describeForm, type Form, type Values } from './forms.ts';
import { write } from '../api/writes.ts';

const login = describeForm({
  name: 'login',
  write: write('POST', '/api/auth/login'),
  schema: Credentials,
  failure: { title: () => 'Login failed', fallback: () => 'Try later.' },
  next: ({ user }, at) => `/hello/${user.firstName}${at.search}`,
  steps: { SECOND_FACTOR_REQUIRED: () => '/code' },
});
const code = describeForm({
  name: 'code',
  write: write('POST', '/api/auth/login/second-factor'),
  schema: SecondFactor,
  failure: { title: () => 'Login failed', fallback: () => 'Try later.' },
  blank: { field: 'code', title: () => 'Code required', text: () => 'Please type it.' },
  next: () => '/',
});

const submit = <Reply>(form: Form<Reply>, values: Values, api: Api) =>
  form.submit(values, new URL('http://site.example/page?admin=true'), (write, given) => write.send(api, given));
const typed = { email: ' Amina@Example.org ', password: 'correct horse' };

const refusedBy = async (form: Form<unknown>, values: Values, api: Api) => {
  const submission = await submit(form, values, api);
  if (submission.status !== 'refused') throw new Error(`The form was ${submission.status}.`);
  return submission;
};

describe('submitting a form', () => {
  it('sends what the contract parses from the typed values, and returns the next page', async () => {
    const { api, asked } = await answeringJson({ user: aUser() });
    expect(await submit(login, { ...typed, extra: 'x' }, api)).toMatchObject({
      status: 'done',
      next: '/hello/Amina?admin=true',
    });
    expect(asked.map(({ body }) => body)).toEqual(['{"email":"amina@example.org","password":"correct horse"}']);
  });

  it('requests the extra values only when all fields are valid', async () => {
    const { api, asked } = await answeringJson({ user: aUser() });
    let asks = 0;
    const submitWith = (values: Values) =>
      login.submit(
        values,
        new URL('http://site.example/'),
        (write, given) => write.send(api, given),
        () => Promise.resolve({ proof: `number ${(asks += 1)}` }),
      );
    await submitWith({ email: 'amina' });
    expect(asks).toBe(0);
    await submitWith(typed);
    expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { email: 'amina@example.org', password: 'correct horse', proof: 'number 1' },
    ]);
  });

  it('sends nothing while a field is invalid, and shows the error at the field', async () => {
    const { api, asked } = await answeringJson({});
    expect(await refusedBy(login, { email: 'amina', password: '' }, api)).toEqual({
      status: 'refused',
      httpStatus: 400,
      refusal: {
        form: 'login',
        fields: { email: 'Please enter a valid email address', password: 'Password is required' },
        typed: { email: 'amina' },
      },
    });
    expect(asked).toEqual([]);
  });

  it('returns the typed values, except passwords and codes', async () => {
    const { api } = await answeringJson({ message: 'No.', code: 'WRONG_CREDENTIALS' }, 401);
    expect((await refusedBy(login, typed, api)).refusal.typed).toEqual({ email: ' Amina@Example.org ' });
    expect((await refusedBy(code, { code: '123456', device: 'phone' }, api)).refusal.typed).toEqual({
      device: 'phone',
    });
    const change = describeForm({
      name: 'password',
      write: write('POST', '/api/account/password'),
      schema: ChangePassword,
      failure: { title: () => 'No', fallback: () => 'No' },
      next: () => '/',
    });
    const passwords = { currentPassword: 'a', password: 'b', confirmPassword: 'c' };
    expect((await refusedBy(change, passwords, api)).refusal.typed).toEqual({});
  });

  it('shows the server’s field errors by code in the reader’s language', async () => {
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
    const { api } = await answeringJson(reply, 400);
    expect((await refusedBy(login, typed, api)).refusal).toMatchObject({
      notice: { text: 'Please check what you entered.' },
      fields: {
        password: 'This password is too easy to guess. Please choose another one',
        email: 'Too long: at most 254 characters, and you wrote 1,254',
        device: 'Of tomorrow.',
        reason: 'Without a code.',
      },
    });
    speaking('fr');
    const { notice, fields } = (await refusedBy(login, typed, api)).refusal;
    expect(notice?.text).toBe('Veuillez vérifier votre saisie.');
    expect(fields['password']).toMatch(/^Ce mot de passe/);
    expect(fields['email']).toMatch(/^Trop long : 254 caractères au plus/);
  });

  it('shows its own field errors in the reader’s language', async () => {
    const { api } = await answeringJson({});
    const long = { email: `${'x'.repeat(300)}@example.org`, password: '' };
    expect((await refusedBy(login, long, api)).refusal.fields).toEqual({
      email: 'Too long: at most 254 characters, and you wrote 312',
      password: 'Password is required',
    });
    speaking('fr');
    const { email, password } = (await refusedBy(login, long, api)).refusal.fields;
    expect(email).toMatch(/^Trop long : 254 caractères au plus, et vous en avez écrit 312$/);
    expect(password).toBe('Le mot de passe est obligatoire');
  });

  it('shows the server’s message, or its own fallback where the server has none [DEC-79] [ERR-03]', async () => {
    const { api } = await answeringJson({ message: 'Already gone.', code: 'OF_TOMORROW' }, 404);
    expect(await refusedBy(login, typed, api)).toMatchObject({
      httpStatus: 404,
      refusal: { notice: { title: 'Login failed', text: 'Already gone.' }, code: 'OF_TOMORROW', fields: {} },
    });
    const { api: broken } = await answering((response) => response.destroy());
    expect(await refusedBy(login, typed, broken)).toMatchObject({
      httpStatus: 500,
      refusal: { notice: { title: 'Login failed', text: 'Try later.' } },
    });
  });

  it('returns the valid body of a form that could not be sent, without its proof', async () => {
    const lost: Api = () => Promise.reject(new TypeError('Failed to fetch'));
    const submission = await login.submit(
      typed,
      new URL('http://site.example/'),
      (write, given) => write.send(lost, given),
      () => Promise.resolve({ proof: 'solved' }),
    );
    expect(submission).toMatchObject({
      status: 'refused',
      unsent: { values: typed, body: { email: 'amina@example.org', password: 'correct horse' } },
    });
    expect(submission).not.toHaveProperty('unsent.body.proof');
    const { api } = await answeringJson({ message: 'No.' }, 503);
    expect(await refusedBy(login, typed, api)).not.toHaveProperty('unsent');
  });

  it('goes to another page when the error code is a step of the process', async () => {
    const { api } = await answeringJson({ message: 'Code, please.', code: 'SECOND_FACTOR_REQUIRED' }, 401);
    expect(await submit(login, typed, api)).toEqual({ status: 'led', next: '/code' });
  });

  it.each(['', '   '])('shows a title for the one field that was left as %j [DEC-80]', async (blank) => {
    const { api, asked } = await answeringJson({});
    expect((await refusedBy(code, { code: blank }, api)).refusal).toMatchObject({
      notice: { title: 'Code required', text: 'Please type it.' },
      fields: { code: 'Please type it.' },
    });
    expect(asked).toEqual([]);
  });
});

it('joins the values of several checked boxes', () => {
  const given = new FormData();
  given.append('countries', 'kenya');
  given.append('countries', 'south africa');
  given.append('title', 'One, two');
  expect(valuesOf(given)).toEqual({ countries: 'kenya,south africa', title: 'One, two' });
});

it('reads texts from a form and omits its name and files', () => {
  const given = new FormData();
  given.set('form', 'login');
  given.set('email', 'a');
  given.set('picture', new Blob(['x']), 'x.png');
  expect(valuesOf(given)).toEqual({ email: 'a' });
});
