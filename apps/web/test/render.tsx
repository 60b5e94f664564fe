/** Renders a piece of the site as the server does, and reads the markup. */
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, Route, RouterContextProvider, Routes, StaticRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import type { Api } from '../app/lib/api/api.ts';
import type { Language } from '../app/lib/language/language.ts';
import { notingOutages } from '../app/lib/errors/outage.ts';
import { apiContext, pageContext, type PageInMaking } from '../app/lib/pages/context.ts';
import { ReadStore } from '../app/lib/api/read-store.ts';
import { ReadStoreContext } from '../app/lib/api/use-read.ts';
import { baseLocale, overwriteGetLocale } from '../app/paraglide/runtime.js';

const noApi: Api = (path) => Promise.reject(new Error(`Nothing should be asked while rendering: ${path}`));

interface Surroundings {
  /** The address of the page, and the route it stands under. */
  at?: string;
  route?: string;
  store?: ReadStore;
}

export const render = (
  piece: ReactNode,
  { at = '/', route = '*', store = new ReadStore(noApi) }: Surroundings = {},
): string =>
  renderToStaticMarkup(
    <ReadStoreContext value={store}>
      <StaticRouter location={at}>
        <Routes>
          <Route path={route} element={piece} />
        </Routes>
      </StaticRouter>
    </ReadStoreContext>,
  );

/** The same for a page with forms, which may come back with the answer of its action. */
export function renderPage(
  Page: ComponentType,
  {
    at = '/',
    path = '*',
    store = new ReadStore(noApi),
    answered,
  }: Surroundings & { path?: string; answered?: unknown } = {},
): string {
  const Stub = createRoutesStub([{ id: 'page', path, Component: Page, action: () => null }]);
  return renderToStaticMarkup(
    <ReadStoreContext value={store}>
      <Stub initialEntries={[at]} hydrationData={answered === undefined ? {} : { actionData: { page: answered } }} />
    </ReadStoreContext>,
  );
}

/** What the server hands to a loader. */
export function serverContext(api: Api): { context: RouterContextProvider; page: PageInMaking } {
  const page: PageInMaking = { cache: 'shared' };
  const context = new RouterContextProvider();
  context.set(apiContext, notingOutages(page, api));
  context.set(pageContext, page);
  return { context, page };
}

/** The rest of the test happens in this language. */
export function speaking(language: Language): void {
  overwriteGetLocale(() => language);
  onTestFinished(() => overwriteGetLocale(() => baseLocale));
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const decoded = (markup: string): string =>
  markup.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

/** What a person reads, pieces parted by one space. */
export const textOf = (markup: string): string =>
  decoded(markup.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

export const attributeOf = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
};

interface Element {
  tag: string;
  text: string;
}

/** Elements of one name that hold none of the same name, in their order. */
export const elementsOf = (markup: string, name: string): Element[] =>
  [...markup.matchAll(new RegExp(`(<${name}(?:\\s[^>]*)?>)(.*?)</${name}>`, 'gs'))].map(([, tag = '', inner = '']) => ({
    tag,
    text: textOf(inner),
  }));

export const linksOf = (markup: string): { href: string | undefined; text: string }[] =>
  elementsOf(markup, 'a').map(({ tag, text }) => ({ href: attributeOf(tag, 'href'), text }));

/** Every value of an attribute, in order. */
export const valuesOf = (markup: string, attribute: string): string[] =>
  [...markup.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => decoded(value));

/** The terms of definition lists with what stands beside them. */
export const factsOf = (markup: string): [string, string][] =>
  [...markup.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)].map(([, term = '', value = '']) => [
    textOf(term),
    textOf(value),
  ]);
