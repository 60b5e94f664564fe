/** Renders a component with a router and a query store. */
import { render, screen, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, createRoutesStub, Route, RouterProvider, Routes, StaticRouter } from 'react-router';
import { Toaster } from '../app/components/layout/toaster.tsx';
import type { Api } from '../app/lib/api/api.ts';
import { QueryStore } from '../app/lib/api/query-store.ts';
import { QueryStoreContext } from '../app/lib/api/use-query.ts';
import { getText } from './dom-queries.ts';

const unexpectedApi: Api = (path) => Promise.reject(new Error(`Unexpected request: ${path}`));

interface RenderOptions {
  /** The URL of the page, and its route. */
  at?: string;
  route?: string;
  store?: QueryStore;
}

interface BrowserOptions extends RenderOptions {
  /** Also renders the toaster. */
  hasToasts?: boolean;
}

/** Renders in a browser environment, for interaction. */
export function renderInBrowser(
  element: ReactNode,
  { at = '/', route = '*', store = new QueryStore(unexpectedApi), hasToasts = false }: BrowserOptions = {},
): HTMLElement {
  history.replaceState(null, '', at);
  const withToasts = (
    <>
      {element}
      <Toaster />
    </>
  );
  const router = createMemoryRouter([{ path: route, element: hasToasts ? withToasts : element }], {
    initialEntries: [at],
  });
  return render(
    <QueryStoreContext value={store}>
      <RouterProvider router={router} />
    </QueryStoreContext>,
  ).container;
}

/** The text of the toast, once it appears: an `alert` is an error, a `status` a success. */
export const findToastText = async (kind: 'alert' | 'status'): Promise<string> => {
  const toastRegion = within(screen.getByRole('region', { name: /^Notifications/ }));
  const toast = await toastRegion.findByRole(kind);
  return [...toast.querySelectorAll('p')].map(getText).join(': ');
};

/** Parses markup as a document without running scripts. */
export const parseMarkup = (markup: string): HTMLElement => new DOMParser().parseFromString(markup, 'text/html').body;

/** Renders like the server. */
export const renderOnServer = (
  element: ReactNode,
  { at = '/', route = '*', store = new QueryStore(unexpectedApi) }: RenderOptions = {},
): HTMLElement =>
  parseMarkup(
    renderToStaticMarkup(
      <QueryStoreContext value={store}>
        <StaticRouter location={at}>
          <Routes>
            <Route path={route} element={element} />
          </Routes>
        </StaticRouter>
      </QueryStoreContext>,
    ),
  );

/** Renders a page with forms, optionally with the data of its action. */
export function renderPageOnServer(
  Page: ComponentType,
  {
    at = '/',
    path = '*',
    store = new QueryStore(unexpectedApi),
    actionData,
  }: RenderOptions & { path?: string; actionData?: unknown } = {},
): HTMLElement {
  const Stub = createRoutesStub([{ id: 'page', path, Component: Page, action: () => null }]);
  return parseMarkup(
    renderToStaticMarkup(
      <QueryStoreContext value={store}>
        <Stub
          initialEntries={[at]}
          hydrationData={actionData === undefined ? {} : { actionData: { page: actionData } }}
        />
      </QueryStoreContext>,
    ),
  );
}
