import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Maps each shared module to the name of its file (draft-files.ts). */
export const sharedFilesPath = path.join(import.meta.dirname, '.react-router/shared-files.json');

/** Libraries have their own file, so that a changed text or another language does not download them again. */
export const isLibrary = (module: string): boolean =>
  /node_modules\/(?:react|react-dom|react-router|scheduler)\/|preload-helper/.test(module);

/**
 * Assigns each shared module to the file that `draft-files.ts` chose for it; without its result the bundler decides.
 */
export function sharedFilesPlugin(): Plugin {
  const files = existsSync(sharedFilesPath)
    ? (JSON.parse(readFileSync(sharedFilesPath, 'utf8')) as Record<string, string>)
    : undefined;
  const name = (module: string) => (isLibrary(module) ? 'libraries' : files?.[module]);
  const codeSplitting = files && {
    groups: [{ debugName: 'shared files', name }],
    includeDependenciesRecursively: false,
  };
  return {
    name: 'hakiki:drafted-files',
    apply: 'build',
    configEnvironment: (environment) =>
      environment === 'client'
        ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension', output: { codeSplitting } } } }
        : undefined,
  };
}
