/** Renders a component with a router and a query store. */
import { render, screen, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, createRoutesStub, Route, RouterProvider, Routes, StaticRouter } from 'react-router';
import { Toaster } from '../app/components/layout/toaster.tsx';
import type { Api } from '../app/lib/api/api.ts';
import { ReadStore } from '../app/lib/api/read-store.ts';
import { ReadStoreContext } from '../app/lib/api/use-read.ts';
import { textOf } from './reading.ts';

const noApi: Api = (path) => Promise.reject(new Error(`Unexpected request: ${path}`));

interface Surroundings {
  /** The URL of the page, and its route. */
  at?: string;
  route?: string;
  store?: ReadStore;
}

interface Browser extends Surroundings {
  /** Also renders the toaster. */
  hasToasts?: boolean;
}

/** Renders in a browser environment, for interaction. */
export function show(
  piece: ReactNode,
  { at = '/', route = '*', store = new ReadStore(noApi), hasToasts = false }: Browser = {},
): HTMLElement {
  history.replaceState(null, '', at);
  const withToasts = (
    <>
      {piece}
      <Toaster />
    </>
  );
  const router = createMemoryRouter([{ path: route, element: hasToasts ? withToasts : piece }], {
    initialEntries: [at],
  });
  return render(
    <ReadStoreContext value={store}>
      <RouterProvider router={router} />
    </ReadStoreContext>,
  ).container;
}

/** The text of the toast, once it appears: an `alert` is an error, a `status` a success. */
export const told = async (kind: 'alert' | 'status'): Promise<string> => {
  const corner = within(screen.getByRole('region', { name: /^Notifications/ }));
  const toast = await corner.findByRole(kind);
  return [...toast.querySelectorAll('p')].map(textOf).join(': ');
};

/** Parses markup as a document without running scripts. */
export const parsed = (markup: string): HTMLElement => new DOMParser().parseFromString(markup, 'text/html').body;

/** Renders like the server. */
export const served = (
  piece: ReactNode,
  { at = '/', route = '*', store = new ReadStore(noApi) }: Surroundings = {},
): HTMLElement =>
  parsed(
    renderToStaticMarkup(
      <ReadStoreContext value={store}>
        <StaticRouter location={at}>
          <Routes>
            <Route path={route} element={piece} />
          </Routes>
        </StaticRouter>
      </ReadStoreContext>,
    ),
  );

/** Renders a page with forms, optionally with the data of its action. */
export function servedPage(
  Page: ComponentType,
  {
    at = '/',
    path = '*',
    store = new ReadStore(noApi),
    answered,
  }: Surroundings & { path?: string; answered?: unknown } = {},
): HTMLElement {
  const Stub = createRoutesStub([{ id: 'page', path, Component: Page, action: () => null }]);
  return parsed(
    renderToStaticMarkup(
      <ReadStoreContext value={store}>
        <Stub initialEntries={[at]} hydrationData={answered === undefined ? {} : { actionData: { page: answered } }} />
      </ReadStoreContext>,
    ),
  );
}
