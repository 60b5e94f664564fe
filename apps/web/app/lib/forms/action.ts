/** The server's side of a page with forms: a plain post from a browser without scripts, or before they arrived. */
import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Api } from '../api/api.ts';
import { FORM_NAME, valuesOf } from './values.ts';
import type { Form } from './forms.ts';
import { apiContext } from '../pages/context.ts';

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** After success the browser is led on, so that reloading posts nothing again; a refusal is the page with what was typed. */
export const formAction =
  (forms: readonly Form<unknown>[]) =>
  async ({ request, context }: Posted) => {
    const given = await request.formData().catch(() => undefined);
    const form = forms.find(({ name }) => name === given?.get(FORM_NAME));
    if (!given || !form) throw data(null, { status: 400 });
    const headers = new Headers();
    const api = keepingCookies(context.get(apiContext), headers);
    const submission = await form.submit(valuesOf(given), new URL(request.url), (write, made) => write.send(api, made));
    if (submission.status === 'refused') return data(submission.refusal, { status: submission.httpStatus, headers });
    return redirect(submission.next, { status: 303, headers });
  };

/** A session opens with a cookie on the API's answer, which has to reach the browser with the page. */
const keepingCookies =
  (api: Api, headers: Headers): Api =>
  async (path, init) => {
    const response = await api(path, init);
    for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
    return response;
  };
