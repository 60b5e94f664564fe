/** Opens a screen like a browser without scripts: a GET, or the POST of one of its forms. */
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type ActionFunction,
  type LoaderFunction,
} from 'react-router';
import type { Api } from '../app/lib/api/api.ts';
import { QueryStore } from '../app/lib/api/query-store.ts';
import { QueryStoreContext } from '../app/lib/api/use-query.ts';
import { createServerContext } from './context.ts';
import { parseMarkup } from './render.tsx';

const unexpectedApi: Api = (path) => Promise.reject(new Error(`Unexpected request: ${path}`));

/** A screen's module; the arguments of its functions differ from route to route. */
interface Screen {
  default: ComponentType;
  action?: unknown;
  loader?: unknown;
}

interface VisitOptions {
  api?: Api;
  /** The fields of the form, including its name; with a file it is posted as multipart. */
  formFields?: Record<string, string | File>;
  store?: QueryStore;
}

/** Built for Node's Request, because the page has its own FormData class. */
async function toRequestBody(formFields: Record<string, string | File>): Promise<BodyInit> {
  const fields = Object.entries(formFields);
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  if (texts.length === fields.length) return new URLSearchParams(texts);
  const form = await new Response(new URLSearchParams(texts)).formData();
  for (const [name, value] of fields) if (typeof value !== 'string') form.set(name, value);
  return form;
}

export interface OpenedPage {
  status: number;
  body: HTMLElement;
  location: string | null;
  cookies: string[];
}

export async function openPage(
  screen: Screen,
  url: string,
  { api = unexpectedApi, formFields, store = new QueryStore(unexpectedApi) }: VisitOptions = {},
): Promise<OpenedPage> {
  const handler = createStaticHandler([
    {
      id: 'page',
      path: '*',
      Component: screen.default,
      action: screen.action as ActionFunction | undefined,
      loader: screen.loader as LoaderFunction | undefined,
    },
  ]);
  const request = new Request(`http://site.example${url}`, {
    ...(formFields && { method: 'POST', body: await toRequestBody(formFields) }),
  });
  const result = await handler.query(request, { requestContext: createServerContext(api).context });
  if (result instanceof Response) {
    const { status, headers } = result;
    return { status, body: parseMarkup(''), location: headers.get('Location'), cookies: headers.getSetCookie() };
  }
  const markup = renderToStaticMarkup(
    <QueryStoreContext value={store}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, result)} context={result} hydrate={false} />
    </QueryStoreContext>,
  );
  const cookies = result.actionHeaders['page']?.getSetCookie() ?? [];
  return { status: result.statusCode, body: parseMarkup(markup), location: null, cookies };
}
