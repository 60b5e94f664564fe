/** The server's side of a page with forms: handles a plain POST from a browser without scripts, or before hydration. */
import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Api } from '../api/api.ts';
import { FORM_NAME, valuesOf } from './values.ts';
import type { Form } from './forms.ts';
import { apiContext } from '../pages/context.ts';

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

type ReplyOf<Any> = Any extends Form<infer Reply> ? Reply : never;

/**
 * Redirects after success, so that a reload posts nothing again; after a rejection renders the page with the typed
 * values. `shown` returns data for the page itself, where no other page would show the result.
 */
export const formAction =
  <Any extends Form<unknown>, Shown>(forms: readonly Any[], shown?: (reply: ReplyOf<Any>) => Shown | undefined) =>
  async ({ request, context }: Posted) => {
    const given = await request.formData().catch(() => undefined);
    const form = forms.find(({ name }) => name === given?.get(FORM_NAME));
    if (!given || !form) throw data(null, { status: 400 });
    const headers = new Headers();
    const api = keepingCookies(context.get(apiContext), headers);
    const submission = await form.submit(valuesOf(given), new URL(request.url), (write, made) => write.send(api, made));
    if (submission.status === 'refused') return data(submission.refusal, { status: submission.httpStatus, headers });
    const onPage = submission.status === 'done' ? shown?.(submission.reply as ReplyOf<Any>) : undefined;
    if (onPage !== undefined) return data(onPage, { headers });
    return redirect(submission.next, { status: 303, headers });
  };

/** Copies the session cookie of the API response to the page response. */
const keepingCookies =
  (api: Api, headers: Headers): Api =>
  async (path, init) => {
    const response = await api(path, init);
    for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
    return response;
  };
