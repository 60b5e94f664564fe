import { describe, expect, it } from 'vitest';
import { anId } from '../../../test/factories.ts';
import { setTestLanguage } from '../../../test/context.ts';
import type { Api } from '../../lib/api/api.ts';
import type { Form } from '../../lib/forms/forms.ts';
import {
  deleteForm,
  emailForm,
  endOtherSessionsForm,
  endSessionForm,
  passwordForm,
  formsWithoutScripts,
  removePasskeyForm,
} from './account-forms.ts';

/** Submits a form to an API stub that gives every request the same response, and records the requests. */
async function submit<Reply>(
  form: Form<Reply>,
  values: Record<string, string>,
  answer = Response.json({ message: '' }),
) {
  const requests: string[] = [];
  const api: Api = (path, init) => {
    const body = typeof init?.body === 'string' ? ` ${init.body}` : '';
    requests.push(`${init?.method} ${path}${body}`);
    return Promise.resolve(answer);
  };
  const pageUrl = new URL('http://site.example/account');
  return { requests, submission: await form.submit(values, pageUrl, (write, input) => write.send(api, input)) };
}
const wrongPassword = () =>
  Response.json({ message: 'Your password is not correct.', code: 'WRONG_PASSWORD' }, { status: 403 });
const passwords = { currentPassword: 'old secret', password: 'a new secret', confirmPassword: 'a new secret' };

describe('the forms of the account page', () => {
  it('an account form sends the typed values and redirects to its section of the page', async () => {
    const { requests, submission } = await submit(passwordForm, passwords);
    expect(requests).toEqual([`POST /api/account/password ${JSON.stringify(passwords)}`]);
    expect(submission).toMatchObject({ status: 'done', next: '/account?done=password#password' });
  });

  it('an account form shows its validation errors and sends nothing', async () => {
    const { requests, submission } = await submit(passwordForm, { ...passwords, password: 'short' });
    expect(requests).toEqual([]);
    expect(submission).toMatchObject({
      status: 'refused',
      refusal: {
        fields: { password: 'Password must be at least 8 characters', confirmPassword: "Passwords don't match" },
      },
    });
  });

  it('an account form shows a wrong password at its field and does not put it back into the page', async () => {
    const { submission } = await submit(emailForm, { email: 'new@example.org', currentPassword: 'x' }, wrongPassword());
    expect(submission).toMatchObject({
      status: 'refused',
      httpStatus: 403,
      refusal: {
        fields: { currentPassword: 'Your password is not correct.' },
        typed: { email: 'new@example.org' },
      },
    });
    expect(JSON.stringify(submission)).not.toContain('"x"');
  });

  it('an account form shows any other error above the whole form', async () => {
    const { submission } = await submit(passwordForm, passwords, new Response('', { status: 502 }));
    expect(submission).toMatchObject({
      refusal: {
        notice: { title: 'Password not changed', text: 'Nothing was changed. Please try again.' },
        fields: {},
      },
    });
  });

  it('the session forms end one session or all other sessions', async () => {
    expect((await submit(endSessionForm, { id: anId(7) })).requests).toEqual([
      `DELETE /api/account/sessions/${anId(7)}`,
    ]);
    expect((await submit(endOtherSessionsForm, {})).requests).toEqual(['DELETE /api/account/sessions']);
  });

  it('the passkey form removes the chosen passkey', async () => {
    const { requests } = await submit(removePasskeyForm, { id: anId(7), currentPassword: 'secret' });
    expect(requests).toEqual([`POST /api/account/passkeys/${anId(7)}/remove {"currentPassword":"secret"}`]);
  });

  it('the delete form sends nothing unless the confirmation word was typed', async () => {
    const typed = (confirmation: string) => submit(deleteForm, { confirmation, currentPassword: 'secret' });
    for (const other of ['', 'DELET', 'yes']) {
      const { requests, submission } = await typed(other);
      expect(requests).toEqual([]);
      expect(submission).toMatchObject({ refusal: { fields: { confirmation: 'Please type DELETE to confirm' } } });
    }
    expect(await typed(' delete ')).toMatchObject({
      requests: ['POST /api/account/delete {"currentPassword":"secret"}'],
      submission: { status: 'done', next: '/account-deleted' },
    });
  });

  it('the delete form reports a missing password together with the missing confirmation word', async () => {
    const { submission } = await submit(deleteForm, { confirmation: '', currentPassword: '' });
    expect(submission).toMatchObject({
      refusal: {
        fields: { confirmation: 'Please type DELETE to confirm', currentPassword: 'Password is required' },
      },
    });
  });

  it('the delete form expects the confirmation word in the language of the page and redirects in that language', async () => {
    setTestLanguage('fr');
    const { submission } = await submit(deleteForm, { confirmation: 'supprimer', currentPassword: 'secret' });
    expect(submission).toMatchObject({ status: 'done', next: '/fr/account-deleted' });
  });

  it('every form has a unique name', () => {
    const names = formsWithoutScripts.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
