import { defaultLanguage, languages } from '@hakiki/contract/site';
import type { Plugin } from 'vite';

/**
 * Gives the browser the texts of one language only. The path determines the language of a page and changing it loads a
 * new document, so the client is built once per language (build.ts): each message becomes its text in that language,
 * and the compiler's runtime returns that language.
 */
export function singleLanguagePlugin(language: string): Plugin {
  let messageCount = 0;
  let runtimeCount = 0;
  return {
    name: 'hakiki:one-language',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (id.endsWith('/app/paraglide/runtime.js')) {
        runtimeCount += 1;
        return { code: createRuntime(language), map: null };
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
    },
  };
}

/** The end of a message's file: the function that chooses the language. It is replaced by the chosen one. */
const languageSwitch = /^export const (\w+) = .*\n\tconst locale = experimentalStaticLocale \?\? [^]*$/m;

const createRuntime = (language: string): string => `
export const baseLocale = ${JSON.stringify(defaultLanguage)};
export const locales = ${JSON.stringify(languages)};
export const isLocale = (value) => locales.includes(value);
export const getLocale = () => ${JSON.stringify(language)};
export const overwriteGetLocale = () => undefined;
export const experimentalStaticLocale = undefined;
`;
