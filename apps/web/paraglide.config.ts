import path from 'node:path';
import type { CompilerOptions } from '@inlang/paraglide-js';

const at = (file: string) => path.join(import.meta.dirname, file);

/**
 * The language comes from the address and is set from outside (lib/language.ts), so none of the compiler's own ways of
 * finding a language are shipped.
 */
export const paraglideOptions = {
  project: at('project.inlang'),
  outdir: at('app/paraglide'),
  strategy: ['globalVariable', 'baseLocale'],
  outputStructure: 'message-modules',
  emitGitIgnore: false,
  emitPrettierIgnore: false,
} satisfies CompilerOptions;
