/**
 * Defers the scripts of a page. React Router preloads every file before the stylesheet and starts it on arrival; this
 * rewrites its inline module so that no file is fetched before `whenScriptsMayStart` resolves (pre-hydration.ts).
 * Each file is preloaded in its own task: all at once would block a cheap phone for a tenth of a second.
 * Relies on the framework's markup. If that differs the page is left unchanged, and a test fails.
 */

/** The `handle` export of a route. */
export interface PageHandle {
  /** True for a page with a form: its scripts start with the first paint, not when the browser is idle. */
  isForm?: boolean;
}

const preloadLink = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const ENTRY_MODULE_MARK = ' type="module" async=""';
const entryModule = /^(<script\b[^>]*>)([^]*?)(<\/script>)/;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm;

/** Searches the links in the head only, and the module from the end: the page between is long. */
export function deferScripts(html: string, { isForm }: { isForm: boolean }): string {
  const headEnd = Math.max(0, html.indexOf('</head>'));
  const head = html.slice(0, headEnd);
  const files = [...head.matchAll(preloadLink)].map(([, file]) => file);
  const moduleStart = html.lastIndexOf('<script', html.lastIndexOf(ENTRY_MODULE_MARK));
  const [module, opening, moduleText = '', closing] = entryModule.exec(html.slice(moduleStart)) ?? [];
  const imports = [...moduleText.matchAll(staticImport)];
  if (!module || files.length === 0 || imports.length === 0) return html;

  const deferredModule = `whenScriptsMayStart(${isForm}).then(async () => {
for (const href of ${JSON.stringify(files)}) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  await new Promise((resolve) => setTimeout(resolve));
}
const [${imports.map(([, name = '']) => name).join(', ')}] = await Promise.all([${imports.map(([, , file]) => `import(${file})`).join(', ')}]);
${moduleText.replaceAll(staticImport, '').trim()}
});`;
  const middle = html.slice(headEnd, moduleStart) + opening + deferredModule + closing;
  return head.replaceAll(preloadLink, '') + middle + html.slice(moduleStart + module.length);
}
