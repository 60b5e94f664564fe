/**
 * Derives the site's script files from the import graph. The bundler builds the client once with its default chunks:
 * one per set of entries that share code, some three hundred. `mergeSharedFiles` merges those, and the following builds use
 * the result (drafted-files.ts), so that every language has the same files. Only the busiest screens are named here.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { createBuilder, type Rolldown } from 'vite';
import routes from './app/routes.ts';
import { draft, isLibrary } from './drafted-files.ts';
import { shareFiles, type Visit } from './shared-files.ts';

/** Cost of one more file, in characters of script: about 2.5 kB over the network. */
const PRICE_OF_FILE = 8000;
/** Share of visits that load a lazy part of the page. */
const SHARE_OF_LATE_PARTS = 0.2;
/** Opened more often than others, so the files fit their needs best. */
const busiestScreens = new Set([
  'screens/home/home.tsx',
  'screens/directory/provider.tsx',
  'screens/report/report-scam.tsx',
]);
const WEIGHT_OF_BUSIEST = 4;

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

const app = path.join(import.meta.dirname, 'app');

async function draftFiles(): Promise<void> {
  rmSync(draft, { force: true });
  const chunks = await buildDraft();
  const visits = visitsOf(chunks);
  const shared = [...chunks.values()].filter((chunk) => !chunk.facadeModuleId && !chunk.moduleIds.every(isLibrary));
  const pieces = shared.map(({ fileName, code, imports }) => ({ name: fileName, size: code.length, imports }));
  const files: Record<string, string> = {};
  for (const group of shareFiles(pieces, visits, PRICE_OF_FILE)) {
    const parts = group.map((name) => chunkOf(chunks, name));
    // Code that every page needs goes into the root's file, which every page loads.
    if (visits.every(({ needs }) => group.some((piece) => needs.has(piece)))) parts.push(entryOf(chunks, 'root.tsx'));
    const [largest] = parts.toSorted((one, other) => other.code.length - one.code.length);
    const name = freeName(largest?.name ?? 'shared', new Set(Object.values(files)));
    for (const module of parts.flatMap(({ moduleIds }) => moduleIds)) files[module] = name;
  }
  writeFileSync(draft, JSON.stringify(files));
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}-${count}`;
  return name;
}

async function buildDraft(): Promise<Chunks> {
  const builder = await createBuilder({
    root: import.meta.dirname,
    logLevel: 'error',
    environments: {
      client: { build: { write: false, rolldownOptions: { experimental: { chunkOptimization: false } } } },
    },
  });
  const client = builder.environments['client'];
  if (!client) throw new Error('There is no client to build.');
  const { output } = (await builder.build(client)) as Rolldown.RolldownOutput;
  return new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
}

function chunkOf(chunks: Chunks, file: string): Rolldown.OutputChunk {
  const chunk = chunks.get(file);
  if (!chunk) throw new Error(`The draft has no file ${file}.`);
  return chunk;
}

function entryOf(chunks: Chunks, module: string): Rolldown.OutputChunk {
  const file = path.join(app, module);
  const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.replace(/\?.*/, '') === file);
  if (!entry) throw new Error(`The draft has no entry for ${module}.`);
  return entry;
}

/** Each page, and each page with a lazy part, also nested. */
function visitsOf(chunks: Chunks): Visit[] {
  const withImports = (file: string, seen: Set<string>): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const imported of chunkOf(chunks, file).imports) withImports(imported, seen);
    return seen;
  };
  const lateVisits = (files: Iterable<string>, needs: ReadonlySet<string>, seen: Set<string>): ReadonlySet<string>[] =>
    [...files].flatMap((file) =>
      chunkOf(chunks, file).dynamicImports.flatMap((part) => {
        if (seen.has(part)) return [];
        seen.add(part);
        const visit = withImports(part, new Set(needs));
        return [
          visit,
          ...lateVisits(
            [...visit].filter((one) => !needs.has(one)),
            visit,
            seen,
          ),
        ];
      }),
    );
  return pagesOf(routes, ['entry.client.tsx', 'root.tsx']).flatMap((modules) => {
    const needs = new Set<string>();
    for (const module of modules) withImports(entryOf(chunks, module).fileName, needs);
    const late = lateVisits(needs, needs, new Set());
    const weight = modules.some((module) => busiestScreens.has(module)) ? WEIGHT_OF_BUSIEST : 1;
    return [
      { needs, weight: weight * (1 - SHARE_OF_LATE_PARTS) },
      ...late.map((visit) => ({ needs: visit, weight: (weight * SHARE_OF_LATE_PARTS) / late.length })),
    ];
  });
}

/** For each page the modules of its routes, from the root to its own. */
const pagesOf = (entries: readonly RouteConfigEntry[], parents: readonly string[]): string[][] =>
  entries.flatMap(({ file, children }) => (children ? pagesOf(children, [...parents, file]) : [[...parents, file]]));

if (import.meta.main) {
  await draftFiles();
  // After building only the client, the framework leaves handles open.
  process.exit();
}
