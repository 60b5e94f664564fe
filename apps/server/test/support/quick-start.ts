/**
 * Preloaded by processes that tests start. Node parses the 130 kB of drizzle-orm's `exports` again for each of 570
 * imports, which takes half of the start time; this hook resolves each file once.
 */
import { registerHooks, type ResolveFnOutput } from 'node:module';

const resolvedFiles = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('drizzle-orm')) {
      const resolved = resolvedFiles.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true };
      resolvedFiles.set(specifier, resolved);
      return resolved;
    }
    const isWithin = specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/');
    return isWithin
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context);
  },
});
