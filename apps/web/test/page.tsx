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
import { ReadStore } from '../app/lib/api/read-store.ts';
import { ReadStoreContext } from '../app/lib/api/use-read.ts';
import { serverContext } from './context.ts';
import { parsed } from './show.tsx';

const noApi: Api = (path) => Promise.reject(new Error(`Unexpected request: ${path}`));

/** A screen's module; the arguments of its functions differ from route to route. */
interface Screen {
  default: ComponentType;
  action?: unknown;
  loader?: unknown;
}

interface Visit {
  api?: Api;
  /** The fields of the form, including its name; with a file it is posted as multipart. */
  posts?: Record<string, string | File>;
  store?: ReadStore;
}

/** Built for Node's Request, because the page has its own FormData class. */
async function bodyOf(posts: Record<string, string | File>): Promise<BodyInit> {
  const fields = Object.entries(posts);
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
  address: string,
  { api = noApi, posts, store = new ReadStore(noApi) }: Visit = {},
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
  const request = new Request(`http://site.example${address}`, {
    ...(posts && { method: 'POST', body: await bodyOf(posts) }),
  });
  const answer = await handler.query(request, { requestContext: serverContext(api).context });
  if (answer instanceof Response) {
    const { status, headers } = answer;
    return { status, body: parsed(''), location: headers.get('Location'), cookies: headers.getSetCookie() };
  }
  const markup = renderToStaticMarkup(
    <ReadStoreContext value={store}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, answer)} context={answer} hydrate={false} />
    </ReadStoreContext>,
  );
  const cookies = answer.actionHeaders['page']?.getSetCookie() ?? [];
  return { status: answer.statusCode, body: parsed(markup), location: null, cookies };
}
