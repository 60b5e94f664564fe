/**
 * Derives the site's script files from the import graph. The bundler builds the client once with its default chunks:
 * one per set of entries that share code, some three hundred. `mergeSharedFiles` merges those, and the following builds
 * use the result (drafted-files.ts), so that every language has the same files. Only the busiest screens are named
 * here.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { createBuilder, type Rolldown } from 'vite';
import routes from './app/routes.ts';
import { sharedFilesPath, isLibrary } from './drafted-files.ts';
import { mergeSharedFiles, type Visit } from './shared-files.ts';

/** Cost of one more file, in characters of script: about 1.4 kB over the network. */
const FILE_COST_CHARACTERS = 4500;
/** Share of visits that load a lazy part of the page. */
const LAZY_PART_VISIT_SHARE = 0.2;
/** Screens that are opened more often than others, or closest to their budget: the files fit their needs best. */
const screenWeights: Readonly<Record<string, number>> = {
  'screens/home/home.tsx': 4,
  'screens/directory/directory.tsx': 8,
  'screens/check/check.tsx': 3,
  'screens/compare/compare.tsx': 4,
  'screens/directory/provider.tsx': 24,
  'screens/report/report-scam.tsx': 4,
  'screens/account/account-page.tsx': 2,
  'screens/account/sign-up.tsx': 4,
};

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

const appFolder = path.join(import.meta.dirname, 'app');

async function draftFiles(): Promise<void> {
  rmSync(sharedFilesPath, { force: true });
  const chunks = await buildDraft();
  const visits = listVisits(chunks);
  const shared = [...chunks.values()].filter((chunk) => !chunk.facadeModuleId && !chunk.moduleIds.every(isLibrary));
  const codeParts = shared.map(({ fileName, code, imports }) => ({ name: fileName, size: code.length, imports }));
  const files: Record<string, string> = {};
  for (const group of mergeSharedFiles(codeParts, visits, FILE_COST_CHARACTERS)) {
    const parts = group.map((name) => getChunk(chunks, name));
    // Code that every page needs goes into the root's file, which every page loads.
    if (visits.every(({ needs }) => group.some((piece) => needs.has(piece))))
      parts.push(getEntryChunk(chunks, 'root.tsx'));
    const [largest] = parts.toSorted((one, other) => other.code.length - one.code.length);
    const name = findFreeName(largest?.name ?? 'shared', new Set(Object.values(files)));
    for (const module of parts.flatMap(({ moduleIds }) => moduleIds)) files[module] = name;
  }
  writeFileSync(sharedFilesPath, JSON.stringify(files));
}

function findFreeName(baseName: string, taken: ReadonlySet<string>): string {
  let name = baseName;
  for (let count = 2; taken.has(name); count += 1) name = `${baseName}-${count}`;
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

function getChunk(chunks: Chunks, file: string): Rolldown.OutputChunk {
  const chunk = chunks.get(file);
  if (!chunk) throw new Error(`The draft has no file ${file}.`);
  return chunk;
}

function getEntryChunk(chunks: Chunks, module: string): Rolldown.OutputChunk {
  const file = path.join(appFolder, module);
  const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.replace(/\?.*/, '') === file);
  if (!entry) throw new Error(`The draft has no entry for ${module}.`);
  return entry;
}

/** Each page, and each page with a lazy part, also nested. */
function listVisits(chunks: Chunks): Visit[] {
  const collectImports = (file: string, seen: Set<string>): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const imported of getChunk(chunks, file).imports) collectImports(imported, seen);
    return seen;
  };
  const listLazyVisits = (
    files: Iterable<string>,
    needs: ReadonlySet<string>,
    seen: Set<string>,
  ): ReadonlySet<string>[] =>
    [...files].flatMap((file) =>
      getChunk(chunks, file).dynamicImports.flatMap((part) => {
        if (seen.has(part)) return [];
        seen.add(part);
        const visit = collectImports(part, new Set(needs));
        return [
          visit,
          ...listLazyVisits(
            [...visit].filter((one) => !needs.has(one)),
            visit,
            seen,
          ),
        ];
      }),
    );
  return listPages(routes, ['entry.client.tsx', 'root.tsx']).flatMap((modules) => {
    const needs = new Set<string>();
    for (const module of modules) collectImports(getEntryChunk(chunks, module).fileName, needs);
    const lazyVisits = listLazyVisits(needs, needs, new Set());
    const weight = Math.max(...modules.map((module) => screenWeights[module] ?? 1));
    return [
      { needs, weight: weight * (1 - LAZY_PART_VISIT_SHARE) },
      ...lazyVisits.map((visit) => ({ needs: visit, weight: (weight * LAZY_PART_VISIT_SHARE) / lazyVisits.length })),
    ];
  });
}

/** For each page the modules of its routes, from the root to its own. */
const listPages = (entries: readonly RouteConfigEntry[], parents: readonly string[]): string[][] =>
  entries.flatMap(({ file, children }) => (children ? listPages(children, [...parents, file]) : [[...parents, file]]));

if (import.meta.main) {
  await draftFiles();
  // After building only the client, the framework leaves handles open.
  process.exit();
}
