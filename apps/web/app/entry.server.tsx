/** Renders a page completely. Public pages are cached and get an ETag, so streaming has no benefit. */
import { Writable } from 'node:stream';
import { TextResponse } from '@hakiki/contract/text-response';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { DemoContext } from './components/layout/demo-banner.tsx';
import { NonceContext } from './lib/pages/nonce.ts';
import { getPageStatus, setRetryAfter } from './lib/errors/outage.ts';
import { nonceContext, pageContext, siteContext } from './lib/pages/context.ts';
import { deferScripts, type PageHandle } from './lib/hydration/deferred-scripts.ts';

const RENDER_TIMEOUT_MS = 5000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const readContext = await readHandoff(routerContext);
  const { html, isBroken } = await render(
    <NonceContext value={nonce}>
      <DemoContext value={context.get(siteContext).isDemo ?? false}>
        <ServerRouter context={readContext} url={request.url} nonce={nonce} />
      </DemoContext>
    </NonceContext>,
    nonce,
  );
  const page = context.get(pageContext);
  const finalStatus = getPageStatus(page, request.method, isBroken ? 500 : status);
  if (finalStatus >= 500) page.cache = 'never';
  headers.set('Content-Type', 'text/html; charset=utf-8');
  setRetryAfter(page, finalStatus, headers);
  return new TextResponse(deferPageScripts(html, routerContext), { status: finalStatus, headers });
}

/** In development the dev server's scripts must run first and in order, so nothing is deferred. */
function deferPageScripts(html: string, { staticHandlerContext: { matches }, routeModules }: EntryContext): string {
  if (import.meta.env.DEV) return html;
  const handles = matches.map(({ route }) => routeModules[route.id]?.handle as PageHandle | undefined);
  return deferScripts(html, { isForm: handles.some((handle) => handle?.isForm === true) });
}

/**
 * Reads the data for the browser before the page is rendered. The framework's component reads it during rendering and
 * suspends on each part, so that no page could be rendered in one go. It finds the parts in its own cache instead.
 */
async function readHandoff(context: EntryContext): Promise<EntryContext> {
  const reader = context.serverHandoffStream?.getReader();
  if (!reader) return context;
  const decoder = new TextDecoder();
  const parts: { result: { done: boolean; value: string } }[] = [];
  for (let isDone = false; !isDone;) {
    const { done, value } = await reader.read();
    isDone = done;
    parts.push({ result: { done, value: decoder.decode(value, { stream: true }) } });
  }
  const streamCache = Object.fromEntries(parts.entries()) as NonNullable<EntryContext['renderMeta']>['streamCache'];
  const serverHandoffStream = { getReader: () => reader } as unknown as typeof context.serverHandoffStream;
  return { ...context, serverHandoffStream, renderMeta: { ...context.renderMeta, streamCache } };
}

/** Starts the comment in place of a part that was not rendered. */
const UNRENDERED_PART = '<!--$!-->';

/**
 * Renders to a string, without streams and bytes in between. A part that must wait for its code, or fails, is left out
 * there: then the page is rendered again in the way that waits and reports errors. Code is loaded once per process.
 */
async function render(page: React.ReactNode, nonce: string): Promise<{ html: string; isBroken: boolean }> {
  try {
    const html = `<!DOCTYPE html>${renderToString(page)}`;
    if (!html.includes(UNRENDERED_PART)) return { html, isBroken: false };
  } catch {
    // The second rendering fails as well, and reports the error.
  }
  return renderWaiting(page, nonce);
}

function renderWaiting(page: React.ReactNode, nonce: string): Promise<{ html: string; isBroken: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isBroken = false;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve({ html: Buffer.concat(chunks).toString(), isBroken });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Disables streaming: by default React moves large parts behind a script, but the page must work without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError(error) {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
      onError(error) {
        isBroken = true;
        console.error(error);
      },
    });
    const timer = setTimeout(() => abort(), RENDER_TIMEOUT_MS);
  });
}

/** Does not log missing pages, rejected input and aborted requests. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
}
