import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/** Minifies the client's scripts once more: what the bundler leaves would be 1 kB of every first visit. */
export function secondPass(): Plugin {
  return {
    name: 'hakiki:second-pass',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      await Promise.all(
        chunks.map(async (chunk) => {
          chunk.code = (await minify(chunk.code, { module: true, compress: { passes: 2 }, mangle: true })).code;
        }),
      );
    },
  };
}
