import type { Plugin } from 'vite';
import settings from './project.inlang/settings.json' with { type: 'json' };

const { baseLocale, locales } = settings;

/**
 * Gives the browser the texts of one language only. The language of a page is fixed by its address and a change of it loads a
 * new document, so the client is built once per language (build.ts): each message becomes its text in that language, and of
 * the compiler's runtime, which chooses between languages, only the answer is left.
 */
export function oneLanguage(language: string): Plugin {
  let messages = 0;
  let runtimes = 0;
  return {
    name: 'hakiki:one-language',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (id.endsWith('/app/paraglide/runtime.js')) {
        runtimes += 1;
        return { code: runtimeOf(language), map: null };
      }
      const [, name] = (id.includes('/app/paraglide/messages/') && choice.exec(code)) || [];
      if (name === undefined) return undefined;
      messages += 1;
      return { code: code.replace(choice, `export { ${language}_${name} as ${name} };`), map: null };
    },
    // A new release of the compiler may write messages differently; then every page would carry every language unnoticed.
    generateBundle() {
      if (messages === 0 || runtimes === 0) {
        this.error('No message was tied to a language: the compiler’s output has changed.');
      }
    },
  };
}

/** The end of a message's file: the function that chooses between the languages. It gives way to the one it would choose. */
const choice = /^export const (\w+) = .*\n\tconst locale = experimentalStaticLocale \?\? [^]*$/m;

const runtimeOf = (language: string): string => `
export const baseLocale = ${JSON.stringify(baseLocale)};
export const locales = ${JSON.stringify(locales)};
export const isLocale = (value) => locales.includes(value);
export const getLocale = () => ${JSON.stringify(language)};
export const overwriteGetLocale = () => undefined;
export const experimentalStaticLocale = undefined;
`;
