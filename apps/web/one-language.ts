import { defaultLanguage, type Language, languages } from '@hakiki/contract/site';
import type { Plugin } from 'vite';
import { namesOfCountries } from './app/lib/language/country-names.ts';

/**
 * Gives the browser the texts of one language only. The path determines the language of a page and changing it loads a
 * new document, so the client is built once per language (build.ts): each message becomes its text in that language,
 * the compiler's runtime returns that language, and the names of countries are a list.
 */
export function singleLanguagePlugin(language: Language): Plugin {
  let messageCount = 0;
  let runtimeCount = 0;
  let countryCount = 0;
  return {
    name: 'hakiki:one-language',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (id.endsWith('/app/paraglide/runtime.js')) {
        runtimeCount += 1;
        return { code: createRuntime(language), map: null };
      }
      if (id.endsWith('/app/lib/language/country-names.ts')) {
        const names = language === defaultLanguage ? [] : namesOfCountries(language);
        countryCount += names.length;
        return { code: createNames(names), map: null };
      }
      const [, name] = (id.includes('/app/paraglide/messages/') && languageSwitch.exec(code)) || [];
      if (name === undefined) return undefined;
      messageCount += 1;
      return { code: code.replace(languageSwitch, `export { ${language}_${name} as ${name} };`), map: null };
    },
    // A new compiler version may write messages differently; then every page would silently include all languages.
    generateBundle() {
      if (messageCount === 0 || runtimeCount === 0) {
        this.error('No message was tied to a language: the compiler’s output has changed.');
      }
      if (countryCount === 0 && language !== defaultLanguage) this.error('The names of countries were not replaced.');
    },
  };
}

/** The end of a message's file: the function that chooses the language. It is replaced by the chosen one. */
const languageSwitch = /^export const (\w+) = .*\n\tconst locale = experimentalStaticLocale \?\? [^]*$/m;

const createNames = (names: readonly string[]): string => `
const names = ${JSON.stringify(names.join('|'))}.split('|');
export const namesOfCountries = () => names;
`;

const createRuntime = (language: string): string => `
export const baseLocale = ${JSON.stringify(defaultLanguage)};
export const locales = ${JSON.stringify(languages)};
export const isLocale = (value) => locales.includes(value);
export const getLocale = () => ${JSON.stringify(language)};
export const overwriteGetLocale = () => undefined;
export const experimentalStaticLocale = undefined;
`;
