/** Draws a piece of the site with what it needs around it: a router and the reads. */
import { render, screen, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, createRoutesStub, Route, RouterProvider, Routes, StaticRouter } from 'react-router';
import { Toaster } from '../app/components/layout/toaster.tsx';
import type { Api } from '../app/lib/api/api.ts';
import { ReadStore } from '../app/lib/api/read-store.ts';
import { ReadStoreContext } from '../app/lib/api/use-read.ts';
import { textOf } from './reading.ts';

const noApi: Api = (path) => Promise.reject(new Error(`Nothing should be asked: ${path}`));

interface Surroundings {
  /** The address of the page, and the route it stands under. */
  at?: string;
  route?: string;
  store?: ReadStore;
}

interface Browser extends Surroundings {
  /** With the corner where a person is told what happened. */
  hasToasts?: boolean;
}

/** In a browser: it can be clicked, and changes. */
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

/** What the person is told, once they are told it: an `alert` is bad news, a `status` good. */
export const told = async (kind: 'alert' | 'status'): Promise<string> => {
  const corner = within(screen.getByRole('region', { name: /^Notifications/ }));
  const toast = await corner.findByRole(kind);
  return [...toast.querySelectorAll('p')].map(textOf).join(': ');
};

/** Markup as a browser reads it before any script has run: a document of its own. */
export const parsed = (markup: string): HTMLElement => new DOMParser().parseFromString(markup, 'text/html').body;

/** As the server draws it. */
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

/** The same for a page with forms, which may come back with the answer of its action. */
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
