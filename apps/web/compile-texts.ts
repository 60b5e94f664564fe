/**
 * Compiles the message catalogue. Development, types and tests read app/paraglide: one module per language, because a
 * module per message would be 2,400 requests for a page. The compiler takes seconds for the full catalogue, so only the
 * texts that changed since the last full compilation are compiled, into modules that override it: a named export takes
 * precedence over one from `export *`.
 * The build has its own folder (`compileForBuild`), so that the two do not interfere.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompilerOptions } from '@inlang/paraglide-js';
import packageJson from './package.json' with { type: 'json' };
import settings from './project.inlang/settings.json' with { type: 'json' };

type Texts = Record<string, unknown>;
type Catalogue = Record<string, Texts>;

interface Compiled {
  /** Hash of what else the output depends on: the compiler, its settings, and this file. */
  by: string;
  whole: Catalogue;
  changed: Catalogue;
}

export interface Places {
  /** Folder of the catalogue files `<language>.json`. */
  messages: string;
  compiled: string;
}

export type Outcome = 'unchanged' | 'changed' | 'whole';

export const places: Places = {
  messages: path.join(import.meta.dirname, 'messages'),
  compiled: path.join(import.meta.dirname, 'app/paraglide'),
};

/** In the framework's generated folder, which git, lint and types ignore. */
export const textsOfBuildFolder = path.join(import.meta.dirname, '.react-router/app/paraglide');

/** With more changes a full compilation is hardly slower. */
const MOST_CHANGED = 100;

/** The language is set from the path (lib/language/language.ts), so the compiler's own strategies are not needed. */
const options = {
  strategy: ['globalVariable', 'baseLocale'],
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  emitReadme: false,
} satisfies Partial<CompilerOptions>;

const everyMessage = (changed: readonly string[]): string =>
  `export * from './messages/_index.js';\n` +
  (changed.length > 0 ? `export { ${changed.join(', ')} } from './changed/messages/_index.js';\n` : '');

/** An object that is updated on a change, so that components need not be reloaded. */
const messagesModule = `import * as everyMessage from './every-message.js';
export const m = { ...everyMessage };
import.meta.hot?.accept('./every-message.js', (changed) => Object.assign(m, changed));
`;

/** `keepRemoved`: a removed text may stay until the next compilation, for pages that are not reloaded yet. */
export async function compileTexts({ messages, compiled }: Places, keepRemoved = false): Promise<Outcome> {
  const wanted = readCatalogue(messages);
  const before = readCompiled(compiled);
  const by = compiledBy();
  const difference = before?.by === by ? differenceOf(before.whole, wanted) : undefined;
  const isWhole =
    !before || !difference || difference.keys.length > MOST_CHANGED || (difference.isRemoved && !keepRemoved);

  if (isWhole) {
    const files = await compile(wanted, {
      outputStructure: 'locale-modules',
      additionalFiles: {
        'messages.js': messagesModule,
        'every-message.js': everyMessage([]),
      },
    });
    place(compiled, files);
    // Creates all files now: the development server would take a file that appears later for a new route.
    for (const name of files.keys()) {
      if (!existsSync(path.join(compiled, 'changed', name))) write(path.join(compiled, 'changed', name), '');
    }
    for (const name of namesIn(path.join(compiled, 'messages'))) {
      if (!files.has(`messages/${name}`)) rmSync(path.join(compiled, 'messages', name));
    }
    note(compiled, { by, whole: wanted, changed: only(wanted, []) });
    return 'whole';
  }

  const changed = only(wanted, difference.keys);
  if (isSame(changed, before.changed)) return 'unchanged';
  if (difference.keys.length > 0) {
    // Both parts share one runtime, which knows the language.
    const additionalFiles = { 'runtime.js': `export * from '../runtime.js';\n` };
    const files = await compile(changed, { outputStructure: 'locale-modules', additionalFiles });
    place(path.join(compiled, 'changed'), files);
  }
  place(compiled, new Map([['every-message.js', everyMessage(difference.keys)]]));
  note(compiled, { by, whole: before.whole, changed });
  return 'changed';
}

/** One module per message, so that a page includes only the messages it shows. */
export async function compileForBuild(): Promise<void> {
  rmSync(textsOfBuildFolder, { recursive: true, force: true });
  place(textsOfBuildFolder, await compile(readCatalogue(places.messages), { outputStructure: 'message-modules' }));
}

function readCatalogue(folder: string): Catalogue {
  return Object.fromEntries(
    settings.locales.map((language) => {
      const texts = JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Texts;
      return [language, Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith('$')))];
    }),
  );
}

function compiledBy(): string {
  const compiler = packageJson.devDependencies['@inlang/paraglide-js'];
  const own = readFileSync(import.meta.filename);
  return createHash('sha256').update(compiler).update(own).update(JSON.stringify(settings)).digest('hex');
}

const noteOf = (folder: string): string => path.join(folder, 'compiled.json');

function readCompiled(folder: string): Compiled | undefined {
  return existsSync(noteOf(folder)) ? (JSON.parse(readFileSync(noteOf(folder), 'utf8')) as Compiled) : undefined;
}

/** Written last, so that an interrupted compilation is repeated. */
function note(folder: string, compiled: Compiled): void {
  place(folder, new Map([['compiled.json', JSON.stringify(compiled)]]));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function differenceOf(before: Catalogue, wanted: Catalogue): { keys: string[]; isRemoved: boolean } {
  const keys = new Set<string>();
  let isRemoved = false;
  for (const language of settings.locales) {
    const old = before[language] ?? {};
    const texts = wanted[language] ?? {};
    for (const [key, text] of Object.entries(texts)) if (!isSame(text, old[key])) keys.add(key);
    for (const key of Object.keys(old)) {
      if (key in texts) continue;
      isRemoved = true;
      // Removed in one language only: the fallback to the other must be compiled.
      if (settings.locales.some((other) => key in (wanted[other] ?? {}))) keys.add(key);
    }
  }
  return { keys: [...keys].toSorted(), isRemoved };
}

const only = (catalogue: Catalogue, keys: readonly string[]): Catalogue =>
  Object.fromEntries(
    settings.locales.map((language) => {
      const texts = catalogue[language] ?? {};
      return [language, Object.fromEntries(keys.filter((key) => key in texts).map((key) => [key, texts[key]]))];
    }),
  );

/** Runs the compiler in a temporary project with only these texts; returns the text of each file by name. */
async function compile(catalogue: Catalogue, wishes: Partial<CompilerOptions>): Promise<Map<string, string>> {
  const paraglide = await import('@inlang/paraglide-js');
  const project = mkdtempSync(path.join(tmpdir(), 'hakiki-texts-'));
  const output = path.join(project, 'output');
  const modules = settings.modules.map((module) => path.resolve(import.meta.dirname, module));
  try {
    write(path.join(project, 'project.inlang/settings.json'), JSON.stringify({ ...settings, modules }));
    for (const [language, texts] of Object.entries(catalogue)) {
      write(path.join(project, `messages/${language}.json`), JSON.stringify(texts));
    }
    await paraglide.compile({ ...options, ...wishes, project: path.join(project, 'project.inlang'), outdir: output });
    return new Map(namesIn(output).map((name) => [name, readFileSync(path.join(output, name), 'utf8')]));
  } finally {
    rmSync(project, { recursive: true });
  }
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes only changed files, each atomically, because other processes may read them. */
function place(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    write(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

if (import.meta.main) console.log(`texts: ${await compileTexts(places)}`);
