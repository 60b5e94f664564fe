import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { languages } from '@hakiki/contract/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileTexts, type CatalogueFolders } from './compile-texts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hakiki-texts-test-'));
const places: CatalogueFolders = { messages: path.join(folder, 'messages'), compiled: path.join(folder, 'compiled') };
const english = { hello: 'Hello {name}', bye: 'Goodbye', old: 'Old' };
const french = { hello: 'Bonjour {name}', bye: 'Au revoir', old: 'Ancien' };

function writeCatalogues(en: Record<string, string>, fr: Record<string, string>): void {
  mkdirSync(places.messages, { recursive: true });
  writeFileSync(path.join(places.messages, 'en.json'), JSON.stringify({ $schema: 'https://example.test', ...en }));
  for (const language of languages.slice(1)) {
    writeFileSync(path.join(places.messages, `${language}.json`), JSON.stringify(fr));
  }
}

/** Reads all texts through `m` in each language, as a page does. */
function readCompiledTexts(): unknown {
  const script = `
    import { m } from '${places.compiled}/messages.js';
    import { overwriteGetLocale } from '${places.compiled}/runtime.js';
    const all = (language) => {
      overwriteGetLocale(() => language);
      return Object.fromEntries(Object.entries(m).map(([key, text]) => [key, text({ name: 'Amina' })]));
    };
    console.log(JSON.stringify({ en: all('en'), fr: all('fr') }));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

const expectedTexts = {
  en: { hello: 'Hello Amina', bye: 'Goodbye', old: 'Old' },
  fr: { hello: 'Bonjour Amina', bye: 'Au revoir', old: 'Ancien' },
};

beforeAll(() => {
  mkdirSync(places.compiled);
  writeFileSync(path.join(places.compiled, 'package.json'), '{ "type": "module" }');
  writeCatalogues(english, french);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('writes a file per language, and nothing while nothing changes', async () => {
  expect(await compileTexts(places)).toBe('all');
  expect(readCompiledTexts()).toEqual(expectedTexts);
  expect(readdirSync(path.join(places.compiled, 'messages')).toSorted()).toEqual(
    ['_index.js', ...languages.map((language) => `${language}.js`)].toSorted(),
  );
  expect(await compileTexts(places)).toBe('unchanged');
});

it('compiles only changed and new texts, in each language', async () => {
  const fullModule = readFileSync(path.join(places.compiled, 'messages/en.js'), 'utf8');
  writeCatalogues(
    { ...english, hello: 'Welcome {name}', new: 'New' },
    { ...french, hello: 'Bienvenue {name}', new: 'Nouveau' },
  );
  expect(await compileTexts(places)).toBe('changed');
  expect(readFileSync(path.join(places.compiled, 'messages/en.js'), 'utf8')).toBe(fullModule);
  expect(readCompiledTexts()).toEqual({
    en: { ...expectedTexts.en, hello: 'Welcome Amina', new: 'New' },
    fr: { ...expectedTexts.fr, hello: 'Bienvenue Amina', new: 'Nouveau' },
  });
  expect(await compileTexts(places)).toBe('unchanged');
});

it('reverts a change', async () => {
  writeCatalogues(english, french);
  expect(await compileTexts(places)).toBe('changed');
  expect(readCompiledTexts()).toEqual(expectedTexts);
});

it('keeps a removed text until the next compilation, for pages that still need it', async () => {
  const { old: _, ...kept } = english;
  const { old: __, ...gardes } = french;
  writeCatalogues({ ...kept, renamed: 'Old' }, { ...gardes, renamed: 'Ancien' });
  expect(await compileTexts(places, true)).toBe('changed');
  expect(readCompiledTexts()).toMatchObject({ en: { renamed: 'Old', old: 'Old' } });
  expect(await compileTexts(places)).toBe('all');
  expect(readCompiledTexts()).toMatchObject({ fr: { renamed: 'Ancien' } });
  expect(Object.keys((readCompiledTexts() as typeof expectedTexts).en).toSorted()).toEqual(['bye', 'hello', 'renamed']);
});

it('keeps the previous texts when the file is not valid JSON', async () => {
  writeFileSync(path.join(places.messages, 'en.json'), '{ "hello": "Hel');
  await expect(compileTexts(places, true)).rejects.toThrow(SyntaxError);
  expect(existsSync(path.join(places.compiled, 'compiled.json'))).toBe(true);
  expect(Object.keys((readCompiledTexts() as typeof expectedTexts).en).toSorted()).toEqual(['bye', 'hello', 'renamed']);
});
