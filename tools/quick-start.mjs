/**
 * Halves the start time of server, worker and commands. Node parses the 130 kB of drizzle-orm's `exports` again for
 * each of 570 imports; this hook resolves each file once.
 */
import { registerHooks } from 'node:module';

const resolvedFiles = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    // `require` finds other files.
    if (!context.conditions.includes('import')) return nextResolve(specifier, context);
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
