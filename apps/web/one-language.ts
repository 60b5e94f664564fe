import type { Plugin } from 'vite';

const chosenAtRunTime = 'experimentalStaticLocale ?? options.locale ?? getLocale()';

/**
 * Gives the browser the texts of one language only. The language of a page is fixed by its address and a change of it loads a
 * new document, so the client is built once per language (build.ts) and the texts of the others fall away as dead code.
 */
export function oneLanguage(language: string): Plugin {
  let replaced = 0;
  return {
    name: 'hakiki:one-language',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.includes('/app/paraglide/messages/') || !code.includes(chosenAtRunTime)) return undefined;
      replaced += 1;
      return { code: code.replaceAll(chosenAtRunTime, JSON.stringify(language)), map: null };
    },
    // A new release of the compiler may write messages differently; then every page would carry every language unnoticed.
    buildEnd(error) {
      if (!error && replaced === 0) this.error('No message was tied to a language: the compiler’s output has changed.');
    },
  };
}
