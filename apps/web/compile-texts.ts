/**
 * Compiles the message catalogue. Development, types and tests read app/paraglide: one module per language, because a
 * module per message would be 2,400 requests for a page. The compiler takes seconds for the full catalogue, so only the
 * texts that changed since the last full compilation are compiled, into modules that override it: a named export takes
 * precedence over one from `export *`.
 * The build has its own folder (`compileForBuild`), so that the two do not interfere.
 * The English texts of errors are the messages of the contract, and each part of the site has a module of its errors.
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
import { siteErrors } from '@hakiki/contract/errors';
import { defaultLanguage, languages } from '@hakiki/contract/site';
import type { CompilerOptions } from '@inlang/paraglide-js';
import { listErrorTexts, toMessageKey } from './error-texts.ts';
import packageJson from './package.json' with { type: 'json' };

type Texts = Record<string, unknown>;
type Catalogue = Record<string, Texts>;

interface CompilationState {
  /** Hash of what else the output depends on: the compiler, its settings, and this file. */
  by: string;
  whole: Catalogue;
  changed: Catalogue;
}

export interface CatalogueFolders {
  /** Folder of the catalogue files `<language>.json`. */
  messages: string;
  compiled: string;
  errors?: typeof siteErrors;
}

export type CompileOutcome = 'unchanged' | 'changed' | 'all';

export const catalogueFolders: CatalogueFolders = {
  messages: path.join(import.meta.dirname, 'messages'),
  compiled: path.join(import.meta.dirname, 'app/paraglide'),
  errors: siteErrors,
};

/** In the framework's generated folder, which git, lint and types ignore. */
export const buildTextsFolder = path.join(import.meta.dirname, '.react-router/app/paraglide');

const settings = {
  baseLocale: defaultLanguage,
  locales: languages,
  modules: [path.join(import.meta.dirname, '../../node_modules/@inlang/plugin-message-format/dist/index.js')],
  'plugin.inlang.messageFormat': { pathPattern: './messages/{locale}.json' },
};

/** With more changes a full compilation is hardly slower. */
const MAX_INCREMENTAL_CHANGES = 100;

/** The language is set from the path (lib/language/language.ts), so the compiler's own strategies are not needed. */
const options = {
  strategy: ['globalVariable', 'baseLocale'],
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  emitReadme: false,
} satisfies Partial<CompilerOptions>;

const createMessageIndex = (changed: readonly string[]): string =>
  `export * from './messages/_index.js';\n` +
  (changed.length > 0 ? `export { ${changed.join(', ')} } from './changed/messages/_index.js';\n` : '');

/** An object that is updated on a change, so that components need not be reloaded. */
const messagesModule = `import * as everyMessage from './every-message.js';
export const m = { ...everyMessage };
import.meta.hot?.accept('./every-message.js', (changed) => Object.assign(m, changed));
`;

/** For each part of the site a module `<part>_errors.js` with the texts of its errors by code. */
const createErrorModules = (errors: Partial<typeof siteErrors>): Map<string, string> =>
  new Map(
    Object.entries(errors).map(([part, table]) => {
      const rows = Object.keys(table).map((code) => `  ${code}: (params) => m.${toMessageKey(code)}(params),\n`);
      const type = '/** @type {Record<string, (params?: any) => string>} */';
      return [
        `${part}_errors.js`,
        `import { m } from './messages.js';\n${type}\nexport const errorTexts = {\n${rows.join('')}};\n`,
      ];
    }),
  );

/** `keepRemoved`: a removed text may stay until the next compilation, for pages that are not reloaded yet. */
export async function compileTexts(
  { compiled, ...sources }: CatalogueFolders,
  keepRemoved = false,
): Promise<CompileOutcome> {
  const catalogue = readCatalogue(sources);
  writeFiles(compiled, createErrorModules(sources.errors ?? {}));
  const before = readCompiled(compiled);
  const by = hashInputs();
  const difference = before?.by === by ? diffCatalogues(before.whole, catalogue) : undefined;
  const isFullCompilation =
    !before ||
    !difference ||
    difference.keys.length > MAX_INCREMENTAL_CHANGES ||
    (difference.isRemoved && !keepRemoved);

  if (isFullCompilation) {
    const files = await compile(catalogue, {
      outputStructure: 'locale-modules',
      additionalFiles: {
        'messages.js': messagesModule,
        'every-message.js': createMessageIndex([]),
      },
    });
    writeFiles(compiled, files);
    // Creates all files now: the development server would take a file that appears later for a new route.
    for (const name of files.keys()) {
      if (!existsSync(path.join(compiled, 'changed', name))) writeFile(path.join(compiled, 'changed', name), '');
    }
    for (const name of listFiles(path.join(compiled, 'messages'))) {
      if (!files.has(`messages/${name}`)) rmSync(path.join(compiled, 'messages', name));
    }
    saveState(compiled, { by, whole: catalogue, changed: pickKeys(catalogue, []) });
    return 'all';
  }

  const changed = pickKeys(catalogue, difference.keys);
  if (isSame(changed, before.changed)) return 'unchanged';
  if (difference.keys.length > 0) {
    // Both parts share one runtime, which knows the language.
    const additionalFiles = { 'runtime.js': `export * from '../runtime.js';\n` };
    const files = await compile(changed, { outputStructure: 'locale-modules', additionalFiles });
    writeFiles(path.join(compiled, 'changed'), files);
  }
  writeFiles(compiled, new Map([['every-message.js', createMessageIndex(difference.keys)]]));
  saveState(compiled, { by, whole: before.whole, changed });
  return 'changed';
}

