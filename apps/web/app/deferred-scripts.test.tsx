import { lazy, Suspense } from 'react';
import { createRequestHandler, Links, RouterContextProvider, Scripts, type ServerBuild } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as entry from './entry.server.tsx';
import { nonceContext, pageContext, siteContext } from './lib/pages/context.ts';
import type { PageHandle } from './lib/hydration/deferred-scripts.ts';

const Page = () => <h1>Page</h1>;
const Root = ({ children }: { children?: React.ReactNode }) => (
  <html lang="en">
    <head>
      <Links />
    </head>
    <body>
      {children ?? <Page />}
      <Scripts />
    </body>
  </html>
);

/** The framework's response for a page of two routes, one of which has its loader in a separate file. */
function respond(handle: PageHandle = {}, Screen: React.ComponentType = Page): Promise<Response> {
  const route = (id: string, overrides: object = {}) => ({
    id,
    module: `/assets/${id}.js`,
    imports: ['/assets/shared.js'],
    hasAction: false,
    hasLoader: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasDefaultExport: true,
    hasErrorBoundary: false,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
    ...overrides,
  });
  const child = { parentId: 'root', path: '/' };
  const build: ServerBuild = {
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: { default: () => <Root>{<Screen />}</Root> } },
      home: { id: 'home', ...child, module: { default: Page, handle } },
    },
    assets: {
      url: '/assets/manifest.js',
      version: '1',
      entry: { module: '/assets/entry.js', imports: ['/assets/libraries.js'] },
      routes: { root: route('root'), home: route('home', { ...child, clientLoaderModule: '/assets/home-loader.js' }) },
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  const context = new RouterContextProvider();
  context.set(nonceContext, 'mark');
  context.set(pageContext, { cache: 'shared' });
  context.set(siteContext, { origin: 'https://hakiki.example', social: {} });
  return createRequestHandler(build, 'production')(new Request('https://hakiki.example/'), context);
}

const render = async (handle?: PageHandle, Screen?: React.ComponentType): Promise<string> =>
  (await respond(handle, Screen)).text();

const extractInlineModule = (html: string) => /<script[^>]* type="module"[^>]*>([^]*?)<\/script>/.exec(html)?.[1];

describe('the deferred scripts of a page', () => {
  beforeEach(() => void vi.stubEnv('DEV', false));
  afterEach(() => void vi.unstubAllEnvs());

  it('loads all scripts from one inline module that waits, and preloads nothing before', async () => {
    const html = await render();
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toMatch(/<script[^>]* src=/);
    expect(html.match(/<script[^>]* type="module"[^>]*>/g)).toEqual(['<script nonce="mark" type="module" async="">']);
    expect(extractInlineModule(html)).toBe(
      [
        'whenScriptsMayStart(false).then(async () => {',
        'for (const href of ["/assets/manifest.js","/assets/entry.js","/assets/libraries.js","/assets/root.js","/assets/shared.js","/assets/home.js","/assets/home-loader.js"]) {',
        '  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));',
        '  await new Promise((resolve) => setTimeout(resolve));',
        '}',
        'const [, route0, route1_clientLoader, route1_main] = await Promise.all([import("/assets/manifest.js"), import("/assets/root.js"), import("/assets/home-loader.js"), import("/assets/home.js")]);',
        'const route1 = {...route1_clientLoader,...route1_main};',
        '  ',
        '  window.__reactRouterRouteModules = {"root":route0,"home":route1};',
        '',
        'import("/assets/entry.js");',
        '});',
      ].join('\n'),
    );
  });
  it('starts the scripts of a form page with the first paint', async () => {
    const html = await render({ isForm: true });
    expect(extractInlineModule(html)).toMatch(/^whenScriptsMayStart\(true\)/);
  });
});

describe('rendering a page', () => {
  it('waits for the code of a lazy part, and renders the same bytes in one go once the code is there', async () => {
    const Part = lazy(() => Promise.resolve({ default: () => <p>The part</p> }));
    const Screen = () => (
      <Suspense fallback={<p>Loading</p>}>
        <Part />
      </Suspense>
    );
    const waited = await render({}, Screen);
    expect(waited).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(waited).toContain('<p>The part</p>');
    expect(await render({}, Screen)).toBe(waited);
  });

  it('responds 500 and logs the error when a screen or a part of it throws', async () => {
    const logError = vi.spyOn(console, 'error');
    const Broken = (): never => {
      throw new Error('This screen is broken.');
    };
    const WithBrokenPart = () => (
      <Suspense fallback={<p>Loading</p>}>
        <Broken />
      </Suspense>
    );
    for (const Screen of [Broken, WithBrokenPart]) {
      expect((await respond({}, Screen)).status).toBe(500);
      expect(logError.mock.calls.map(([error]) => error as unknown)).toContainEqual(
        new Error('This screen is broken.'),
      );
      logError.mockClear();
    }
  });
});
