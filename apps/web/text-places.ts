/**
 * The pages that use each text of the catalogue, from the imports of the screens. A partial language needs only texts
 * of pages for visitors and members, and a volunteer sees where a text is used.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { siteErrors } from '@hakiki/contract/errors';
import { pages, type SitePage } from '@hakiki/contract/pages';
import { toMessageKey } from './error-texts.ts';

const appFolder = path.join(import.meta.dirname, 'app');
/** Around every page of visitors and members. */
const frames = ['root.tsx', 'screens/site/frame.tsx', 'screens/site/not-found.tsx'];

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
/** The formatter may break a line before the dot. */
const MESSAGE = /\bm\s*\.([a-z0-9_]+)/g;
const ERRORS = /\/paraglide\/(\w+)_errors\.js$/;

interface Source {
  keys: ReadonlySet<string>;
  imports: readonly string[];
}

/** The texts of each page by its path; `*` is the frame around every page. */
export function listTextsByPlace(): Map<string, Set<string>> {
  const sources = new Map<string, Source>();
  const readSource = (file: string): Source => {
    const known = sources.get(file);
    if (known) return known;
    const source = parseSource(file);
    sources.set(file, source);
    return source;
  };
  const listKeys = (entries: readonly string[]): Set<string> => {
    const seen = new Set(entries.map((entry) => path.join(appFolder, entry)));
    for (const file of seen) for (const imported of readSource(file).imports) seen.add(imported);
    return new Set([...seen].flatMap((file) => [...readSource(file).keys]));
  };
  const visitorPages = (pages as readonly SitePage[]).filter(
    ({ audience, isForExperts, isSandbox }) => audience !== 'staff' && !isForExperts && !isSandbox,
  );
  const around = listKeys(frames);
  return new Map([
    ['*', around],
    ...visitorPages.map(
      (page) =>
        [page.path, new Set([...listKeys([`screens/${page.screen}.tsx`])].filter((key) => !around.has(key)))] as const,
    ),
  ]);
}

/** The texts that a source of the site names, and those of its errors. */
export function listUsedTexts(): Set<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: appFolder, exclude: ['paraglide/**', '**/*.test.*'] });
  return new Set([
    ...files.flatMap((file) => [...parseSource(path.join(appFolder, file)).keys]),
    ...Object.values(siteErrors).flatMap((table) => Object.keys(table).map(toMessageKey)),
  ]);
}

function parseSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(IMPORT)].map(([, name]) => path.join(path.dirname(file), name!));
  const parts = imported.flatMap((name) => ERRORS.exec(name)?.[1] ?? []);
  const errorKeys = parts.flatMap((part) => Object.keys(siteErrors[part as keyof typeof siteErrors]).map(toMessageKey));
  return {
    keys: new Set([...[...text.matchAll(MESSAGE)].map(([, key]) => key!), ...errorKeys]),
    imports: imported.filter((name) => /\.tsx?$/.test(name) && existsSync(name)),
  };
}
