/**
 * Takes the scripts out of the way of the page. React Router has every file of a page preloaded before its stylesheet and started as
 * soon as it arrives; here the same files are named in the same inline module, which fetches none of them before it may (early-acts.ts).
 *
 * Each file is asked for in a task of its own: all at once a cheap phone would hear nothing for the tenth of a second that it takes.
 *
 * This reads the framework's markup. Where that is not what is expected the page is left as it is, and a test fails.
 */

/** What a route exports as `handle`. */
export interface PageHandle {
  /** People come to fill something in: the scripts start with the first paint, instead of when the browser is idle. */
  isForm?: boolean;
}

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const startingModule = /(<script\b[^>]* type="module" async=""[^>]*>)([^]*?)(<\/script>)/;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm;

export function withLateScripts(html: string, { isForm }: { isForm: boolean }): string {
  const files = [...html.matchAll(preload)].map(([, file]) => file);
  const [module, opening, text = '', closing] = startingModule.exec(html) ?? [];
  const imports = [...text.matchAll(staticImport)];
  if (!module || files.length === 0 || imports.length === 0) return html;

  const late = `whenScriptsMayStart(${isForm}).then(async () => {
for (const href of ${JSON.stringify(files)}) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  await new Promise((resolve) => setTimeout(resolve));
}
const [${imports.map(([, name = '']) => name).join(', ')}] = await Promise.all([${imports.map(([, , file]) => `import(${file})`).join(', ')}]);
${text.replaceAll(staticImport, '').trim()}
});`;
  return html.replace(module, () => opening + late + closing).replaceAll(preload, '');
}
