/** The built files that a page references and needs. */
export const extractAssetPaths = (page: string): string[] => [
  ...new Set([...page.matchAll(/["'](\/assets\/[^"'#?\\]+)/g)].map(([, file]) => file!)),
];

/** Useless without a connection: the check of a number that is not sent. */
const NEEDS_NETWORK = /^\/blind-check-/;

/** The scripts that a built script imports, now or later, and that work offline. */
const extractImports = (script: string): string[] =>
  [...script.matchAll(/["'`]\.(\/[\w.-]+\.js)["'`]/g)].flatMap(([, file = '']) =>
    NEEDS_NETWORK.test(file) ? [] : `/assets${file}`,
  );

/** Loads the files of a page and what its scripts may import later, such as the code that sends a form. */
export async function loadWithImports<Loaded extends { text: string }>(
  paths: readonly string[],
  load: (path: string) => Promise<Loaded>,
  loaded = new Map<string, Loaded>(),
): Promise<Map<string, Loaded>> {
  const missing = [...new Set(paths)].filter((path) => !loaded.has(path));
  if (missing.length === 0) return loaded;
  const files = await Promise.all(missing.map(load));
  for (const [index, path] of missing.entries()) loaded.set(path, files[index]!);
  return loadWithImports(
    missing.flatMap((path, index) => (path.endsWith('.js') ? extractImports(files[index]!.text) : [])),
    load,
    loaded,
  );
}
