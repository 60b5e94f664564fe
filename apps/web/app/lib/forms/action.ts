/** The server's side of a page with forms: handles a plain POST from a browser without scripts, or before hydration. */
import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Api } from '../api/api.ts';
import { FORM_NAME_FIELD, toValues } from './values.ts';
import type { Form } from './forms.ts';
import { apiContext } from '../pages/context.ts';

interface ActionArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

type ReplyOfForm<AnyForm> = AnyForm extends Form<infer Reply> ? Reply : never;

/**
 * Redirects after success, so that a reload posts nothing again; after a rejection renders the page with the typed
 * values. `shown` returns data for the page itself, where no other page would show the result.
 */
export const formAction =
  <AnyForm extends Form<unknown>, Shown>(
    forms: readonly AnyForm[],
    shown?: (reply: ReplyOfForm<AnyForm>) => Shown | undefined,
  ) =>
  async ({ request, context }: ActionArgs) => {
    const formData = await request.formData().catch(() => undefined);
    const form = forms.find(({ name }) => name === formData?.get(FORM_NAME_FIELD));
    if (!formData || !form) throw data(null, { status: 400 });
    const headers = new Headers();
    const api = collectCookies(context.get(apiContext), headers);
    const submission = await form.submit(toValues(formData), new URL(request.url), (mutation, input) =>
      mutation.send(api, input),
    );
    if (submission.status === 'refused') return data(submission.refusal, { status: submission.httpStatus, headers });
    const pageData = submission.status === 'done' ? shown?.(submission.reply as ReplyOfForm<AnyForm>) : undefined;
    if (pageData !== undefined) return data(pageData, { headers });
    return redirect(submission.next, { status: 303, headers });
  };

/** Copies the session cookie of the API response to the page response. */
const collectCookies =
  (api: Api, headers: Headers): Api =>
  async (path, init) => {
    const response = await api(path, init);
    for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
    return response;
  };