/** One module per message, so that a page includes only the messages it shows. */
export async function compileForBuild(): Promise<void> {
  rmSync(buildTextsFolder, { recursive: true, force: true });
  const files = await compile(readCatalogue(catalogueFolders), { outputStructure: 'message-modules' });
  writeFiles(buildTextsFolder, new Map([...files, ...createErrorModules(siteErrors)]));
  await writeTranslationModules(buildTextsFolder);
}

export function readCatalogue({ messages, errors }: Omit<CatalogueFolders, 'compiled'>): Catalogue {
  const inEnglish = listErrorTexts(errors ?? {});
  return Object.fromEntries(
    languages.map((language) => {
      const { $schema: _, ...texts } = JSON.parse(
        readFileSync(path.join(messages, `${language}.json`), 'utf8'),
      ) as Texts;
      return [language, language === defaultLanguage ? { ...Object.fromEntries(inEnglish), ...texts } : texts];
    }),
  );
}

function hashInputs(): string {
  const compiler = packageJson.devDependencies['@inlang/paraglide-js'];
  const ownSource = readFileSync(import.meta.filename);
  return createHash('sha256').update(compiler).update(ownSource).update(JSON.stringify(settings)).digest('hex');
}

const getStateFile = (folder: string): string => path.join(folder, 'compiled.json');

function readCompiled(folder: string): CompilationState | undefined {
  return existsSync(getStateFile(folder))
    ? (JSON.parse(readFileSync(getStateFile(folder), 'utf8')) as CompilationState)
    : undefined;
}

/** Written last, so that an interrupted compilation is repeated. */
function saveState(folder: string, compiled: CompilationState): void {
  writeFiles(folder, new Map([['compiled.json', JSON.stringify(compiled)]]));
}

const isSame = (a: unknown, other: unknown): boolean => JSON.stringify(a) === JSON.stringify(other);

function diffCatalogues(before: Catalogue, catalogue: Catalogue): { keys: string[]; isRemoved: boolean } {
  const keys = new Set<string>();
  let isRemoved = false;
  for (const language of languages) {
    const oldTexts = before[language] ?? {};
    const texts = catalogue[language] ?? {};
    for (const [key, text] of Object.entries(texts)) if (!isSame(text, oldTexts[key])) keys.add(key);
    for (const key of Object.keys(oldTexts)) {
      if (key in texts) continue;
      isRemoved = true;
      // Removed in one language only: the fallback to the other must be compiled.
      if (languages.some((other) => key in (catalogue[other] ?? {}))) keys.add(key);
    }
  }
  return { keys: [...keys].toSorted(), isRemoved };
}

const pickKeys = (catalogue: Catalogue, keys: readonly string[]): Catalogue =>
  Object.fromEntries(
    languages.map((language) => {
      const texts = catalogue[language] ?? {};
      return [language, Object.fromEntries(keys.filter((key) => key in texts).map((key) => [key, texts[key]]))];
    }),
  );

/** Runs the compiler in a temporary project with only these texts; returns the text of each file by name. */
async function compile(catalogue: Catalogue, extraOptions: Partial<CompilerOptions>): Promise<Map<string, string>> {
  const paraglide = await import('@inlang/paraglide-js');
  const project = mkdtempSync(path.join(tmpdir(), 'hakiki-texts-'));
  const output = path.join(project, 'output');
  try {
    writeFile(path.join(project, 'project.inlang/settings.json'), JSON.stringify(settings));
    for (const [language, texts] of Object.entries(catalogue)) {
      writeFile(path.join(project, `messages/${language}.json`), JSON.stringify(texts));
    }
    await paraglide.compile({
      ...options,
      ...extraOptions,
      project: path.join(project, 'project.inlang'),
      outdir: output,
    });
    const files = new Map(listFiles(output).map((name) => [name, readFileSync(path.join(output, name), 'utf8')]));
    return files.set('registry.js', keepPluralRules(files.get('registry.js') ?? ''));
  } finally {
    rmSync(project, { recursive: true });
  }
}

/** The compiler's function creates the rules of a language, which takes far longer than using them, at every call. */
function keepPluralRules(registry: string): string {
  const create = 'new Intl.PluralRules(locale, options)';
  if (!registry.includes(create)) throw new Error(`The compiler's registry has no ${create}.`);
  const keep = `(pluralRules[locale + (options?.type ?? '')] ??= ${create})`;
  return `/** @type {Record<string, Intl.PluralRules>} */\nconst pluralRules = {};\n${registry.replace(create, keep)}`;
}

function writeFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes only changed files, each atomically, because other processes may read them. */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    writeFile(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

/** The state of the translations, for the pages about languages. */
export async function writeTranslationModules(folder: string): Promise<void> {
  const { createTranslationModules } = await import('./translations.ts');
  writeFiles(folder, createTranslationModules());
}

if (import.meta.main) {
  console.log(`texts: ${await compileTexts(catalogueFolders)}`);
  await writeTranslationModules(catalogueFolders.compiled);
}
