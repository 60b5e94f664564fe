import type { CompilerOptions } from '@inlang/paraglide-js';

/**
 * The language comes from the address and is set from outside (lib/language.ts), so none of the compiler's own ways of
 * finding a language are shipped.
 */
export const paraglideOptions = {
  project: './project.inlang',
  outdir: './app/paraglide',
  strategy: ['globalVariable', 'baseLocale'],
  outputStructure: 'message-modules',
  emitGitIgnore: false,
  emitPrettierIgnore: false,
} satisfies CompilerOptions;
